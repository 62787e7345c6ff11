import type { QuoteFilter } from '../../../domain/quote/list/quote-filter.ts';
import type { Sql, SqlPart } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { type Condition, concat, type Source } from '../list-query.ts';
import { countUpTo } from '../sources.ts';
import { MAX_INDEXED } from './grams.ts';
import { toSearchForm } from './search-form.ts';

/** The texts that a filter searches quotes for, in search form; empty without one. */
export interface QuoteText {
  /** Searched in the number and the title. */
  search: string;
  /** Searched in the text of `quote_search` and in the name of the customer. */
  q: string;
  /** Customers so named; `undefined` if there are too many. */
  customers: readonly string[] | undefined;
}

/** `undefined` if nothing is searched for, or if the one customer of the filter matches, with all of its quotes. */
export async function findText(
  sql: Sql,
  accountId: string,
  { search, q, customerId }: QuoteFilter,
): Promise<QuoteText | undefined> {
  const text = { search: search ? toSearchForm(search) : '', q: q ? toSearchForm(q) : '' };
  const named = text.q === '' ? [] : await findCustomersNamed(sql, accountId, text.q);
  const isNamed =
    text.q !== '' &&
    customerId !== undefined &&
    (named ?? (await namedAmong(sql, accountId, text.q, customerId))).includes(customerId);
  const found = isNamed ? { ...text, q: '' } : text;
  if (found.search === '' && found.q === '') return undefined;
  return { ...found, customers: customerId === undefined ? named : [] };
}

async function namedAmong(sql: Sql, accountId: string, term: string, customerId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM customers WHERE account_id = ? AND id = ? AND ${sql.search.contains('name_key')}`,
    ...[accountId, customerId, term],
  );
  return rows.map(({ id }) => id);
}

async function findCustomersNamed(sql: Sql, accountId: string, term: string): Promise<string[] | undefined> {
  const { contains, candidates } = sql.customerSearch;
  const { from, on } = candidates(accountId, term, 'c');
  const rows = await sql.all<{ id: string }>(
    `SELECT c.id FROM ${from} WHERE ${on.sql} AND ${contains('c.name_key')} LIMIT ${LIST_LIMITS.named + 1}`,
    ...[...on.values, term],
  );
  return rows.length > LIST_LIMITS.named ? undefined : rows.map(({ id }) => id);
}

/** Conditions on each row of `quote_facts`, as `q`. */
export function hasText(sql: Sql, accountId: string, { search, q, customers }: QuoteText): Condition[] {
  const { contains } = sql.search;
  const byText = `(SELECT ${contains('t.text')} FROM quote_search AS t
    WHERE t.account_id = ? AND t.quote_id = q.id)`;
  const conditions: Condition[] = [];
  if (search !== '') conditions.push({ term: 'search', sql: contains('q.search'), values: [search] });
  if (q === '') return conditions;
  if (customers?.length === 0)
    return [...conditions, { term: 'q', sql: byText, values: [q, accountId], isLookup: true }];
  const isOfCustomer: SqlPart = customers
    ? { sql: `q.customer_id IN (${sql.listed})`, values: [JSON.stringify(customers)] }
    : // A scalar subquery: with EXISTS, PostgreSQL may choose to read all customers.
      {
        sql: `(SELECT ${contains('c.name_key')} FROM customers AS c WHERE c.account_id = ? AND c.id = q.customer_id)`,
        values: [q, accountId],
      };
  return [
    ...conditions,
    {
      term: 'q',
      sql: `(${isOfCustomer.sql} OR ${byText})`,
      values: [...isOfCustomer.values, q, accountId],
      isLookup: true,
    },
  ];
}

/** Quotes by the index of trigrams, which has the number and the title too. */
export function foundTexts(sql: Sql, accountId: string, { search, q, customers }: QuoteText): Source[] {
  return [
    ...(search === '' ? [] : [foundTitles(sql, accountId, search)]),
    ...(q === '' || !customers ? [] : [foundAnywhere(sql, accountId, q, customers)]),
  ];
}

function foundTitles({ search: index }: Sql, accountId: string, term: string): Source {
  const { from, on } = index.candidates(accountId, term, 't');
  return {
    from: { sql: `${from} CROSS JOIN quote_facts AS q`, values: [] },
    on: {
      sql: `${on.sql} AND q.account_id = t.account_id AND q.id = t.quote_id AND ${index.contains('q.search')}`,
      values: [...on.values, term],
    },
    terms: ['search'],
    isOther: true,
    size: index.countCandidates(accountId, term, LIST_LIMITS.counted + 1),
  };
}

/** The quotes whose text contains the term, and those of customers so named, each once. */
function foundAnywhere(sql: Sql, accountId: string, term: string, customers: readonly string[]): Source {
  const { candidates, contains, countCandidates } = sql.search;
  const { from, on } = candidates(accountId, term, 't');
  const isLong = `length(t.text) > ${MAX_INDEXED}`;
  // PostgreSQL has no statistics of lengths: by one bound it expects a third of all texts to be long, by two hardly any.
  const long = `quote_search AS t ${sql.indexedBy('quote_search_long')}
    WHERE t.account_id = ? AND ${isLong} AND length(t.text) < 1000000000`;
  const isOfOne = sql.isAmong('customer_id', customers);
  const hasNamed = customers.length > 0;
  const parts = [
    {
      sql: `SELECT t.quote_id AS id, 0 AS named FROM ${from}
        WHERE ${sql.inTime} AND ${on.sql} AND NOT ${isLong} AND ${contains('t.text')}`,
      values: [...on.values, term],
    },
    {
      sql: `SELECT t.quote_id, 0 FROM ${long} AND ${sql.inTime} AND ${contains('t.text')}`,
      values: [accountId, term],
    },
    ...(hasNamed ? [ofCustomers(sql, accountId, isOfOne)] : []),
  ];
  const found = concat(parts, ' UNION ALL ');
  const isOnce = {
    sql: `(found.named = 1 OR q.customer_id NOT IN (${sql.listed}))`,
    values: [JSON.stringify(customers)],
  };
  const isFound = { sql: 'q.account_id = ? AND q.id = found.id', values: [accountId] };
  const sizes = [
    countCandidates(accountId, term, LIST_LIMITS.counted + 1),
    countUpTo({ sql: `FROM ${long}`, values: [accountId] }),
    ...(hasNamed ? [countOfCustomers(accountId, isOfOne)] : []),
  ];
  return {
    from: { ...found, sql: `(${found.sql}) AS found CROSS JOIN quote_facts AS q` },
    on: hasNamed ? concat([isFound, isOnce], ' AND ') : isFound,
    terms: ['q'],
    isOther: true,
    size: concat(sizes, ' + '),
  };
}

function ofCustomers(sql: Sql, accountId: string, isOfOne: SqlPart): SqlPart {
  return {
    sql: `SELECT id, 1 FROM quote_facts ${sql.indexedBy('quote_facts_by_customer')} WHERE account_id = ? AND ${isOfOne.sql}`,
    values: [accountId, ...isOfOne.values],
  };
}

function countOfCustomers(accountId: string, isOfOne: SqlPart): SqlPart {
  return {
    sql: `(SELECT coalesce(sum(n), 0) FROM quote_counts WHERE account_id = ? AND ${isOfOne.sql})`,
    values: [accountId, ...isOfOne.values],
  };
}
