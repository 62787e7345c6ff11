import { isDeepStrictEqual } from 'node:util';
import { listTables, type Table } from '../catalog.ts';
import type { Database } from '../database.ts';
import { MoveError } from '../move-data.ts';

/** Tables with rows of an account that stay where they are, with the reason. */
export const TABLES_NOT_MOVED: Readonly<Record<string, string>> = {
  account_limits: 'what the operator of an installation allows',
  closed_accounts: 'an installation closes an account; it is open in the target',
  app_grants: 'apps connect to an installation',
  app_tokens: 'apps connect to an installation',
  mail_sign_ins: 'a sign-in that is under way',
  session_accounts: 'sign-ins to an installation',
};

/** Values that are unique among all accounts. An account that is moved must not have one that the target has already. */
export const UNIQUE_AMONG_ACCOUNTS = [
  { table: 'keys', column: 'hash', what: 'an API key' },
  { table: 'links', column: 'token_hash', what: 'a link' },
] as const;

export interface MovedTables {
  /** Those with rows of the account. Each comes after those that it references. */
  own: readonly Table[];
  all: readonly Table[];
}

/** Both databases were brought up to date when they were opened, so they differ only if somebody has changed one. */
export async function findMovedTables(from: Database, to: Database): Promise<MovedTables> {
  const [all, target] = await Promise.all([listTables(from), listTables(to)]);
  const shape = (tables: readonly Table[]) =>
    tables.map(({ name, columns }) => `${name} (${columns})`).sort();
  if (!isDeepStrictEqual(shape(all), shape(target))) {
    throw new MoveError(
      'The two databases do not have the same tables: start the same version of the service on each once, stop it, and try again',
    );
  }
  const isOwn = ({ name, columns }: Table) => name === 'accounts' || columns.includes('account_id');
  return { all, own: all.filter((table) => isOwn(table) && !Object.hasOwn(TABLES_NOT_MOVED, table.name)) };
}
