import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

/**
 * The yardstick: `node:http` and prepared statements, with the same rows and the same durability, and nothing else.
 * No key, no checks, no totals; each insert is committed by itself.
 */
const db = new DatabaseSync(process.argv[2] ?? ':memory:');
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
const get = db.prepare('SELECT doc FROM bare WHERE id = ?');
const list = db.prepare('SELECT doc FROM bare ORDER BY id DESC LIMIT 20');
const search = db.prepare(`SELECT doc FROM bare WHERE title LIKE ? ORDER BY id DESC LIMIT 20`);
const insert = db.prepare('INSERT INTO bare (id, title, doc) VALUES (?, ?, ?)');
let created = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const quote = JSON.parse(body) as { title: string };
      const id = `zzz_${created++}`;
      const doc = JSON.stringify({ id, ...quote });
      insert.run(id, quote.title, doc);
      answer(201, doc);
    });
    return;
  }
  const id = url.pathname.split('/')[4];
  const term = url.searchParams.get('search');
  if (id) answer(200, String(get.get(id)?.doc));
  else if (term) answer(200, page(search.all(`%${term}%`)));
  else answer(200, page(list.all()));

  function answer(status: number, text: string): void {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  }
});

function page(rows: Record<string, unknown>[]): string {
  return `{"data":[${rows.map((row) => row.doc).join(',')}]}`;
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
