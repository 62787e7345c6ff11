import type { Database } from '../store/database.ts';
import { loadSetting, putSetting } from '../store/tables/settings.ts';
import { bringUpToDate, rowsAfter, SHAPED, type ShapedTable } from '../store/tables/stored-docs.ts';

/** So many rows of JSON keep the event loop for a few milliseconds. */
const BATCH = 100;

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

/** `true` when all rows of the table have been looked at. */
async function takeBatch(db: Database, table: ShapedTable): Promise<boolean> {
  const name = `shape of ${table}`;
  const { shape } = SHAPED[table];
  return db.write(async (tx) => {
    const kept = await loadSetting(tx, name);
    const progress = kept === undefined ? undefined : (JSON.parse(kept) as Progress);
    const { after } = progress && progress.shape >= shape ? progress : { after: START };
    if (after === null) return true;
    const rows = await rowsAfter(tx, table, after, BATCH);
    await bringUpToDate(tx, table, rows);
    const last = rows.length === BATCH ? rows.at(-1) : undefined;
    const next: Progress = { shape, after: last ? [last.account_id, last.id] : null };
    await putSetting(tx, name, JSON.stringify(next));
    return last === undefined;
  });
}

const START: [string, string] = ['', ''];
