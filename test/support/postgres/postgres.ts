import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newDataFolder } from '../service/data-folder.ts';
import { freePort } from '../service/free-port.ts';
import {
  copyDistributed,
  DISTRIBUTED_DATABASE,
  hasCitus,
  removeFromWorkers,
  spreadDatabase,
} from './citus.ts';
import { startServer, type TestServer } from './server.ts';

export interface TestPostgres {
  /** URL for the administrator. */
  url: string;
  /** Creates an empty database; there can be any number of them. */
  createDatabase(): Promise<string>;
  /** Creates a database with empty tables if the run has one to copy, otherwise an empty one. */
  createWithTables(): Promise<string>;
  /** Removes the databases, and the server if the tests started it. */
  stop(): Promise<void>;
  /** Runs a statement as the administrator. */
  query(text: string): Promise<pg.QueryResult>;
  /** `undefined` on an external server (`TEST_DATABASE_URL`). */
  server: TestServer | undefined;
}

const FOLDER = 'proffer-postgres-';
const USER = 'postgres';
const PASSWORD = 'postgres';
/** Settings for data that are discarded after the run: no durability, no vacuum and no replication. */
const QUICK = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];
const FLAGS = [
  ...['-c', 'listen_addresses=127.0.0.1'],
  ...['-c', 'max_connections=200'],
  ...['-c', 'shared_buffers=64MB'],
];
/** Checking the password would take a third of the time of every connection. */
const CHEAP_PASSWORD = ['-c', 'scram_iterations=1'];
const MAX_TRIES = 5;
// Differs from byte order, because nothing may depend on byte order.
const COLLATION = `LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`;
/** On a server without fsync this strategy takes a third of the time of the others. */
const COPIED = 'STRATEGY FILE_COPY';
/** URL of the server of a whole test run; set by `once-per-run.ts`. */
export const SHARED_SERVER = 'TEST_SHARED_POSTGRES';
/** Name of a database there that has all tables and no connections. */
export const DATABASE_WITH_TABLES = 'TEST_DATABASE_WITH_TABLES';

/**
 * Starts a PostgreSQL for one test file: the one at `TEST_DATABASE_URL`, or a real server on a free port with its data
 * in a temporary folder. `durable` keeps fsync on, for crash tests; `shared` uses the one server of the whole run if
 * there is one, for tests that only need a database.
 */
export async function startPostgres({ durable = false, shared = false } = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return databasesOn(given, undefined, async () => {});
  const running = shared ? process.env[SHARED_SERVER] : undefined;
  if (running) return databasesOn(running, undefined, async () => {}, COLLATION);
  for (let attempt = 1; ; attempt++) {
    try {
      return await (durable
        ? startOwn(await mkdtemp(join(tmpdir(), FOLDER)), FLAGS)
        : startOwn(await newDataFolder(FOLDER), [...FLAGS, ...QUICK.flatMap((setting) => ['-c', setting])]));
    } catch (error) {
      // Another test file may have bound the port.
      if (attempt === MAX_TRIES) throw error;
    }
  }
}

async function startOwn(folder: string, flags: string[]): Promise<TestPostgres> {
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const port = await freePort();
    const server = await startServer({
      ...{ folder, port, user: USER, password: PASSWORD },
      initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync', ...CHEAP_PASSWORD],
      postgresFlags: [...flags, '-c', `unix_socket_directories=${folder}`],
    });
    const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`;
    const stop = async () => {
      await server.halt('immediate');
      await remove();
    };
    return databasesOn(url, server, stop, COLLATION);
  } catch (error) {
    await remove();
    throw error;
  }
}

function databasesOn(
  url: string,
  server: TestServer | undefined,
  stop: () => Promise<void>,
  collation = '',
): TestPostgres {
  const made: string[] = [];
  const query = (text: string) => asAdministrator(url, text);
  const nameDatabase = () => {
    const name = `proffer_test_${crypto.randomUUID().replaceAll('-', '')}`;
    made.push(name);
    return Object.assign(new URL(url), { pathname: `/${name}` });
  };
  const create = async (kind: string) => {
    const own = nameDatabase();
    await query(`CREATE DATABASE ${own.pathname.slice(1)} ${kind}`);
    return own;
  };
  const createDatabase = async () => {
    const distributed = process.env[DISTRIBUTED_DATABASE];
    if (!collation && distributed) {
      const own = nameDatabase();
      await copyDistributed(url, distributed, own.pathname.slice(1));
      return own.href;
    }
    const own = await create(`TEMPLATE template0 ENCODING 'UTF8' ${collation && `${collation} ${COPIED}`}`);
    // A server that the tests started never has Citus.
    if (!collation && (await hasCitus(url))) await spreadDatabase(own);
    return own.href;
  };
  return {
    url,
    server,
    query,
    createDatabase,
    async createWithTables() {
      const original = process.env[DATABASE_WITH_TABLES];
      if (!original || url !== process.env[SHARED_SERVER]) return createDatabase();
      return (await create(`TEMPLATE ${original} ${COPIED}`)).href;
    },
    async stop() {
      if (!server) {
        for (const name of made) await query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        if (!collation) await removeFromWorkers(url, made);
      }
      await stop();
    },
  };
}

export async function asAdministrator(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
