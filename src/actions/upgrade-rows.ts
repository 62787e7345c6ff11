import type { Deps } from '../app/deps.ts';
import type { Quote } from '../domain/quote/quote.ts';
import { classifyOutcome } from '../domain/quote/statistics/outcome.ts';
import type { Database, Sql } from '../store/database.ts';
import { loadQuote } from '../store/tables/quote/quotes.ts';
import { insertSearchTexts, listSearchTexts } from '../store/tables/quote/search-texts.ts';
import { findSetting, loadSetting, putSetting } from '../store/tables/settings.ts';
import { countInitially } from '../store/tables/statistics/outcomes.ts';
import {
  listRowsAfter,
  type Row,
  SHAPED_TABLES,
  type ShapedTable,
  upgradeStoredRows,
} from '../store/tables/stored-docs.ts';
import { markSealsUpgraded } from './account/sealing/reseal.ts';
import { applyErasureFile } from './customers/erasure/erasure-list.ts';

/** Limits of a batch in rows and in characters of JSON. */
interface BatchLimits {
  rows: number;
  length: number;
}

/** A batch blocks the event loop for a few milliseconds. */
const WHILE_RUNNING: BatchLimits = { rows: 50, length: 500_000 };
const AT_START: BatchLimits = { rows: 1000, length: 5_000_000 };

/** An upgrade that is applied once to every row of a table. */
interface Upgrade {
  /** Name of the setting that stores the progress. */
  name: string;
  table: ShapedTable;
  /** Raising the level starts the upgrade again from the first row. */
  level: number;
  take(tx: Sql, rows: readonly Row[]): Promise<unknown>;
}

const SHAPE_UPGRADES: Upgrade[] = (Object.keys(SHAPED_TABLES) as ShapedTable[]).map((table) => ({
  name: `shape of ${table}`,
  table,
  level: SHAPED_TABLES[table].shape,
  take: (tx, rows) => upgradeStoredRows(tx, table, rows),
}));
const OUTCOME_UPGRADE: Upgrade = {
  name: 'outcomes of quotes',
  table: 'quotes',
  level: 1,
  take: countOutcomes,
};

/** Needed before the first request: a search cannot tell which quotes have no text yet. */
const SEARCH_UPGRADE: Upgrade = {
  name: 'search texts of quotes',
  table: 'quotes',
  level: 1,
  take: fillSearchTexts,
};

interface Progress {
  shape: number;
  /** Account and id of the last row that was processed; `null` when all rows are done. */
  after: [string, string] | null;
}

/**
 * Upgrades the rows that an earlier version stored to the current shape, a few per call, while the service runs. Until
 * then every read upgrades its rows in memory. The progress is stored in the database, so that any process can continue.
 */
export function createUpgradeJob(db: Database): () => Promise<void> {
  const left = [...SHAPE_UPGRADES, OUTCOME_UPGRADE];
  return async () => {
    const [upgrade] = left;
    if (upgrade && (await upgradeBatch(db, upgrade, WHILE_RUNNING))) left.shift();
  };
}

/** Upgrades all rows that the service needs before it serves requests. Processes that start together share the work. */
export async function upgradeAtStart(store: Pick<Deps, 'db' | 'sealing'>): Promise<void> {
  while (!(await upgradeBatch(store.db, SEARCH_UPGRADE, AT_START)));
  // An older copy of the database may have been put back.
  await applyErasureFile(store);
}

/** Marks all upgrades of a new database as done: its rows have the current shape from the beginning. */
export async function markUpgraded(tx: Sql): Promise<void> {
  await markSealsUpgraded(tx);
  for (const { name, level } of [...SHAPE_UPGRADES, OUTCOME_UPGRADE, SEARCH_UPGRADE]) {
    const done: Progress = { shape: level, after: null };
    await putSetting(tx, name, JSON.stringify(done));
  }
}

/** Whether the statistics include all quotes. */
export async function areOutcomesCounted(sql: Sql): Promise<boolean> {
  return parseProgress(OUTCOME_UPGRADE, await findSetting(sql, OUTCOME_UPGRADE.name)) === null;
}

/** Counts the quotes that have not changed since the counters were introduced. */
async function countOutcomes(tx: Sql, rows: readonly Row[]): Promise<void> {
  for (const { account_id: accountId, id, doc } of rows) {
    if (!classifyOutcome(JSON.parse(doc) as Quote, 0)) continue;
    const stored = await loadQuote(tx, accountId, id);
    if (stored?.counted !== null) continue;
    await countInitially(tx, accountId, stored.quote, stored.figures.costs);
  }
}

/** All rows of a batch belong to one account. */
async function fillSearchTexts(tx: Sql, rows: readonly Row[]): Promise<void> {
  const quotes = rows.map(({ doc }) => JSON.parse(doc) as Quote);
  const accountId = rows[0]?.account_id ?? '';
  const texts = await listSearchTexts(
    tx,
    accountId,
    quotes.map(({ id }) => id),
  );
  await insertSearchTexts(
    tx,
    accountId,
    quotes.filter(({ id }) => !texts.has(id)),
  );
}

/**
 * Returns `true` when all rows of the table are done. A batch holds rows of one account and takes that account's write
 * turn: a concurrent write that changes the same quotes in another order would cause a deadlock.
 */
async function upgradeBatch(db: Database, upgrade: Upgrade, limits: BatchLimits): Promise<boolean> {
  const after = parseProgress(upgrade, await findSetting(db.read, upgrade.name));
  if (after === null) return true;
  const [first] = await listRowsAfter(db.read, upgrade.table, after, 1);
  const account = first?.account_id;
  await db.write((tx) => upgradeRows(tx, upgrade, account, limits), { account });
  return false;
}

async function upgradeRows(
  tx: Sql,
  upgrade: Upgrade,
  account: string | undefined,
  limits: BatchLimits,
): Promise<void> {
  const { name, table, level } = upgrade;
  const after = parseProgress(upgrade, await loadSetting(tx, name));
  if (after === null) return;
  const rows = await listRowsAfter(tx, table, after, limits.rows);
  const own = limitBatch(
    rows.filter((row) => row.account_id === account),
    limits,
  );
  await upgrade.take(tx, own);
  const last = own.at(-1);
  // Another process has moved on to the next account; the next call will do the same.
  if (!last && rows.length > 0) return;
  const next: Progress = { shape: level, after: last ? [last.account_id, last.id] : null };
  await putSetting(tx, name, JSON.stringify(next));
}

/** Returns the rows that fit into a batch, and at least the first one. */
function limitBatch<Row extends { doc: string }>(rows: readonly Row[], limits: BatchLimits): Row[] {
  let length = 0;
  return rows.filter(({ doc }, index) => {
    length += doc.length;
    return index === 0 || length <= limits.length;
  });
}

function parseProgress({ level }: Upgrade, value: string | undefined): Progress['after'] {
  const progress = value === undefined ? undefined : (JSON.parse(value) as Progress);
  return progress && progress.shape >= level ? progress.after : START;
}

const START: [string, string] = ['', ''];
