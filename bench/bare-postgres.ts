import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** The baseline on PostgreSQL: `node:http`, a pool and named statements, with one commit per insert. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 });
const GET = { name: 'get', text: 'SELECT doc FROM bare WHERE id = $1' };
const LIST = { name: 'list', text: 'SELECT doc FROM bare ORDER BY id DESC LIMIT 20' };
const SEARCH = {
  name: 'search',
  text: 'SELECT doc FROM bare WHERE title ILIKE $1 ORDER BY id DESC LIMIT 20',
};
const INSERT = { name: 'insert', text: 'INSERT INTO bare (id, title, doc) VALUES ($1, $2, $3)' };
const QUOTE_PATH = '/api/v1/quotes/';
const SEARCH_PATH = '/api/v1/quotes?search=';
let created = 0;

const server = createServer(async (request, response) => {
  const path = request.url ?? '/';
  if (request.method === 'POST') {
    let body = '';
    for await (const chunk of request) body += chunk;
    const quote = JSON.parse(body) as { title: string };
    const id = `zzz_${created++}`;
    const doc = JSON.stringify({ id, ...quote });
    await pool.query({ ...INSERT, values: [id, quote.title, doc] });
    answer(201, doc);
    return;
  }
  if (path.startsWith(QUOTE_PATH)) {
    const values = [path.slice(QUOTE_PATH.length)];
    answer(200, (await pool.query({ ...GET, values })).rows[0].doc);
  } else if (path.startsWith(SEARCH_PATH)) {
    const values = [`%${decodeURIComponent(path.slice(SEARCH_PATH.length))}%`];
    answer(200, page((await pool.query({ ...SEARCH, values })).rows));
  } else answer(200, page((await pool.query(LIST)).rows));

  function answer(status: number, text: string): void {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  }
});

function page(rows: { doc: string }[]): string {
  return `{"data":[${rows.map((row) => row.doc).join(',')}]}`;
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
