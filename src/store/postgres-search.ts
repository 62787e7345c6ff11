import type { SearchIndex } from './database.ts';
import { gramsOfTerm, MAX_GRAM } from './grams.ts';

/**
 * A GIN index over all runs of one, two and three characters, each as a number that the account goes into: a short
 * search is answered from it too, in every script and whatever the locale of the database, and the lists of one
 * account hold nothing of another. PostgreSQL computes the runs from `quotes.search`, so that there is nothing to
 * keep up to date by hand.
 */
export const SEARCH_DEFINITIONS: readonly string[] = [
  `CREATE FUNCTION gram_key(account TEXT, gram TEXT) RETURNS BIGINT
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN hashtextextended(gram COLLATE "C", hashtextextended(account COLLATE "C", 0))`,
  `CREATE FUNCTION gram_keys(account TEXT, search TEXT) RETURNS BIGINT[]
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN ARRAY(
     SELECT gram_key(account, substr(search, start, length))
     FROM generate_series(1, ${MAX_GRAM}) AS length, generate_series(1, length(search) + 1 - length) AS start
   )`,
  // New entries are gathered and sorted in; small batches keep the one who has to do it from waiting long.
  `CREATE INDEX quotes_search ON quotes USING gin (gram_keys(account_id, search))
   WITH (gin_pending_list_limit = 256)`,
];

export const postgresSearch: SearchIndex = {
  async add() {},

  async remove() {},

  contains: (column) => `strpos(${column}, ?) > 0`,

  matching(accountId, term) {
    // Found first and put in order then: the planner must not walk all quotes in the hope of an early hit.
    return {
      from: `(
        WITH hits AS MATERIALIZED (
          SELECT account_id, id, status, customer_id, valid_until FROM quotes
          WHERE account_id = ? AND strpos(search, ?) > 0 AND gram_keys(account_id, search) @>
            ARRAY(SELECT gram_key(?, gram) FROM json_array_elements_text(?::json) AS gram)
        )
        SELECT * FROM hits
      ) AS q`,
      where: 'TRUE',
      values: [accountId, term, accountId, JSON.stringify(gramsOfTerm(term).grams)],
      order: 'q.id',
    };
  },
};
