import type { SearchIndex } from './database.ts';
import { gramsOf, gramsOfTerm } from './grams.ts';

/**
 * An inverted index of all runs of one, two and three characters, so that short searches are answered from it too.
 * Rows are numbered as they are created, and FTS5 walks its lists in that order in both directions: the first page
 * of a common substring reads a page, not the list.
 */
export const sqliteSearch: SearchIndex = {
  async add(sql, accountId, quoteId, text) {
    await sql.run(
      `INSERT INTO quote_grams (rowid, grams)
       SELECT seq, ? FROM quotes WHERE account_id = ? AND id = ?`,
      [accountToken(accountId), ...[...gramsOf(text)].map(tokenOf)].join(' '),
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
    const query = [accountToken(accountId), ...grams.map(tokenOf)].join(' AND ');
    return {
      from: 'quote_grams JOIN quotes AS q ON q.seq = quote_grams.rowid',
      where: `quote_grams MATCH ? ${isExact ? '' : 'AND instr(q.search, ?) > 0'}`,
      values: isExact ? [query] : [query, term],
      order: 'quote_grams.rowid',
    };
  },
};

function accountToken(accountId: string): string {
  return `z${accountId.replaceAll(/[^a-zA-Z0-9]/g, '')}`;
}

/** Hexadecimal code points: letters and digits only, so that the tokenizer takes each as one word. */
function tokenOf(gram: string): string {
  return [...gram].map((char) => (char.codePointAt(0) ?? 0).toString(16)).join('g');
}
