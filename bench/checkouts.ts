import { resolve } from 'node:path';
import pg from 'pg';
import { quoteBody } from './fill.ts';
import {
  API_KEY,
  createLoad,
  type RunningServer,
  rawRequest,
  startProffer,
  temporaryFolder,
} from './harness.ts';

/** A checkout of the service on a database of its own, with quotes that it created itself. */
export interface FilledCheckout {
  server: RunningServer;
  /** IDs of all quotes, newest first. */
  ids: string[];
  stop(): Promise<void>;
}

const OWN = resolve(import.meta.dirname, '..');
const CONNECTIONS = 16;
const PAGE_SIZE = 100;
const CUSTOMERS = ['cus_demo', 'cus_demo_fr'];

/**
 * Starts this checkout and another one, and creates the same quotes in both over HTTP. Each creates its own tables: an
 * earlier version rejects a database with a newer schema.
 */
export async function startCheckouts(
  other: string,
  { count, url, env = {} }: { count: number; url?: string | undefined; env?: Record<string, string> },
): Promise<[own: FilledCheckout, other: FilledCheckout]> {
  const started: FilledCheckout[] = [];
  try {
    for (const checkout of [OWN, resolve(other)]) started.push(await startFilled(checkout, count, url, env));
  } catch (error) {
    for (const { stop } of started) await stop();
    throw error;
  }
  return started as [FilledCheckout, FilledCheckout];
}

async function startFilled(
  checkout: string,
  count: number,
  url: string | undefined,
  env: Record<string, string>,
): Promise<FilledCheckout> {
  const place = url ? await newDatabase(url) : newFolder();
  try {
    const server = await startProffer({ ...env, ...place.env }, checkout);
    await fillOverHttp(server.port, count);
    const stop = async () => {
      await server.stop();
      await place.remove();
    };
    return { server, ids: await listIds(server.port, count), stop };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

interface Place {
  env: Record<string, string>;
  remove(): Promise<void>;
}

function newFolder(): Place {
  const folder = temporaryFolder();
  return { env: { DATA_DIR: folder.path, DATABASE_URL: '' }, remove: async () => folder.remove() };
}

async function newDatabase(url: string): Promise<Place> {
  const folder = temporaryFolder();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `proffer_bench_${process.pid}_${Date.now()}`;
  await admin.query(`CREATE DATABASE ${name}`);
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href },
    async remove() {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
      folder.remove();
    },
  };
}

async function fillOverHttp(port: number, count: number): Promise<void> {
  for (const id of CUSTOMERS) {
    await callApi(port, 'PUT', `/customers/${id}`, { name: 'Harbour & Vale', email: 'ada@example.com' });
  }
  const load = createLoad();
  try {
    const requests = Array.from({ length: count }, (_, index) =>
      rawRequest('POST', '/api/v1/quotes', quoteBody(index)),
    );
    const result = await load.run({ port, connections: CONNECTIONS, seconds: 3600, requests, limit: count });
    if (result.statuses['2xx'] !== count) throw new Error(JSON.stringify(result.statuses));
  } finally {
    load.close();
  }
}

async function listIds(port: number, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < count; page++) {
    const { data } = await callApi(port, 'GET', `/quotes?limit=${PAGE_SIZE}&page=${page}`);
    if (data.length === 0) throw new Error(`${ids.length} instead of ${count} quotes are listed`);
    ids.push(...data.map(({ id }: { id: string }) => id));
  }
  return ids;
}

// biome-ignore lint/suspicious/noExplicitAny: two versions of the service answer
export async function callApi(port: number, method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${API_KEY}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}
