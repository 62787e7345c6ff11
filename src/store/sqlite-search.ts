import type { SearchIndex } from './database.ts';
import { gramsOf, gramsOfTerm, MAX_GRAM } from './grams.ts';

/**
 * An inverted index of all runs of three characters; a shorter search takes all runs that begin with it.
 * Rows are numbered as they are created, and FTS5 walks its lists in that order in both directions: the first page
 * of a common substring reads a page, not the list.
 */
export const sqliteSearch: SearchIndex = {
  async add(sql, accountId, quoteId, text) {
    await sql.run(
      `INSERT INTO quote_grams (rowid, grams)
       SELECT seq, ? FROM quotes WHERE account_id = ? AND id = ?`,
      tokensOf(accountId, gramsOf(text)).join(' '),
      accountId,
      quoteId,
    );
  },

  async remove(sql, accountId, quoteId) {
    await sql.run(
      'DELETE FROM quote_grams WHERE rowid = (SELECT seq FROM quotes WHERE account_id = ? AND id = ?)',
      accountId,
      quoteId,
    );
  },

  contains: (column) => `instr(${column}, ?) > 0`,

  matching(accountId, term) {
    const { grams, isExact } = gramsOfTerm(term);
    const any = [...term].length < MAX_GRAM ? ' *' : '';
    const query = tokensOf(accountId, grams)
      .map((token) => token + any)
      .join(' AND ');
    return {
      from: 'quote_grams JOIN quotes AS q ON q.seq = quote_grams.rowid',
      where: `quote_grams MATCH ? ${isExact ? '' : 'AND instr(q.search, ?) > 0'}`,
      values: isExact ? [query] : [query, term],
      order: 'quote_grams.rowid',
    };
  },
};

/**
 * Hexadecimal code points, letters and digits only, so that the tokenizer takes each as one word. The end of the
 * account's identifier goes before them, so that the lists of one account hold next to nothing of another.
 */
function tokensOf(accountId: string, grams: Iterable<string>): string[] {
  const account = accountId.slice(-ACCOUNT_CHARS);
  return Array.from(grams, (gram) => {
    let token = `${account}g`;
    for (const char of gram) token += `${(char.codePointAt(0) ?? 0).toString(16)}g`;
    return token;
  });
}

const ACCOUNT_CHARS = 8;
