import { formatLimit, formatPlaceholders, type SearchIndex } from '../database.ts';
import {
  SEARCHED_CATALOGUE,
  SEARCHED_CUSTOMERS,
  SEARCHED_INVOICES,
  SEARCHED_QUOTES,
  type SearchedTable,
} from '../lists/searched-tables.ts';
import { buildIndexWords, type TermTokens, tokenizeTerm } from '../lists/text/grams.ts';

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
