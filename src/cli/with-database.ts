import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseAccount } from '../actions/account/accounts.ts';
import { type Config, readConfig } from '../app/config/config.ts';
import type { Account } from '../domain/account/account.ts';
import type { Database, Sql } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { CliError } from './command.ts';
import { explainError } from './failure.ts';

/** Opens the configured database for `work` and closes it afterwards. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  requireDatabase(config);
  const db = await openDatabase(config).catch((error) => {
    throw toDatabaseError(error, config);
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Converts a database error to one that names the environment variable to change. */
export function toDatabaseError(error: unknown, { databaseUrl, dataDir }: Config): unknown {
  const reason = error instanceof CliError ? undefined : explainError(error);
  if (reason === undefined) return error;
  return new CliError(databaseUrl ? `DATABASE_URL: ${reason}` : `DATA_DIR ${resolve(dataDir)}: ${reason}`);
}

export async function requireAccount(sql: Sql, id: string | undefined): Promise<Account> {
  const account = await chooseAccount(sql, id);
  if (account) return account;
  throw new CliError(
    id === undefined
      ? 'there is no account yet: start the service once (proffer serve), or create one (proffer accounts create)'
      : `there is no account ${id}. See: proffer accounts list`,
  );
}

/** Fails if there is no database: a command in the wrong folder must not create an empty one. */
function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || existsSync(join(dataDir, 'proffer.db'))) return;
  throw new CliError(
    `there is no database in ${resolve(dataDir)}: start the service once (proffer serve), or set DATA_DIR`,
  );
}
