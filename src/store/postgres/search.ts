import { formatLimit, formatPlaceholders, type SearchIndex } from '../database.ts';
import {
  SEARCHED_CATALOGUE,
  SEARCHED_CUSTOMERS,
  SEARCHED_INVOICES,
  SEARCHED_QUOTES,
  type SearchedTable,
} from '../lists/searched-tables.ts';
import { buildIndexWords, type TermTokens, tokenizeTerm } from '../lists/text/grams.ts';

/** Before version 3, PostgreSQL computed the trigrams, which took longer than all other work of creating a quote. */
export const SEARCH_DEFINITIONS: readonly string[] = [
  `CREATE FUNCTION gram_key(account TEXT, gram TEXT) RETURNS BIGINT
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN hashtextextended(gram COLLATE "C", hashtextextended(account COLLATE "C", 0))`,
  `CREATE FUNCTION gram_keys(account TEXT, search TEXT) RETURNS BIGINT[]
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN ARRAY(
     SELECT gram_key(account, substr(search, start, length))
     FROM generate_series(1, 3) AS length, generate_series(1, length(search) + 1 - length) AS start
   )`,
  `CREATE INDEX quotes_search ON quotes USING gin (gram_keys(account_id, search))
   WITH (gin_pending_list_limit = 256)`,
];

const HEX_AT = (place: string) =>
  `coalesce(to_hex(ascii(nullif(substr(search, ${place}, 1), ''))) || 'g', '')`;

/** The same words as `buildIndexWords`, for existing rows. */
export const ROW_WORDS_SQL = `array_to_tsvector(ARRAY(
  SELECT right(account_id, 8) || 'g' || ${HEX_AT('place')} || ${HEX_AT('place + 1')} || ${HEX_AT('place + 2')}
  FROM generate_series(1, length(search)) AS place
))`;

export const WORD_DEFINITIONS: readonly string[] = [
  `CREATE TABLE quote_grams (
    account_id TEXT COLLATE "C" NOT NULL,
    quote_id TEXT COLLATE "C" NOT NULL,
    grams TSVECTOR NOT NULL,
    PRIMARY KEY (account_id, quote_id)
  )`,
  `INSERT INTO quote_grams SELECT account_id, id, ${ROW_WORDS_SQL} FROM quotes`,
  // New entries are collected and merged later; small batches keep the merging insert short.
  'CREATE INDEX quote_grams_words ON quote_grams USING gin (grams) WITH (gin_pending_list_limit = 256)',
  'DROP INDEX quotes_search',
  'DROP FUNCTION gram_keys',
  'DROP FUNCTION gram_key',
];

export const CATALOGUE_WORD_DEFINITIONS: readonly string[] = [
  `CREATE TABLE catalogue_grams (
    account_id TEXT COLLATE "C" NOT NULL,
    item_id TEXT COLLATE "C" NOT NULL,
    grams TSVECTOR NOT NULL,
    PRIMARY KEY (account_id, item_id)
  )`,
  'CREATE INDEX catalogue_grams_words ON catalogue_grams USING gin (grams) WITH (gin_pending_list_limit = 256)',
];

export const quoteSearch = createPostgresSearch(SEARCHED_QUOTES);
export const catalogueSearch = createPostgresSearch(SEARCHED_CATALOGUE);
export const invoiceSearch = createPostgresSearch(SEARCHED_INVOICES);
export const customerSearch = createPostgresSearch(SEARCHED_CUSTOMERS);

/**
 * A GIN index of the trigrams of each text; a shorter term matches all trigrams that begin with it. It works in every
 * script and with any locale of the database.
 */
function createPostgresSearch({ name, id, grams, gramsId }: SearchedTable): SearchIndex {
  return {
    async add(sql, accountId, rows) {
      await sql.run(
        `INSERT INTO ${grams} (account_id, ${gramsId}, grams) VALUES ${formatPlaceholders(rows.length, 3)}`,
        ...rows.flatMap(({ id, search }) => [accountId, id, buildIndexWords(accountId, search)]),
      );
    },

    async replace(sql, accountId, { id, search }) {
      await sql.run(
        `UPDATE ${grams} SET grams = ? WHERE account_id = ? AND ${gramsId} = ?`,
        ...[buildIndexWords(accountId, search), accountId, id],
      );
    },

    async remove(sql, accountId, id) {
      await sql.run(`DELETE FROM ${grams} WHERE account_id = ? AND ${gramsId} = ?`, accountId, id);
    },

    contains: (column) => `strpos(${column}, ?) > 0`,

    candidates: (accountId, term, alias) => ({
      from: `${grams} AS words CROSS JOIN ${name} AS ${alias}`,
      on: {
        sql: `words.account_id = ? AND words.grams @@ CAST(? AS TSQUERY)
          AND ${alias}.account_id = words.account_id AND ${alias}.${id} = words.${gramsId}`,
        values: [accountId, queryFor(tokenizeTerm(accountId, term))],
      },
    }),

    countCandidates: (accountId, term, most) => ({
      sql: `(SELECT count(*) FROM (
        SELECT 1 FROM ${grams} WHERE account_id = ? AND grams @@ CAST(? AS TSQUERY) ${formatLimit(most).sql}) AS words)`,
      values: [accountId, queryFor(tokenizeTerm(accountId, term))],
    }),
  };
}

function queryFor({ tokens, isPrefix }: TermTokens): string {
  return tokens.map((token) => (isPrefix ? `${token}:*` : token)).join(' & ');
}
