import { freePort } from '../../test/support/service/free-port.ts';
import { API_KEY } from '../harness.ts';
import type { PeerDatabase } from './database.ts';
import {
  createdAt,
  NEW_QUOTE,
  numbered,
  type Peer,
  type PeerQuote,
  plainQuote,
  SEARCH_TERM,
  sampleIds,
} from './peer.ts';
import { build, install, installNode, type OperationContext, runOnce, serve, versionOf } from './workshop.ts';

const CLI = 'node_modules/directus/cli.js';
const SANDBOX = { name: 'isolated-vm', binary: 'out/isolated_vm.node' };
const SQLITE = { name: 'sqlite3', binary: 'build/Release/node_sqlite3.node' };
const FIELDS = 'fields=*,items.*';
const PAGE = `${FIELDS}&sort=-createdAt&limit=20&meta=filter_count`;

/** Runs on Node 22 as in its own image: its script sandbox, which it always loads, does not support later versions. */
export async function startDirectus(
  workshop: OperationContext,
  database: PeerDatabase,
  count: number,
): Promise<Peer> {
  const name = `Directus on ${database.engine}`;
  const folder = await install(workshop, 'directus', ['directus@12.4.0']);
  const node = await installNode(workshop, '22');
  await build(folder, SANDBOX, node);
  if (database.engine === 'SQLite') await build(folder, SQLITE, node);
  const port = await freePort();
  const command = { name, folder, node: node.bin, env: environment(database, port) };
  await runOnce({ ...command, args: [CLI, 'bootstrap'] });
  const stop = await serve({ ...command, args: [CLI, 'start'] }, port, '/server/ping');
  try {
    await createModel(port);
    await fill(database, count);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name,
    version: versionOf(folder, 'directus'),
    store: database.engine,
    port,
    key: API_KEY,
    ids: sampleIds(count, (index) => String(index + 1)),
    get: (id) => ({ method: 'GET', path: `/items/quotes/${id}?${FIELDS}` }),
    list: { method: 'GET', path: `/items/quotes?${PAGE}` },
    search: {
      method: 'GET',
      path: `/items/quotes?${PAGE}&filter[title][_icontains]=${encodeURIComponent(SEARCH_TERM)}`,
    },
    create: { method: 'POST', path: `/items/quotes?${FIELDS}`, body: plainQuote(NEW_QUOTE) },
    quotes: (body) => [(body as { data: PeerQuote | PeerQuote[] }).data].flat(),
    stop,
  };
}

/**
 * Follows its production manual. Its response cache and rate limit are off by default. Load shedding is disabled, as
 * part of the counted responses would be 503 otherwise.
 */
function environment({ engine, address }: PeerDatabase, port: number): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...(engine === 'SQLite'
      ? { DB_CLIENT: 'sqlite3', DB_FILENAME: address }
      : { DB_CLIENT: 'pg', DB_CONNECTION_STRING: address }),
    SECRET: 'a-secret-of-the-benchmark-0123456789abcdef',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a-password-of-the-benchmark-1',
    ADMIN_TOKEN: API_KEY,
    LOG_STYLE: 'raw',
    PRESSURE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
  };
}

async function createModel(port: number): Promise<void> {
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } };
  const field = (name: string, type: string, schema: object = {}) => ({
    field: name,
    type,
    schema,
    meta: {},
  });
  await post(port, '/collections', {
    collection: 'quotes',
    meta: {},
    schema: {},
    fields: [
      id,
      field('number', 'string'),
      field('status', 'string'),
      field('customerId', 'string'),
      field('title', 'string', { is_nullable: false }),
      { ...field('createdAt', 'timestamp', { is_indexed: true }), meta: { special: ['date-created'] } },
    ],
  });
  await post(port, '/collections', {
    collection: 'quote_items',
    meta: {},
    schema: {},
    fields: [
      id,
      field('quote', 'integer', { is_indexed: true }),
      field('description', 'string', { is_nullable: false }),
      field('quantity', 'float'),
      field('unitPrice', 'bigInteger'),
      field('taxRate', 'float'),
    ],
  });
  await post(port, '/fields/quotes', { field: 'items', type: 'alias', meta: { special: ['o2m'] } });
  await post(port, '/relations', {
    collection: 'quote_items',
    field: 'quote',
    related_collection: 'quotes',
    meta: { one_field: 'items' },
    schema: { on_delete: 'CASCADE' },
  });
}

async function post(port: number, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}

async function fill(database: PeerDatabase, count: number): Promise<void> {
  const quotes = numbered(count, (index) => ({ ...plainQuote(index), createdAt: createdAt(index) }));
  await database.insert(
    'quotes',
    quotes.map(({ items, ...quote }) => quote),
  );
  const items = quotes.flatMap(({ id, items }) => items.map((item) => ({ ...item, quote: id })));
  await database.insert(
    'quote_items',
    numbered(items.length, (index) => items[index] ?? {}),
  );
}
