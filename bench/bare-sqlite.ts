import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

/**
 * The baseline: `node:http` and prepared statements, with the same rows, durability and SQLite memory as the service
 * (src/store/sqlite), and nothing else. It does not check the key or the body, does not compute totals, and commits
 * each insert separately.
 */
const db = new DatabaseSync(process.argv[2] ?? ':memory:');
db.exec(`PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -65536;
  PRAGMA mmap_size = 1073741824;
  PRAGMA wal_autocheckpoint = 4000`);
const QUOTE_PATH = '/api/v1/quotes/';
const SEARCH_PATH = '/api/v1/quotes?search=';
const get = db.prepare('SELECT doc FROM bare WHERE id = ?');
const list = db.prepare('SELECT doc FROM bare ORDER BY id DESC LIMIT 20');
const search = db.prepare(`SELECT doc FROM bare WHERE title LIKE ? ORDER BY id DESC LIMIT 20`);
const insert = db.prepare('INSERT INTO bare (id, title, doc) VALUES (?, ?, ?)');
let created = 0;

const server = createServer((request, response) => {
  const path = request.url ?? '/';
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
  if (path.startsWith(QUOTE_PATH)) answer(200, String(get.get(path.slice(QUOTE_PATH.length))?.doc));
  else if (path.startsWith(SEARCH_PATH))
    answer(200, page(search.all(`%${decodeURIComponent(path.slice(SEARCH_PATH.length))}%`)));
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
