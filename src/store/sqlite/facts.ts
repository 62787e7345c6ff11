import type { QuoteFacts, Sql } from '../database.ts';
import { SIZES } from '../search/quote-blocks.ts';
import { SEARCHED_QUOTES } from '../search/searched-tables.ts';
import type { IndexChange } from './search.ts';

/**
 * Each index that a new quote stands in is pages to be written at every commit, and the index of substrings most of all.
 * So new quotes stand in a small table without any, and once they are many they move on together. Whoever looks for
 * quotes looks in both places.
 */
export function sqliteFacts(changes: IndexChange[]): QuoteFacts {
  return {
    all: '(SELECT * FROM quote_facts UNION ALL SELECT * FROM new_quote_facts)',
    places: ['new_quote_facts', 'quote_facts'],
    async index() {
      changes.push(moveOnIfMany);
    },
  };
}

async function moveOnIfMany(tx: Sql): Promise<void> {
  const waiting = await tx.get<{ n: number }>('SELECT count(*) AS n FROM new_quote_facts');
  if (!waiting || waiting.n < SIZES.waiting) return;
  // In one statement: among others, the index of substrings would write itself out at each of them.
  await tx.run(
    `INSERT INTO ${SEARCHED_QUOTES.grams} (rowid, grams)
     SELECT q.seq, words_of(f.account_id, f.search) FROM new_quote_facts AS f
     CROSS JOIN quotes AS q ON q.account_id = f.account_id AND q.id = f.id ORDER BY q.seq`,
  );
  await tx.run('INSERT INTO quote_facts SELECT * FROM new_quote_facts');
  await tx.run('DELETE FROM new_quote_facts');
}
