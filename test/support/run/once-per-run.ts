import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHARED_SERVER, startPostgres, type TestPostgres } from '../postgres/postgres.ts';

/** One PostgreSQL for all files of a run: each makes databases of its own on it. */
let postgres: TestPostgres | undefined;

export async function globalSetup(): Promise<void> {
  // Every file is a process that loads the service anew: half of that time is compiling.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'proffer-compile-cache');
  if (process.env.TEST_ENGINES === 'sqlite' || process.env.TEST_DATABASE_URL) return;
  postgres = await startPostgres();
  process.env[SHARED_SERVER] = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop();
}
