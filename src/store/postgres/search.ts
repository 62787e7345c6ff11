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
function createPostgresSearch({ name, grams, gramsId }: SearchedTable): SearchIndex {
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

    firstCandidates: (accountId, term, most) => ({
      from: `(
        SELECT account_id, ${gramsId} FROM ${grams} WHERE account_id = ? AND grams @@ CAST(? AS TSQUERY) ${formatLimit(most).sql}
      ) AS words JOIN ${name} AS q ON q.account_id = words.account_id AND q.id = words.${gramsId}`,
      values: [accountId, queryFor(tokenizeTerm(accountId, term))],
    }),
  };
}

function queryFor({ tokens, isPrefix }: TermTokens): string {
  return tokens.map((token) => (isPrefix ? `${token}:*` : token)).join(' & ');
}
