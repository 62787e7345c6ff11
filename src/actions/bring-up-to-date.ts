import type { Quote } from '../domain/quote/quote.ts';
import { outcomeOf } from '../domain/statistics/outcome.ts';
import type { Database, Sql } from '../store/database.ts';
import { countFirst } from '../store/tables/quote/outcomes.ts';
import { loadQuote } from '../store/tables/quote/quotes.ts';
import { findSetting, loadSetting, putSetting } from '../store/tables/settings.ts';
import { bringUpToDate, type Row, rowsAfter, SHAPED, type ShapedTable } from '../store/tables/stored-docs.ts';

/** So many rows of JSON, or so many characters of larger ones, keep the event loop for a few milliseconds. */
const BATCH = 50;
const BATCH_LENGTH = 500_000;

/** Something that every row of a table is to be given once. */
interface Upkeep {
  /** Under which it is kept how far it has come. */
  name: string;
  table: ShapedTable;
  /** Begins again from the first row when it rises. */
  level: number;
  take(tx: Sql, rows: readonly Row[]): Promise<unknown>;
}

const SHAPES: Upkeep[] = (Object.keys(SHAPED) as ShapedTable[]).map((table) => ({
  name: `shape of ${table}`,
  table,
  level: SHAPED[table].shape,
  take: (tx, rows) => bringUpToDate(tx, table, rows),
}));
const OUTCOMES: Upkeep = { name: 'outcomes of quotes', table: 'quotes', level: 1, take: countOutcomes };

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
  const left = [...SHAPES, OUTCOMES];
  return async () => {
    const [upkeep] = left;
    if (upkeep && (await takeBatch(db, upkeep))) left.shift();
  };
}

/** For a database that was just made: what will be stored in it has the present shape from the beginning. */
export async function markUpToDate(tx: Sql): Promise<void> {
  for (const { name, level } of [...SHAPES, OUTCOMES]) {
    const done: Progress = { shape: level, after: null };
    await putSetting(tx, name, JSON.stringify(done));
  }
}

/** Whether the statistics have all quotes in them. */
export async function areOutcomesCounted(sql: Sql): Promise<boolean> {
  return placeIn(OUTCOMES, await findSetting(sql, OUTCOMES.name)) === null;
}

/** Those that nobody has changed since there are counters. */
async function countOutcomes(tx: Sql, rows: readonly Row[]): Promise<void> {
  for (const { account_id: accountId, id, doc } of rows) {
    if (!outcomeOf(JSON.parse(doc) as Quote, 0)) continue;
    const stored = await loadQuote(tx, accountId, id);
    if (stored && stored.counted === null) await countFirst(tx, accountId, stored.quote);
  }
}

/**
 * `true` when all rows of the table have been looked at. Rows of one account at a time, as one of its writes: next to
 * one that changes the same quotes in another order, each would wait for the other.
 */
async function takeBatch(db: Database, upkeep: Upkeep): Promise<boolean> {
  const after = placeIn(upkeep, await findSetting(db.read, upkeep.name));
  if (after === null) return true;
  const [first] = await rowsAfter(db.read, upkeep.table, after, 1);
  const account = first?.account_id;
  await db.write((tx) => takeRows(tx, upkeep, account), { account });
  return false;
}

async function takeRows(tx: Sql, upkeep: Upkeep, account: string | undefined): Promise<void> {
  const { name, table, level } = upkeep;
  const after = placeIn(upkeep, await loadSetting(tx, name));
  if (after === null) return;
  const rows = await rowsAfter(tx, table, after, BATCH);
  const own = firstOf(rows.filter((row) => row.account_id === account));
  await upkeep.take(tx, own);
  const last = own.at(-1);
  // Another process has come to the next account: so will the next call.
  if (!last && rows.length > 0) return;
  const next: Progress = { shape: level, after: last ? [last.account_id, last.id] : null };
  await putSetting(tx, name, JSON.stringify(next));
}

/** The first one however long it is. */
function firstOf<Row extends { doc: string }>(rows: readonly Row[]): Row[] {
  let length = 0;
  return rows.filter(({ doc }, index) => {
    length += doc.length;
    return index === 0 || length <= BATCH_LENGTH;
  });
}

function placeIn({ level }: Upkeep, kept: string | undefined): Progress['after'] {
  const progress = kept === undefined ? undefined : (JSON.parse(kept) as Progress);
  return progress && progress.shape >= level ? progress.after : START;
}

const START: [string, string] = ['', ''];
