import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/service/free-port.ts';
import { API_KEY } from '../harness.ts';
import {
  createdAt,
  everyStep,
  NEW_QUOTE,
  type Peer,
  type PeerQuote,
  plainQuote,
  SEARCH_TERM,
} from './peer.ts';
import { insertRows, numbered, withDatabase } from './rows.ts';
import { install, serve, versionOf, type Workshop } from './workshop.ts';

const PACKAGES = ['express@5.3.0', 'drizzle-orm@0.45.4', 'pg@8.23.1', 'zod@4.6.7'];
const MIGRATION = `
  CREATE TABLE quotes (
    id serial PRIMARY KEY,
    number text NOT NULL,
    status text NOT NULL DEFAULT 'DRAFT',
    customer_id text NOT NULL,
    title text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX quotes_created_at ON quotes (created_at);
  CREATE TABLE quote_items (
    id serial PRIMARY KEY,
    quote_id integer NOT NULL REFERENCES quotes ON DELETE CASCADE,
    description text NOT NULL,
    quantity double precision NOT NULL,
    unit_price bigint NOT NULL,
    tax_rate double precision NOT NULL
  );
  CREATE INDEX quote_items_quote_id ON quote_items (quote_id);`;

export async function startExpressDrizzle(workshop: Workshop, url: string, count: number): Promise<Peer> {
  const folder = await install(workshop, 'express-drizzle', PACKAGES);
  copyFileSync(new URL('./express-drizzle.mjs', import.meta.url), join(folder, 'server.mjs'));
  await fill(url, count);
  const port = await freePort();
  const env = { DATABASE_URL: url, PORT: String(port), API_KEY };
  const stop = await serve({ folder, args: ['server.mjs'], env }, port, '/quotes');
  return {
    name: 'Express + Drizzle',
    version: `${versionOf(folder, 'express')} + ${versionOf(folder, 'drizzle-orm')}`,
    store: 'PostgreSQL',
    port,
    key: API_KEY,
    ids: everyStep(count, (index) => String(index + 1)),
    get: (id) => ({ method: 'GET', path: `/quotes/${id}` }),
    list: { method: 'GET', path: '/quotes' },
    search: { method: 'GET', path: `/quotes?search=${encodeURIComponent(SEARCH_TERM)}` },
    create: { method: 'POST', path: '/quotes', body: plainQuote(NEW_QUOTE) },
    quotes: (body) => (body as { data?: PeerQuote[] }).data ?? [body as PeerQuote],
    stop,
  };
}

async function fill(url: string, count: number): Promise<void> {
  const quotes = numbered(count, plainQuote);
  const items = quotes.flatMap(({ id, items }) => items.map((item) => ({ quote_id: id, item })));
  await withDatabase(url, async (client) => {
    await client.query(MIGRATION);
    await insertRows(
      client,
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
    await insertRows(
      client,
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
  });
}
