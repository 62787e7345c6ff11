import { listTables } from '../catalog.ts';
import type { Database } from '../database.ts';
import { MOVE_MARK, MoveError } from '../move-data.ts';
import { findMoveState } from '../tables/account/closed-accounts.ts';
import { deleteAccountRow, deleteAccountRows, listAccountTables } from '../tables/account/delete-account.ts';
import { findSetting } from '../tables/settings.ts';
import { describeMove, getMovedSetting } from './move-account.ts';
import { planPeople, removePeople } from './people.ts';

const ROWS_AT_ONCE = 50;

/** Takes back a move that is not verified yet: the target is as before. At the source, only closing it is left to undo. */
export async function undoAccountMove(
  from: Database,
  to: Database,
  accountId: string,
): Promise<{ rows: number }> {
  const isBegun = (await findSetting(to.read, MOVE_MARK)) === (await describeMove(from, accountId));
  const isVerified = (await findSetting(from.read, getMovedSetting(accountId))) !== undefined;
  if (isBegun && isVerified) {
    throw new MoveError('All rows were moved and verified: repeat the move to finish it');
  }
  const isClosed = ((await findMoveState(from.read, accountId)) ?? 'none') !== 'none';
  if (!isBegun && (isVerified || !isClosed)) {
    throw new MoveError(`No move of ${accountId} between these databases is unfinished`);
  }
  return { rows: isBegun ? await clearTarget(from, to, accountId) : 0 };
}

async function clearTarget(from: Database, to: Database, accountId: string): Promise<number> {
  let rows = 0;
  const owner = { account: accountId };
  for (const table of listAccountTables(await listTables(to))) {
    let deleted: number;
    do {
      deleted = await to.write((tx) => deleteAccountRows(tx, table, accountId, ROWS_AT_ONCE), owner);
      rows += deleted;
    } while (deleted > 0);
  }
  const people = await planPeople(from.read, to.read, accountId);
  await to.write(async (tx) => {
    await deleteAccountRow(tx, accountId);
    await removePeople(tx, people);
    await tx.run('DELETE FROM settings WHERE name = ?', MOVE_MARK);
  }, owner);
  return rows;
}
