import type { SearchIndex } from './database.ts';

const MAX_GRAM = 3;
/** Enough of a long search to leave few rows for the exact comparison. */
const MAX_QUERY_GRAMS = 24;

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
      [accountToken(accountId), ...gramsOf(text)].join(' '),
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

  matching(accountId, text) {
    const chars = [...text];
    const wanted =
      chars.length <= MAX_GRAM ? [tokenOf(chars)] : [...runsOf(chars, MAX_GRAM)].slice(0, MAX_QUERY_GRAMS);
    const query = [accountToken(accountId), ...wanted].join(' AND ');
    return {
      from: 'quote_grams JOIN quotes ON quotes.seq = quote_grams.rowid',
      where: `quote_grams MATCH ? ${chars.length > MAX_GRAM ? 'AND instr(quotes.search, ?) > 0' : ''}`,
      values: chars.length > MAX_GRAM ? [query, text] : [query],
      order: 'quote_grams.rowid',
    };
  },
};

function accountToken(accountId: string): string {
  return `z${accountId.replaceAll(/[^a-zA-Z0-9]/g, '')}`;
}

function gramsOf(text: string): Set<string> {
  const chars = [...text];
  const grams = new Set<string>();
  for (let length = 1; length <= MAX_GRAM; length++) {
    for (const gram of runsOf(chars, length)) grams.add(gram);
  }
  return grams;
}

function runsOf(chars: readonly string[], length: number): Set<string> {
  const runs = new Set<string>();
  for (let start = 0; start + length <= chars.length; start++) {
    runs.add(tokenOf(chars.slice(start, start + length)));
  }
  return runs;
}

/** Hexadecimal code points: letters and digits only, so that the tokenizer takes each as one word. */
function tokenOf(chars: readonly string[]): string {
  return chars.map((char) => (char.codePointAt(0) ?? 0).toString(16)).join('g');
}
