import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { Sql, SqlPart } from '../database.ts';
import { CUSTOMER_ORDER } from './by-customer/customer-steps.ts';
import { LIST_LIMITS } from './list-limits.ts';
import {
  chooseRangeById,
  idsIn,
  LOOKUP_COST,
  narrowRange,
  type SizedRange,
  walkAlong,
  walkAmong,
} from './list-ranges.ts';
import { type ListWalk, passesAll } from './list-step.ts';
import { startWalk, walkToPage } from './list-walk.ts';
import {
  atLeast,
  type BoundedColumn,
  buildConditions,
  type Condition,
  isEqual,
  type SortedColumn,
} from './quote-filters.ts';
import { isByCustomer, orderFor, sortColumn } from './quote-page.ts';
import {
  allQuotes,
  findRanges,
  hasStatusIndex,
  idsWithin,
  type QuoteRange,
  sortedRange,
  toIdBounds,
} from './quote-ranges.ts';
import { type AgeIndex, skipAges, skipValues } from './skip-ages.ts';
import { buildTextCondition } from './text/quote-text.ts';
import { toSearchForm } from './text/search-form.ts';

export interface QuoteSearch {
  accountId: string;
  filter: QuoteFilter;
  /** The search text in search form. */
  text: string;
  /** Condition of `q` on `quote_search`, as `t`. */
  hasText: SqlPart | undefined;
  conditions: readonly Condition[];
  ranges: readonly QuoteRange[];
}

export async function prepareSearch(sql: Sql, accountId: string, filter: QuoteFilter): Promise<QuoteSearch> {
  const text = filter.search ? toSearchForm(filter.search) : '';
  const hasText = await buildTextCondition(sql, accountId, filter);
  const conditions = buildConditions(sql, accountId, filter, text, hasText);
  return { accountId, filter, text, hasText, conditions, ranges: findRanges(accountId, filter, conditions) };
}

export type SizedQuotes = SizedRange<QuoteRange>;

/** Ranges that may be worth reading completely. Texts are read by themselves faster than quote by quote. */
export function readableRanges({ hasText }: QuoteSearch, sizes: readonly SizedQuotes[]): SizedQuotes[] {
  return sizes.filter(({ range }) => !hasText || range.terms.length > 0);
}

/** Walks a short range in its own order. Marks do not have the columns that a page is sorted by. */
export function narrowWalk(sql: Sql, search: QuoteSearch, { range }: SizedQuotes): ListWalk {
  const conditions = lookedUpEach(search.conditions);
  if (range.alias !== 'm') return walkAlong(range, conditions, false);
  const { sql: select, values } = idsIn(range);
  const all = allQuotes(search.accountId);
  const equal = [...all.equal, { sql: `q.id ${sql.oneOf(select)}`, values }];
  return walkAlong({ ...all, equal, terms: range.terms }, conditions, false);
}

/** In a short range, looking up each quote takes less than reading all identifiers in between. */
function lookedUpEach(conditions: readonly Condition[]): Condition[] {
  return conditions.map(({ ids: _, ...condition }) => condition);
}

/** Walks the candidates that include all matches; `undefined` if there are too many. */
export async function findFewQuotes(
  sql: Sql,
  search: QuoteSearch,
  sizes: readonly SizedQuotes[],
): Promise<ListWalk | undefined> {
  // A range of several statuses would start over at each step.
  const narrowest = readableRanges(search, sizes).find(({ range: { key } }) => key[0] !== 'status');
  if (narrowest && narrowest.size <= LIST_LIMITS.counted) return narrowWalk(sql, search, narrowest);
  return walkFew(sql, search, await findFewByTitle(sql, search));
}

function walkFew(sql: Sql, search: QuoteSearch, ids: readonly string[] | undefined): ListWalk | undefined {
  return ids && walkAmong(sql, allQuotes(search.accountId), ids, lookedUpEach(search.conditions));
}

async function findFewByTitle(sql: Sql, { accountId, text }: QuoteSearch): Promise<string[] | undefined> {
  if (text === '') return undefined;
  const { narrow } = LIST_LIMITS;
  const { from, values } = sql.search.firstCandidates(accountId, text, narrow + 1);
  const rows = await sql.all<{ id: string }>(`SELECT q.id FROM ${from}`, ...values);
  return rows.length > narrow ? undefined : rows.map(({ id }) => id);
}

/** Reads all texts, unless the list is in order of creation: then they are read in that order anyway. */
export async function findFewByText(
  sql: Sql,
  search: QuoteSearch,
  sort: QuoteSort,
): Promise<ListWalk | undefined> {
  if (!search.hasText || orderFor(sort).key.length === 1) return undefined;
  const walk = startWalk(sql, walkTexts(search, search.hasText, [], false), false);
  const { ids, hasMore } = await walkToPage(walk, { offset: 0, limit: LIST_LIMITS.counted }, []);
  return walkFew(sql, search, hasMore ? undefined : ids);
}

/** Walks in the order of the page. */
export function walkFor(search: QuoteSearch, sizes: readonly SizedQuotes[], sort: QuoteSort): ListWalk {
  const { accountId, conditions } = search;
  const column = sortColumn(sort);
  const { isDescending } = orderFor(sort);
  if (isByCustomer(sort)) return walkByCustomer(search, isDescending);
  if (!column) return walkByCreation(search, sizes, isDescending);
  const isOfStatus = hasStatusIndex(column) && isWalkedByStatus(search, sizes, column);
  const range = sortedRange(accountId, conditions, column, isOfStatus);
  const walk = walkAlong({ ...range, ...createdBounds(search, column, range) }, conditions, isDescending);
  return column === 'valid_until' ? { ...walk, skip: skipValidities(search, isDescending) } : walk;
}

/** No quote was changed before it was created. */
function createdBounds(
  { filter: { createdFrom, updatedFrom } }: QuoteSearch,
  column: SortedColumn,
  { lower }: QuoteRange,
): Pick<QuoteRange, 'lower'> {
  if (column !== 'updated_at' || createdFrom === undefined) return { lower };
  return { lower: atLeast('q.updated_at', Math.max(createdFrom, updatedFrom ?? createdFrom)) };
}

function byValidity(accountId: string): AgeIndex {
  return { name: 'quote_facts_by_age', table: 'quote_facts', accountId, column: 'valid_until' };
}

/** Passes over validities that no quote created within the bounds has. */
function skipValidities({ accountId, filter }: QuoteSearch, isDescending: boolean): ListWalk['skip'] {
  if (filter.createdFrom === undefined && filter.createdTo === undefined) return undefined;
  const start = isDescending ? (filter.validTo ?? MAX_TIME) : -MAX_TIME;
  return skipValues(byValidity(accountId), idsWithin(accountId, filter), start, isDescending);
}

const MAX_TIME = Number.MAX_SAFE_INTEGER;

function walkByCustomer(search: QuoteSearch, isDescending: boolean): ListWalk {
  const { accountId, filter, conditions } = search;
  const [status, ...others] = filter.statuses ?? [];
  const isOfStatus = status !== undefined && others.length === 0;
  const [range] = isOfStatus
    ? narrowRange(allQuotes(accountId), conditions, {
        ...{ index: 'quote_facts_by_customer_status', key: ['id'], terms: ['statuses'] },
      })
    : [{ ...allQuotes(accountId), index: 'quote_facts_by_customer' }];
  const walk = walkAlong(
    { ...(range ?? allQuotes(accountId)), ...toIdBounds(accountId, filter, 'q.id') },
    lookedUpEach(conditions),
    isDescending,
  );
  return { ...walk, ...CUSTOMER_ORDER, byCustomer: { accountId, status: isOfStatus ? status : undefined } };
}

function walkByCreation(search: QuoteSearch, sizes: readonly SizedQuotes[], isDescending: boolean): ListWalk {
  const { accountId, filter, hasText, conditions, ranges } = search;
  const range = chooseRangeById(ranges, sizes, conditions, ({ alias }) => alias === 'm');
  if (hasText && range.terms.length === 0) return walkTexts(search, hasText, conditions, isDescending);
  const bounds = toIdBounds(accountId, filter, `${range.alias}.${range.key.at(-1)}`);
  const walk = walkAlong({ ...range, ...bounds }, conditions, isDescending);
  // The index of identifiers alone is on `quotes`.
  if (conditions.length === 0) return { ...walk, table: 'quotes' };
  const isLookedUp = range.alias === 'm' && walk.conditions.length > 0;
  return {
    ...walk,
    conditions: isLookedUp ? [lookedUp('m', walk.conditions)] : walk.conditions,
    skip:
      filter.validTo === undefined
        ? undefined
        : skipAges(byValidity(accountId), { upper: filter.validTo }, isDescending),
  };
}

/** Walks the texts in order of creation. */
function walkTexts(
  { accountId, filter }: QuoteSearch,
  hasText: SqlPart,
  conditions: readonly Condition[],
  isDescending: boolean,
): ListWalk {
  const range = {
    ...{ table: 'quote_search', alias: 't', key: ['quote_id'], terms: ['q'] as const },
    equal: [{ sql: 't.account_id = ?', values: [accountId] }],
    ...toIdBounds(accountId, filter, 't.quote_id'),
  };
  const walk = walkAlong(range, conditions, isDescending);
  const others = conditions.filter(({ term }) => term !== 'q' && term !== 'customer');
  const own = [...isEqual('t.customer_id', filter.customerId), hasText];
  return {
    ...walk,
    conditions: others.length > 0 ? [...own, lookedUp('t', others)] : own,
    hasLongTexts: true,
  };
}

/** Walks quotes in order of creation, with all columns that lists are sorted by. */
export function walkWithOrder(sql: Sql, search: QuoteSearch, sizes: readonly SizedQuotes[]): ListWalk {
  const { accountId, hasText, conditions, ranges } = search;
  const ofFacts = sizes.filter(({ range }) => range.alias === 'q');
  const range = chooseRangeById(ranges, ofFacts, conditions);
  if (!hasText || range.terms.length > 0) return walkAlong(range, conditions, false);
  return {
    ...walkTexts(search, hasText, conditions, false),
    lookUp: (ids) => walkAmong(sql, allQuotes(accountId), ids, []),
  };
}

/** Whether the indexes of the sort orders lack a column of the filter. */
export function isLookedUp({ conditions }: QuoteSearch): boolean {
  return conditions.some(({ term, ids }) => term === 'search' || term === 'q' || ids !== undefined);
}

/** The index by status lacks other columns, so each quote is looked up for other conditions: that pays off for few. */
function isWalkedByStatus(
  search: QuoteSearch,
  sizes: readonly SizedQuotes[],
  column: BoundedColumn,
): boolean {
  const { filter, conditions, ranges } = search;
  if (filter.statuses?.length !== 1) return false;
  if (isLookedUp(search)) return true;
  if (conditions.every(({ term }) => term === 'statuses' || term === column)) return true;
  const getSize = (range: QuoteRange | undefined) => sizes.find((each) => each.range === range)?.size ?? 0;
  const ofStatus = ranges.find(({ index }) => index === 'quote_facts_by_status');
  return LOOKUP_COST * getSize(ofStatus) < getSize(ranges.at(-1));
}

/** Conditions on the quote that a mark or a text belongs to. */
function lookedUp(alias: 'm' | 't', conditions: readonly SqlPart[]): SqlPart {
  const passes = passesAll(conditions);
  return {
    sql: `(SELECT ${passes.sql} FROM quote_facts AS q WHERE q.account_id = ${alias}.account_id AND q.id = ${alias}.quote_id) = 1`,
    values: passes.values,
  };
}
