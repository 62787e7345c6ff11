import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../../src/store/postgres/postgres.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';
import { closeToConnections, DISTRIBUTED_DATABASE, hasCitus } from '../postgres/citus.ts';
import {
  DATABASE_WITH_TABLES,
  SHARED_SERVER,
  startPostgres,
  type TestPostgres,
} from '../postgres/postgres.ts';
import { DATA_FOLDERS, FOLDER_WITH_TABLES, newDataFolder } from '../service/data-folder.ts';
import { BUNDLED_PROGRAM } from '../service/program.ts';
import { bundleProgram } from './bundle-program.ts';
import { keepCompiled } from './keep-compiled.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/** One PostgreSQL for all files of a run: each creates its own databases on it. */
let postgres: TestPostgres | undefined;
let memory: string | undefined;
let tables: string | undefined;
let program: string | undefined;

export async function globalSetup(): Promise<void> {
  // Every file is a process that loads the service again, and half of that time is compilation.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'proffer-compile-cache');
  memory = await folderInMemory();
  if (memory) process.env[DATA_FOLDERS] = memory;
  await Promise.all([
    // A test that runs the tests of a file passes its bundle on.
    process.env.TEST_BUNDLE && !process.env[BUNDLED_PROGRAM] && bundleForAll(),
    !process.env[FOLDER_WITH_TABLES] && makeTables(),
    process.env.TEST_ENGINES !== 'sqlite' && preparePostgres(),
  ]);
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop();
  for (const folder of [tables, program, memory]) {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

async function preparePostgres(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !(await hasCitus(given))) return;
  postgres = await startPostgres();
  if (given) {
    const distributed = new URL(await postgres.createDatabase()).pathname.slice(1);
    await closeToConnections(given, distributed);
    process.env[DISTRIBUTED_DATABASE] = distributed;
    return;
  }
  process.env[SHARED_SERVER] = throughSocket(postgres);
  const url = await postgres.createDatabase();
  await (await openPostgres(url)).close();
  process.env[DATABASE_WITH_TABLES] = new URL(url).pathname.slice(1);
}

/** Uses the Unix socket, which takes a fifth less processor time than TCP; proxies ignore it. */
function throughSocket({ url, server }: TestPostgres): string {
  return server ? `${url}?host=${encodeURIComponent(server.folder)}` : url;
}

/** A bundle pays off after a few starts of the program; a run of one file starts the sources. */
async function bundleForAll(): Promise<void> {
  program = await newDataFolder('proffer-program-');
  // Tests that switch to another user must be able to read it.
  await chmod(program, 0o755);
  const file = await bundleProgram(program);
  await keepCompiled(file);
  process.env[BUNDLED_PROGRAM] = file;
}

async function makeTables(): Promise<void> {
  tables = await newDataFolder('proffer-tables-');
  await (await openSqlite(tables)).close();
  process.env[FOLDER_WITH_TABLES] = tables;
}

async function folderInMemory(): Promise<string | undefined> {
  const space = await statfs(MEMORY).catch(() => undefined);
  if (!space || space.bavail * space.bsize < ENOUGH_BYTES) return undefined;
  const folder = await mkdtemp(join(MEMORY, 'proffer-tests-'));
  await chmod(folder, 0o711);
  return folder;
}
