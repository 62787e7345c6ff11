import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** The yardstick on PostgreSQL: `node:http`, a pool and named statements, each insert committed by itself. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 });
const GET = { name: 'get', text: 'SELECT doc FROM bare WHERE id = $1' };
const LIST = { name: 'list', text: 'SELECT doc FROM bare ORDER BY id DESC LIMIT 20' };
const SEARCH = {
  name: 'search',
  text: 'SELECT doc FROM bare WHERE title ILIKE $1 ORDER BY id DESC LIMIT 20',
};
const INSERT = { name: 'insert', text: 'INSERT INTO bare (id, title, doc) VALUES ($1, $2, $3)' };
let created = 0;

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
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
  const id = url.pathname.split('/')[4];
  const term = url.searchParams.get('search');
  if (id) answer(200, (await pool.query({ ...GET, values: [id] })).rows[0].doc);
  else answer(200, page((await pool.query(term ? { ...SEARCH, values: [`%${term}%`] } : LIST)).rows));

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
