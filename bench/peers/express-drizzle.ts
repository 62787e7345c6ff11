import { cpSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
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
import { install, type OperationContext, serve, versionOf } from './workshop.ts';

const SERVER = new URL('./express-drizzle/server.mjs', import.meta.url);
const PACKAGES = ['express@5.3.0', 'drizzle-orm@0.45.4', 'pg@8.23.1', 'better-sqlite3@13.0.3', 'zod@4.6.7'];

export async function startExpressDrizzle(
  workshop: OperationContext,
  database: PeerDatabase,
  count: number,
): Promise<Peer> {
  const name = `Express + Drizzle on ${database.engine}`;
  const folder = await install(workshop, 'express-drizzle', PACKAGES);
  cpSync(dirname(fileURLToPath(SERVER)), folder, { recursive: true });
  await fill(database, count);
  const port = await freePort();
  const env = { ENGINE: database.engine, DATABASE: database.address, PORT: String(port), API_KEY };
  const stop = await serve({ name, folder, args: ['server.mjs'], env }, port, '/quotes');
  return {
    name,
    version: `${versionOf(folder, 'express')} + ${versionOf(folder, 'drizzle-orm')}`,
    store: database.engine,
    port,
    key: API_KEY,
    ids: sampleIds(count, (index) => String(index + 1)),
    get: (id) => ({ method: 'GET', path: `/quotes/${id}` }),
    list: { method: 'GET', path: '/quotes' },
    search: { method: 'GET', path: `/quotes?search=${encodeURIComponent(SEARCH_TERM)}` },
    create: { method: 'POST', path: '/quotes', body: plainQuote(NEW_QUOTE) },
    quotes: (body) => (body as { data?: PeerQuote[] }).data ?? [body as PeerQuote],
    stop,
  };
}

async function fill(database: PeerDatabase, count: number): Promise<void> {
  await database.run(migration(database.engine));
  const quotes = numbered(count, plainQuote);
  await database.insert(
    'quotes',
    quotes.map(({ id, number, status, customerId, title }) => ({
      id,
      number,
      status,
      customer_id: customerId,
      title,
      created_at: createdAt(id - 1),
    })),
  );
  const items = quotes.flatMap(({ id, items }) => items.map((item) => ({ quote_id: id, item })));
  await database.insert(
    'quote_items',
    items.map(({ quote_id, item }, index) => ({
      id: index + 1,
      quote_id,
      description: item.description,
      quantity: item.quantity,
      unit_price: item.unitPrice,
      tax_rate: item.taxRate,
    })),
  );
}

function migration(engine: PeerDatabase['engine']): string {
  const [id, time] =
    engine === 'SQLite'
      ? ['integer PRIMARY KEY AUTOINCREMENT', 'integer NOT NULL']
      : ['serial PRIMARY KEY', 'timestamptz NOT NULL DEFAULT now()'];
  return `
    CREATE TABLE quotes (
      id ${id},
      number text NOT NULL,
      status text NOT NULL DEFAULT 'DRAFT',
      customer_id text NOT NULL,
      title text NOT NULL,
      created_at ${time}
    );
    CREATE INDEX quotes_created_at ON quotes (created_at);
    CREATE TABLE quote_items (
      id ${id},
      quote_id integer NOT NULL REFERENCES quotes ON DELETE CASCADE,
      description text NOT NULL,
      quantity double precision NOT NULL,
      unit_price bigint NOT NULL,
      tax_rate double precision NOT NULL
    );
    CREATE INDEX quote_items_quote_id ON quote_items (quote_id);`;
}
