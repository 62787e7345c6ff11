import type { Deps } from '../../app/deps.ts';
import { listTables, type Table } from '../../store/catalog.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount, findFirstAccount } from '../../store/tables/account/accounts.ts';
import {
  deleteAccountRow,
  deleteAccountRows,
  listAccountTables,
} from '../../store/tables/account/delete-account.ts';
import { deleteUserGrants } from '../../store/tables/apps/grants.ts';
import { deleteAccountSessions } from '../../store/tables/person/session-accounts.ts';
import { renewUserSessions } from '../../store/tables/person/sessions.ts';
import {
  deleteMembership,
  deleteUser,
  listMembers,
  listMemberships,
} from '../../store/tables/person/users.ts';

/** Rows per transaction: other writes wait for no longer one. Files are megabytes. */
const ROWS_AT_ONCE = 200;
const FILES_AT_ONCE = 5;

/** Why an account is not deleted. */
export type DeleteObstacle = 'unknown' | 'other_name' | 'open' | 'first';

export interface DeletedAccount {
  /** Deleted rows by table, of this run. */
  rows: Record<string, number>;
  /** People who belonged to no other account. */
  people: number;
}

export async function findDeleteObstacle(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  name: string,
): Promise<DeleteObstacle | undefined> {
  const stored = await findAccount(db.read, accountId);
  if (!stored) return 'unknown';
  if (stored.account.name !== name) return 'other_name';
  if (stored.account.closedAt === null) return 'open';
  // Keys of the first account see figures of the whole installation, which no other account may inherit.
  return (await findFirstAccount(db.read))?.id === accountId ? 'first' : undefined;
}

/**
 * Deletes a closed account with all that belongs to it, in many transactions. A run that was killed can be repeated: the
 * account itself goes last, and stays closed until then.
 */
export async function deleteAccount({ db }: Pick<Deps, 'db'>, accountId: string): Promise<DeletedAccount> {
  const people = await removePeople(db, accountId);
  const rows: Record<string, number> = {};
  const tables = listAccountTables(await listTables(db));
  // Expiry and the like still write to a closed account, so they may add rows to a table that was emptied.
  while (await deletePass(db, tables, accountId, rows));
  await write(db, accountId, (tx) => deleteAccountRow(tx, accountId));
  await db.scrub?.();
  return { rows, people };
}

/** Returns whether there was anything to delete. */
async function deletePass(
  db: Deps['db'],
  tables: readonly Table[],
  accountId: string,
  rows: Record<string, number>,
): Promise<boolean> {
  let any = false;
  for (const table of tables) {
    const limit = table.hasBytes ? FILES_AT_ONCE : ROWS_AT_ONCE;
    for (;;) {
      const deleted = await write(db, accountId, (tx) => deleteAccountRows(tx, table, accountId, limit));
      if (deleted === 0) break;
      any = true;
      rows[table.name] = (rows[table.name] ?? 0) + deleted;
    }
  }
  return any;
}

/** Removes all members. Returns how many people were deleted, because they belonged to no other account. */
async function removePeople(db: Deps['db'], accountId: string): Promise<number> {
  let deleted = 0;
  for (const { id } of await listMembers(db.read, accountId)) {
    deleted += await write(db, accountId, async (tx) => {
      await deleteMembership(tx, accountId, id);
      await deleteAccountSessions(tx, accountId, id);
      await deleteUserGrants(tx, id, accountId);
      const isAlone = (await listMemberships(tx, id)).length === 0;
      if (isAlone) await deleteUser(tx, id);
      else await renewUserSessions(tx, id);
      return isAlone ? 1 : 0;
    });
  }
  return deleted;
}

function write<T>(db: Deps['db'], accountId: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  return db.write(work, { account: accountId, evenIfClosed: true, evenIfMoved: true });
}
