import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { Sql } from '../database.ts';
import {
  type Block,
  type Direction,
  listBlocks,
  ofBlocks,
  type Place,
  placeAmong,
  type Stretch,
} from './quote-blocks.ts';
import { type BlockColumns, columnsOf, currencyCode, type Marks, marksOf } from './quote-columns.ts';
import { type Range, rangesOf, textConditions } from './quote-filters.ts';
import { countedBlocks, type Memory, memoryOf } from './search-totals.ts';

/** How many quotes pass a filter, and where they are. */
export interface Passing {
  total: number;
  /** Those of which there are any. */
  statuses: QuoteStatus[];
  place(from: Direction, stretch: Stretch): Place;
}

/** `term` is in the form that is searched. */
export async function countPassing(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  term: string,
): Promise<Passing> {
  const blocks = await listBlocks(sql, accountId);
  const counts = await countsOf(sql, accountId, filter, term, blocks);
  return ofBlocks(blocks, `passing ${keyOf(filter, term)} ${filter.statuses}`, () =>
    passingOf(blocks, counts, filter.statuses ?? QUOTE_STATUSES),
  );
}

function passingOf(
  blocks: readonly Block[],
  counts: readonly (readonly number[])[],
  wanted: readonly QuoteStatus[],
): Passing {
  const sums = QUOTE_STATUSES.map(() => 0);
  const places = wanted.map((status) => QUOTE_STATUSES.indexOf(status));
  const sized = blocks.map(({ startId, endId }, index) => {
    let n = 0;
    for (const place of places) {
      const own = counts[index]?.[place] ?? 0;
      sums[place] = (sums[place] ?? 0) + own;
      n += own;
    }
    return { startId, endId, n };
  });
  return {
    total: sums.reduce((total, n) => total + n, 0),
    statuses: QUOTE_STATUSES.filter((_, status) => (sums[status] ?? 0) > 0),
    place: (from, stretch) => placeAmong(sized, from, stretch),
  };
}

function keyOf({ statuses: _, ...others }: QuoteFilter, term: string): string {
  return JSON.stringify([others, term]);
}

/** By block, and by status in it: made once for the same blocks, and then only of those that have changed. */
async function countsOf(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  term: string,
  blocks: readonly Block[],
): Promise<readonly (readonly number[])[]> {
  const key = keyOf(filter, term);
  return ofBlocks(blocks, `counts ${key}`, async () => {
    const ranges = rangesOf(filter);
    const texts = textConditions(sql, filter, term);
    if (ranges.length === 0 && texts.length === 0) return blocks.map(({ counts }) => counts);
    const columns = await columnsOf(sql, accountId, blocks);
    const marks: Marks[][] = [];
    for (const text of texts) marks.push(await marksOf(sql, accountId, blocks, text));
    const currency = filter.currency === undefined ? undefined : currencyCode(filter.currency);
    const known = countedBlocks(memoryOf(counted, sql), `${accountId} ${key}`);
    return blocks.map(({ startId, version }, index) => {
      const last = known[index];
      if (last?.startId === startId && last.version === version) return last.counts;
      const own = { ranges, currency, marks: marks.map((each) => each[index] ?? { text: '' }) };
      const counts = countBlock(columns[index] as BlockColumns, own);
      known[index] = { startId, version, counts };
      return counts;
    });
  });
}

interface CountedBlock extends Pick<Block, 'startId' | 'version'> {
  counts: readonly number[];
}

/** Of filters that were asked for lately. */
const counted: Memory<CountedBlock> = new WeakMap();

interface Asked {
  ranges: readonly Range[];
  currency: number | undefined;
  marks: readonly Marks[];
}

type Bounded = BlockColumns['total'] & { from: number; to: number };

function countBlock(block: BlockColumns, asked: Asked): readonly number[] {
  const { ranges, currency, marks } = asked;
  const bounds = ranges.map(({ column, from = -Infinity, to = Infinity }) => ({
    ...block[column],
    ...{ column, from, to },
  }));
  if (bounds.some(({ least, most, from, to }) => most < from || least > to)) return NONE;
  // Time goes on along the blocks: all but one or two are before, behind or within a range as a whole.
  const cut = bounds.filter(({ least, most, from, to }) => least < from || most > to);
  const [mark, ...others] = marks;
  const isOfAmount = currency !== undefined;
  if (!mark && !isOfAmount && cut.length === 0) return block.counts;
  if (!mark && isOfAmount && cut.every(({ column }) => column === 'total')) {
    const { from = -Infinity, to = Infinity } = cut[0] ?? {};
    return block.amounts.get(currency)?.map((amounts) => countWithin(amounts, from, to)) ?? NONE;
  }
  if (!mark || isOfAmount || cut.length > 0 || others.length > 0) return countRows(block, cut, asked);
  if (mark.counted?.of !== block) mark.counted = { of: block, counts: countRows(block, cut, asked) };
  return mark.counted.counts;
}

const NONE: readonly number[] = QUOTE_STATUSES.map(() => 0);

function countWithin(sorted: Float64Array, from: number, to: number): number {
  return firstAbove(sorted, (value) => value > to) - firstAbove(sorted, (value) => value >= from);
}

function firstAbove(sorted: Float64Array, isAbove: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAbove(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const ONE = '1'.charCodeAt(0);

/** Column by column, with nothing in the loops that is not a number: this may be done for every quote of the account. */
function countRows(
  { statuses, currencies }: BlockColumns,
  cut: readonly Bounded[],
  { currency, marks }: Asked,
): number[] {
  const passing = new Uint8Array(statuses.length).fill(1);
  if (currency !== undefined) {
    for (let row = 0; row < passing.length; row++) if (currencies[row] !== currency) passing[row] = 0;
  }
  for (const { values, from, to } of cut) {
    for (let row = 0; row < passing.length; row++) {
      const value = values[row] as number;
      if (value < from || value > to) passing[row] = 0;
    }
  }
  for (const { text } of marks) {
    for (let row = 0; row < passing.length; row++) if (text.charCodeAt(row) !== ONE) passing[row] = 0;
  }
  const counts = new Uint32Array(QUOTE_STATUSES.length);
  for (let row = 0; row < passing.length; row++) {
    const status = statuses[row] as number;
    counts[status] = (counts[status] as number) + (passing[row] as number);
  }
  return [...counts];
}
