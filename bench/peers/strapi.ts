import { freePort } from '../../test/support/service/free-port.ts';
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
import { strapiProject } from './strapi-project.ts';
import { install, type OperationContext, serve, versionOf, writeFiles } from './workshop.ts';

const VERSION = '5.54.0';
/** The packages of a new project; React and those after it are peer dependencies. */
const PACKAGES = [
  `@strapi/strapi@${VERSION}`,
  `@strapi/plugin-users-permissions@${VERSION}`,
  'pg@8.23.1',
  'better-sqlite3@13.0.3',
  'react@18.3.1',
  'react-dom@18.3.1',
  'react-router-dom@6.30.6',
  'styled-components@6.6.0',
];
const PAGE = 'populate=items&sort=createdAt:desc&pagination[page]=1&pagination[pageSize]=20';

type Entry = PeerQuote & { documentId: string };

export async function startStrapi(
  workshop: OperationContext,
  database: PeerDatabase,
  count: number,
): Promise<Peer> {
  const name = `Strapi on ${database.engine}`;
  const folder = await install(workshop, 'strapi', PACKAGES);
  const port = await freePort();
  writeFiles(folder, strapiProject(database, port));
  const command = {
    name,
    folder,
    args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    env: { JWT_SECRET: 'bench-jwt-secret-0123456789' },
  };
  const stop = await serve(command, port, '/_health');
  try {
    const key = await createKey(port);
    await fill(database, count);
    const version = versionOf(folder, '@strapi/strapi');
    return { ...requests(count), name, version, store: database.engine, port, key, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function requests(count: number): Omit<Peer, 'name' | 'version' | 'store' | 'port' | 'key' | 'stop'> {
  const { status: state, ...quote } = plainQuote(NEW_QUOTE);
  const filter = `filters[title][$containsi]=${encodeURIComponent(SEARCH_TERM)}`;
  return {
    ids: sampleIds(count, documentId),
    get: (id) => ({ method: 'GET', path: `/api/quotes/${id}?populate=items` }),
    list: { method: 'GET', path: `/api/quotes?${PAGE}` },
    search: { method: 'GET', path: `/api/quotes?${PAGE}&${filter}` },
    create: { method: 'POST', path: '/api/quotes?populate=items', body: { data: { ...quote, state } } },
    quotes: (body) => {
      const { data } = body as { data: Entry | Entry[] };
      return [data].flat().map((entry) => ({ ...entry, id: entry.documentId }));
    },
  };
}

/** Creates a token with the first administrator, as a user would. */
async function createKey(port: number): Promise<string> {
  const admin = await post<{ token: string }>(port, '/admin/register-admin', '', {
    firstname: 'Ada',
    lastname: 'Admin',
    email: 'admin@example.com',
    password: 'A-password-of-the-benchmark-1',
  });
  const token = await post<{ accessKey: string }>(port, '/admin/api-tokens', admin.token, {
    name: 'benchmark',
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  return token.accessKey;
}

async function post<T>(port: number, path: string, token: string, body: unknown): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

/** Fills the tables for the type, its component, and the order of the components in an entry. */
async function fill(database: PeerDatabase, count: number): Promise<void> {
  const quotes = numbered(count, plainQuote);
  const items = quotes.flatMap(({ id, items }) => items.map((item, order) => ({ item, order, entry: id })));
  await database.insert(
    'quotes',
    quotes.map(({ id, number, status, customerId, title }) => {
      const at = createdAt(id - 1);
      const times = { created_at: at, updated_at: at, published_at: at };
      const own = {
        id,
        document_id: documentId(id - 1),
        number,
        state: status,
        customer_id: customerId,
        title,
      };
      return { ...own, ...times };
    }),
  );
  await database.insert(
    'components_quote_items',
    items.map(({ item: { description, quantity, unitPrice, taxRate } }, index) => {
      return { id: index + 1, description, quantity, unit_price: unitPrice, tax_rate: taxRate };
    }),
  );
  await database.insert(
    'quotes_cmps',
    items.map(({ entry, order }, index) => {
      const place = { component_type: 'quote.item', field: 'items', order: order + 1 };
      return { id: index + 1, entity_id: entry, cmp_id: index + 1, ...place };
    }),
  );
  await database.run('CREATE INDEX quotes_created_at ON quotes (created_at)');
}

function documentId(index: number): string {
  return `q${String(index).padStart(23, '0')}`;
}
