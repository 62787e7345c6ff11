import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { INVOICE_SHAPE, QUOTE_SHAPE } from '../../../src/domain/stored-shape.ts';
import type { Database } from '../../../src/store/database.ts';
import { type Engine, startTestService, type TestService } from '../service/service.ts';
import { restored, type StoredDatabase } from '../store/stored-database.ts';

/** Starts a service on a stored database that has been changed by statements of its version. */
export function startOnStored(
  version: string,
  engine: Engine,
  stored: StoredDatabase,
  statements: string[],
): Promise<TestService> {
  return startTestService({
    documents: 'typeset',
    engine,
    now: stored.now,
    env: { PROFFER_SECRET: stored.secret },
    async prepare(place) {
      await restored(version, engine)(place);
      if (engine === 'sqlite') executeInFile(join(place.dataDir, 'proffer.db'), statements);
      else await executeAt(place.env.DATABASE_URL ?? '', statements);
    },
  });
}

function executeInFile(path: string, statements: string[]): void {
  const file = new DatabaseSync(path);
  try {
    for (const statement of statements) file.exec(statement);
  } finally {
    file.close();
  }
}

async function executeAt(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Counts the quotes and invoices whose rows have an earlier shape. */
export async function countOld(db: Database): Promise<number> {
  const row = await db.read.get<{ n: number }>(
    `SELECT (SELECT count(*) FROM quotes WHERE shape < ?) + (SELECT count(*) FROM invoices WHERE shape < ?) AS n`,
    QUOTE_SHAPE,
    INVOICE_SHAPE,
  );
  return Number(row?.n);
}
