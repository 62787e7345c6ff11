import { listTables } from '../catalog.ts';
import type { Database } from '../database.ts';
import { MOVE_MARK, MoveError } from '../move-data.ts';
import { deleteAccountRow, deleteAccountRows, listAccountTables } from '../tables/account/delete-account.ts';
import { findSetting } from '../tables/settings.ts';
import { describeMove, getMovedSetting } from './move-account.ts';
import { planPeople, removePeople } from './people.ts';

const ROWS_AT_ONCE = 50;

/** Takes back a move that is not verified yet: the target is as before. The source was only read. */
export async function undoAccountMove(
  from: Database,
  to: Database,
  accountId: string,
): Promise<{ rows: number }> {
  const mark = await describeMove(from, accountId);
  if ((await findSetting(to.read, MOVE_MARK)) !== mark) {
    throw new MoveError(`No move of ${accountId} between these databases is unfinished`);
  }
  if (await findSetting(from.read, getMovedSetting(accountId))) {
    throw new MoveError('All rows were moved and verified: repeat the move to finish it');
  }
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
  return { rows };
}
