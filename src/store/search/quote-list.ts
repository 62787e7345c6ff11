import type { QuoteStatus } from '../../domain/quote/quote.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import { rowsOfValues, type Sql, type SqlValue } from '../database.ts';
import { areFewInIndex, areFewKnown, countFew } from './few-matches.ts';
import { listFiltered } from './filtered-list.ts';
import { findPlace, SIZES } from './quote-blocks.ts';
import { type CountedFilter, countQuotes, keptCount } from './quote-counts.ts';
import {
  directionOf,
  type PageWanted,
  pageAndTotal,
  type QuotePage,
  readFrom,
  readPage,
  type Selection,
  sortColumn,
} from './quote-page.ts';
import { countMatches, isAskedAgain, isCommon, type Matches, rememberAsCommon } from './search-totals.ts';
import { searchForm } from './text/search-form.ts';

export async function listQuotes(
  sql: Sql,
  accountId: string,
  wanted: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const filter = plainFilter(wanted, page);
  if (!filter) return listFiltered(sql, accountId, wanted, page);
  const term = wanted.search ? searchForm(wanted.search) : '';
  if (term) return searchQuotes(sql, accountId, term, filter, page);
  const quotes = filtered(sql, accountId, filter);
  const isDeep = page.offset >= SIZES.deep && filter.customerId === undefined;
  const place = isDeep && (await findPlace(sql, accountId, filter.status, directionOf(page.sort), page));
  const total = keptCount(accountId, filter);
  return place
    ? readFrom(sql, accountId, quotes, page, place, total)
    : readPage(sql, accountId, quotes, page, total);
}

/** What is asked for most has indexes and counts of its own. `undefined`: it is something else. */
function plainFilter(
  { search: _, statuses, customerId, ...others }: QuoteFilter,
  { sort }: PageWanted,
): CountedFilter | undefined {
  if (sortColumn(sort) !== undefined) return undefined;
  if (statuses && statuses.length > 1) return undefined;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const [status] = statuses ?? ([] as QuoteStatus[]);
  return { status, customerId };
}

async function searchQuotes(
  sql: Sql,
  accountId: string,
  term: string,
  filter: CountedFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const ofCustomer = filter.customerId !== undefined;
  const among = await countQuotes(sql, accountId, { customerId: filter.customerId });
  const quotes = filtered(sql, accountId, filter);
  const containingTerm = containing(sql, quotes, term);
  if (ofCustomer && among <= SIZES.few) {
    return pageAndTotal(sql, accountId, { ...containingTerm, from: QUOTES }, page);
  }
  const matches = among > SIZES.few && (await matchesByBlock(sql, accountId, term, filter, among));
  if (matches) return walkThrough(sql, accountId, containingTerm, matches, page);
  const found = await pageAndTotal(sql, accountId, fromIndex(sql, accountId, quotes, term), page);
  if (found.total > SIZES.few) rememberAsCommon(sql, accountId, term);
  return found;
}

/** Instead of asking the index of substrings for all matches each time; `undefined` where it would not pay. */
async function matchesByBlock(
  sql: Sql,
  accountId: string,
  term: string,
  filter: CountedFilter,
  among: number,
): Promise<Matches | undefined> {
  const isAgain = isAskedAgain(sql, accountId, term);
  const areBlocksFew = among <= SIZES.quick * SIZES.block;
  const byBlock = () => countMatches(sql, accountId, term, filter);
  const fewOrByBlock = async () => (await countFew(sql, accountId, term, filter)) ?? byBlock();
  if (isAgain && areBlocksFew) return byBlock();
  if (areFewKnown(sql, accountId, term, filter.customerId)) return fewOrByBlock();
  if (await isCommon(sql, accountId, term)) return byBlock();
  if (areBlocksFew) return undefined;
  if (!(await areFewInIndex(sql, accountId, term))) return byBlock();
  return isAgain ? fewOrByBlock() : undefined;
}

async function walkThrough(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  matches: Matches,
  page: PageWanted,
): Promise<QuotePage> {
  const total = { sql: '?', values: [matches.total] };
  const ids = matches.ids(directionOf(page.sort), page) ?? [];
  return ids.length > 0
    ? readPage(sql, accountId, only(quotes, ids, page.limit), { ...page, offset: 0 }, total)
    : readFrom(sql, accountId, quotes, page, matches.place(directionOf(page.sort), page), total);
}

/** The quotes themselves have an index of their identifiers, and of customer and status together. */
function filtered(sql: Sql, accountId: string, { status, customerId }: CountedFilter): Selection {
  const isPlain = (status === undefined) === (customerId === undefined);
  const where = ['q.account_id = ?'];
  const values: SqlValue[] = [accountId];
  if (status) {
    where.push('q.status = ?');
    values.push(status);
  }
  if (customerId !== undefined) {
    where.push('q.customer_id = ?');
    values.push(customerId);
  }
  return { from: isPlain ? QUOTES : `${sql.facts.all} AS q`, where, values, isPlain };
}

const QUOTES = 'quotes AS q';

function containing(sql: Sql, quotes: Selection, term: string): Selection {
  return {
    from: `${sql.facts.all} AS q`,
    where: [...quotes.where, sql.search.contains('q.search')],
    values: [...quotes.values, term],
  };
}

/** Named as often as a page is long, so that the statement is the same for any number of them. */
function only(quotes: Selection, ids: readonly string[], limit: number): Selection {
  const named = Array.from({ length: limit }, (_, index) => ids[index] ?? ids[0] ?? '');
  return {
    from: QUOTES,
    where: [...quotes.where, `q.id IN ${rowsOfValues(1, limit)}`],
    values: [...quotes.values, ...named],
    isPlain: true,
  };
}

function fromIndex(sql: Sql, accountId: string, quotes: Selection, term: string): Selection {
  const found = sql.search.matching(accountId, term);
  return {
    from: found.from,
    where: [found.where, ...quotes.where],
    values: [...found.values, ...quotes.values],
    order: found.order,
  };
}
