import { setImmediate } from 'node:timers/promises';
import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { Part, Sql } from '../database.ts';
import { type Block, listBlocks, SIZES } from './quote-blocks.ts';

/*
 * Buys totals of filters that many quotes pass: counted by the database they take as long as there are such quotes, and
 * kept by the database every new quote would pay for them. `npm run bench:scale`.
 */

/** The facts of the quotes of a block, in the order of creation. */
export interface BlockColumns {
  /** How many there are of each status. */
  counts: number[];
  statuses: Uint8Array;
  /** By `currencyCode`. */
  currencies: Uint16Array;
  created_at: Column;
  updated_at: Column;
  valid_until: Column;
  total: Column;
  /** The totals once more, in their own order: by currency, and in it by status. */
  amounts: Map<number, Float64Array[]>;
}

/** Which quotes of a block meet a condition: a `1` for each one that does. */
export interface Marks {
  text: string;
  /** How many of each status that are, of these columns. */
  counted?: { of: BlockColumns; counts: readonly number[] };
}

interface Column {
  values: Float64Array;
  least: number;
  most: number;
}

/** What is known of a block, as of its version. */
interface Known<T> {
  startId: string;
  version: number;
  what: T;
}

/** Blocks read by one statement: short enough that others get their turn. */
const AT_ONCE = 2;
/** Of accounts, at some 50 bytes a quote; and of texts in accounts, at one byte. The oldest goes first. */
const MAX_COLUMNS = 20;
const MAX_MARKS = 40;
const MAX_QUOTES = 4_000_000;

type Memory<T> = WeakMap<Sql, Map<string, Known<T>[]>>;
const columns: Memory<BlockColumns> = new WeakMap();
const marks: Memory<Marks> = new WeakMap();

/** Or there in no time. */
export async function areColumnsAtHand(sql: Sql, accountId: string): Promise<boolean> {
  if (columns.get(sql)?.has(accountId)) return true;
  return (await listBlocks(sql, accountId)).length <= SIZES.quick;
}

/** Of all blocks; only those that changed since the last time are read. */
export function columnsOf(sql: Sql, accountId: string, blocks: readonly Block[]): Promise<BlockColumns[]> {
  const known = remembered(columns, sql, accountId, MAX_COLUMNS);
  const select = `SELECT string_agg(status || ' ' || currency || ' ' || created_at || ' ' || updated_at || ' '
    || valid_until || ' ' || total, ',') AS text FROM (
      SELECT * FROM ${sql.facts.all} AS q WHERE account_id = ? AND id >= ? AND id < ? ORDER BY id) AS facts`;
  return refreshed(sql, accountId, blocks, known, { sql: select, values: [] }, readColumns);
}

/** Of a condition on the facts as `q`, for all blocks. */
export function marksOf(
  sql: Sql,
  accountId: string,
  blocks: readonly Block[],
  condition: Part,
): Promise<Marks[]> {
  const key = JSON.stringify([accountId, condition.sql, ...condition.values]);
  const known = remembered(marks, sql, key, MAX_MARKS);
  const select = `SELECT string_agg(mark, '') AS text FROM (
    SELECT CASE WHEN ${condition.sql} THEN '1' ELSE '0' END AS mark FROM ${sql.facts.all} AS q
    WHERE q.account_id = ? AND q.id >= ? AND q.id < ? ORDER BY q.id) AS marks`;
  return refreshed(sql, accountId, blocks, known, { sql: select, values: condition.values }, (text) => ({
    text,
  }));
}

/** What is known by this key, from now on as the newest. */
function remembered<T>(memory: Memory<T>, sql: Sql, key: string, max: number): Known<T>[] {
  const all = memory.get(sql) ?? new Map<string, Known<T>[]>();
  memory.set(sql, all);
  const known = all.get(key) ?? [];
  all.delete(key);
  all.set(key, known);
  // A block has a thousand quotes or so.
  let quotes = [...all.values()].reduce((sum, blocks) => sum + blocks.length * 1000, 0);
  for (const [oldest, blocks] of all) {
    if (oldest === key || (all.size <= max && quotes <= MAX_QUOTES)) break;
    all.delete(oldest);
    quotes -= blocks.length * 1000;
  }
  return known;
}

const underWay = new WeakMap<object, Promise<unknown>>();

async function refreshed<T>(
  sql: Sql,
  accountId: string,
  blocks: readonly Block[],
  known: Known<T>[],
  select: Part,
  read: (text: string) => T,
): Promise<T[]> {
  // Whoever asks while somebody reads would only read the same.
  while (underWay.has(known)) await underWay.get(known);
  const reading = readStale(sql, accountId, blocks, known, select, read).finally(() =>
    underWay.delete(known),
  );
  underWay.set(
    known,
    reading.catch(() => {}),
  );
  await reading;
  return blocks.map((_, index) => known[index]?.what ?? read(''));
}

async function readStale<T>(
  sql: Sql,
  accountId: string,
  blocks: readonly Block[],
  known: Known<T>[],
  select: Part,
  read: (text: string) => T,
): Promise<void> {
  const stale = [...blocks.entries()].filter(
    ([index, { startId, version }]) => known[index]?.startId !== startId || known[index]?.version !== version,
  );
  known.length = Math.min(known.length, blocks.length);
  for (let start = 0; start < stale.length; start += AT_ONCE) {
    const some = stale.slice(start, start + AT_ONCE);
    const rows = await sql.all<{ place: number; text: string | null }>(
      some
        .map((_, place) => `SELECT ${place} AS place, one.text FROM (${select.sql}) AS one`)
        .join(' UNION ALL '),
      ...some.flatMap(([, { startId, endId }]) => [...select.values, accountId, startId, endId]),
    );
    for (const { place, text } of rows) {
      const [index, { startId, version }] = some[place] as (typeof some)[number];
      known[index] = { startId, version, what: read(text ?? '') };
    }
    if (stale.length > AT_ONCE) await setImmediate();
  }
}

const codes = new Map<string, number>();

/** Each currency has a number in this process. */
export function currencyCode(currency: string): number {
  const code = codes.get(currency) ?? codes.size;
  codes.set(currency, code);
  return code;
}

function readColumns(text: string): BlockColumns {
  const rows = text === '' ? [] : text.split(',').map((row) => row.split(' '));
  const column = (place: number): Column => {
    const values = Float64Array.from(rows, (row) => Number(row[place]));
    let [least, most] = [Infinity, -Infinity];
    for (const value of values) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return { values, least, most };
  };
  const statuses = Uint8Array.from(rows, ([status]) => QUOTE_STATUSES.indexOf(status as QuoteStatus));
  const counts = QUOTE_STATUSES.map(() => 0);
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return {
    counts,
    statuses,
    currencies: Uint16Array.from(rows, ([, currency]) => currencyCode(currency ?? '')),
    amounts: amountsOf(rows),
    created_at: column(2),
    updated_at: column(3),
    valid_until: column(4),
    total: column(5),
  };
}

function amountsOf(rows: readonly string[][]): BlockColumns['amounts'] {
  const byCurrency = Map.groupBy(rows, ([, currency]) => currencyCode(currency ?? ''));
  return new Map(
    [...byCurrency].map(([currency, some]) => [
      currency,
      QUOTE_STATUSES.map((status) =>
        Float64Array.from(
          some.filter((row) => row[0] === status),
          (row) => Number(row[5]),
        ).sort(),
      ),
    ]),
  );
}
