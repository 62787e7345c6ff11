import { readFileSync } from 'node:fs';
import pg from 'pg';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import { migratePostgres } from '../../../src/store/postgres/migrate.ts';
import { asAdministrator } from './postgres.ts';

/** Any number that all test processes share. */
const ADDING_NODES = 0x43697475;

const PAGE = new URL('../../../docs/distributed.md', import.meta.url);

/** Settings of the service's connections, which Citus does not hand on. */
const WORKER_SETTINGS = [
  'enable_seqscan = off',
  "work_mem = '32MB'",
  'max_parallel_workers_per_gather = 0',
  'jit = off',
];

/** Name of a distributed database that the tests of a run copy; set by `once-per-run.ts`. */
export const DISTRIBUTED_DATABASE = 'TEST_DISTRIBUTED_DATABASE';

/** Checks whether the server is a Citus coordinator. */
export async function hasCitus(url: string): Promise<boolean> {
  const { rows } = await asAdministrator(url, 'SHOW shared_preload_libraries');
  return /\bcitus\b/.test(rows[0]?.shared_preload_libraries ?? '');
}

/** Creates the tables of a database and distributes them over the workers, following the documentation. */
export async function spreadDatabase(coordinator: URL): Promise<void> {
  const name = coordinator.pathname.slice(1);
  const workers = citusWorkers(coordinator);
  const extension = 'CREATE EXTENSION citus';
  for (const worker of workers) {
    await asAdministrator(worker.href, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    await asAdministrator(Object.assign(new URL(worker), { pathname: name }).href, extension);
    await setUpWorker(worker, name);
  }
  const run = (text: string) => asAdministrator(coordinator.href, text);
  await run(extension);
  await run(`SELECT citus_set_coordinator_host(${placeOf(coordinator)})`);
  await oneAtATime(coordinator, async () => {
    for (const worker of workers) await run(`SELECT citus_add_node(${placeOf(worker)})`);
  });
  if (workers.length === 0) {
    await run(`SELECT citus_set_node_property(${placeOf(coordinator)}, 'shouldhaveshards', true)`);
  }
  await migratePostgres(coordinator.href, 'none', MIGRATIONS);
  for (const block of documentedStatements()) await runAsPsql(run, block);
}

/** A copy can only be made of a database without connections, such as those of the maintenance of Citus. */
export async function closeToConnections(url: string, name: string): Promise<void> {
  for (const { href } of [new URL(url), ...citusWorkers(new URL(url))]) {
    await asAdministrator(href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await asAdministrator(
      href,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  }
}

/** Copies a distributed database on each server: they find each other by the name of the database. */
export async function copyDistributed(url: string, original: string, name: string): Promise<void> {
  const copy = `CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY FILE_COPY`;
  for (const worker of citusWorkers(new URL(url))) {
    await asAdministrator(worker.href, copy);
    await setUpWorker(worker, name);
  }
  await asAdministrator(url, copy);
}

async function setUpWorker(worker: URL, name: string): Promise<void> {
  await asAdministrator(
    worker.href,
    WORKER_SETTINGS.map((one) => `ALTER DATABASE ${name} SET ${one}`).join('; '),
  );
}

/** Serializes across test processes: each new node gets the roles, which all databases of a server share. */
async function oneAtATime(coordinator: URL, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(coordinator), { pathname: '/postgres' }).href);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADDING_NODES]);
    await work();
  } finally {
    await client.end();
  }
}

/** Runs each statement in its own transaction; `\gexec` runs the statements that a query returns. */
async function runAsPsql(run: (text: string) => Promise<pg.QueryResult>, block: string): Promise<void> {
  for (const [, statement = '', end] of block.matchAll(/([^;\\]+)(;|\\gexec)/g)) {
    const { rows } = await run(statement);
    if (end === ';') continue;
    for (const row of rows) await run(Object.values<string>(row)[0] ?? '');
  }
}

export async function removeFromWorkers(url: string, names: readonly string[]): Promise<void> {
  for (const worker of citusWorkers(new URL(url))) {
    for (const name of names) {
      await asAdministrator(worker.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  }
}

/** Returns the SQL of the documentation page, which runs after the service has created its tables. */
export function documentedStatements(): string[] {
  const page = readFileSync(PAGE, 'utf8');
  return [...page.matchAll(/```sql\n([^`]*)```/g)].map(([, statements = '']) => statements);
}

function citusWorkers(coordinator: URL): URL[] {
  const places = process.env.TEST_CITUS_WORKERS?.split(',').filter(Boolean) ?? [];
  return places.map((host) => Object.assign(new URL(coordinator), { host, pathname: '/postgres' }));
}

function placeOf({ hostname, port }: URL): string {
  return `'${hostname}', ${port || 5432}`;
}
