import type { Database, Sql } from '../store/database.ts';
import { findSetting, loadSetting, putSetting } from '../store/tables/settings.ts';
import { bringUpToDate, rowsAfter, SHAPED, type ShapedTable } from '../store/tables/stored-docs.ts';

/** So many rows of JSON, or so many characters of larger ones, keep the event loop for a few milliseconds. */
const BATCH = 50;
const BATCH_LENGTH = 500_000;

interface Progress {
  shape: number;
  /** The last row that was looked at; `null` when all were. */
  after: [string, string] | null;
}

/**
 * Brings what an earlier version stored to the present shape, a few rows at each call, while the service runs: until
 * then it is done at every read. How far it has come is kept with the rows, for the next process, or for another one.
 */
export function createBringingUpToDate(db: Database): () => Promise<void> {
  const left = Object.keys(SHAPED) as ShapedTable[];
  return async () => {
    const [table] = left;
    if (table && (await takeBatch(db, table))) left.shift();
  };
}

/**
 * `true` when all rows of the table have been looked at. Rows of one account at a time, as one of its writes: next to
 * one that changes the same quotes in another order, each would wait for the other.
 */
async function takeBatch(db: Database, table: ShapedTable): Promise<boolean> {
  const after = placeIn(table, await findSetting(db.read, nameOf(table)));
  if (after === null) return true;
  const [first] = await rowsAfter(db.read, table, after, 1);
  const account = first?.account_id;
  await db.write((tx) => takeRows(tx, table, account), { account });
  return false;
}

async function takeRows(tx: Sql, table: ShapedTable, account: string | undefined): Promise<void> {
  const after = placeIn(table, await loadSetting(tx, nameOf(table)));
  if (after === null) return;
  const rows = await rowsAfter(tx, table, after, BATCH);
  const own = firstOf(rows.filter((row) => row.account_id === account));
  await bringUpToDate(tx, table, own);
  const last = own.at(-1);
  // Another process has come to the next account: so will the next call.
  if (!last && rows.length > 0) return;
  const next: Progress = { shape: SHAPED[table].shape, after: last ? [last.account_id, last.id] : null };
  await putSetting(tx, nameOf(table), JSON.stringify(next));
}

/** The first one however long it is. */
function firstOf<Row extends { doc: string }>(rows: readonly Row[]): Row[] {
  let length = 0;
  return rows.filter(({ doc }, index) => {
    length += doc.length;
    return index === 0 || length <= BATCH_LENGTH;
  });
}

function placeIn(table: ShapedTable, kept: string | undefined): Progress['after'] {
  const progress = kept === undefined ? undefined : (JSON.parse(kept) as Progress);
  return progress && progress.shape >= SHAPED[table].shape ? progress.after : START;
}

function nameOf(table: ShapedTable): string {
  return `shape of ${table}`;
}

const START: [string, string] = ['', ''];
