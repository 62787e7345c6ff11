import type { SearchIndex, Sql } from './database.ts';
import { gramsOf, gramsOfTerm, MAX_GRAM } from './grams.ts';

/**
 * An inverted index of all runs of three characters; a shorter search takes all runs that begin with it.
 * Rows are numbered as they are created, and FTS5 walks its lists in that order in both directions: the first page
 * of a common substring reads a page, not the list.
 */
const READING: Pick<SearchIndex, 'contains' | 'matching'> = {
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

/** Changes of the index, kept back until a transaction has done everything else. */
export type IndexChange = (tx: Sql) => Promise<unknown>;

/**
 * FTS5 collects what is added and writes itself out at the commit, but also before every statement that may have to be
 * taken back by itself: among other statements, each quote would cost a write of its own.
 */
export function sqliteSearch(changes: IndexChange[]): SearchIndex {
  return {
    ...READING,
    async add(_sql, accountId, quoteId, text) {
      const tokens = tokensOf(accountId, gramsOf(text)).join(' ');
      changes.push(async (tx) => {
        const seq = await seqOf(tx, accountId, quoteId);
        if (seq !== undefined) {
          await tx.run('INSERT INTO quote_grams (rowid, grams) VALUES (?, ?)', seq, tokens);
        }
      });
    },
    async remove(sql, accountId, quoteId) {
      const seq = await seqOf(sql, accountId, quoteId);
      if (seq !== undefined) changes.push((tx) => tx.run('DELETE FROM quote_grams WHERE rowid = ?', seq));
    },
  };
}

async function seqOf(sql: Sql, accountId: string, quoteId: string): Promise<number | undefined> {
  const row = await sql.get<{ seq: number }>(
    'SELECT seq FROM quotes WHERE account_id = ? AND id = ?',
    accountId,
    quoteId,
  );
  return row?.seq;
}

/**
 * Hexadecimal code points, letters and digits only, so that the tokenizer takes each as one word. The end of the
 * account's identifier goes before them, so that the lists of one account hold next to nothing of another.
 */
function tokensOf(accountId: string, grams: Iterable<string>): string[] {
  const account = `${accountId.slice(-ACCOUNT_CHARS)}g`;
  const tokens: string[] = [];
  for (const gram of grams) {
    let token = account;
    for (const char of gram) token += hexOf(char);
    tokens.push(token);
  }
  return tokens;
}

const ACCOUNT_CHARS = 8;

const ASCII_HEX = Array.from({ length: 128 }, (_, code) => `${code.toString(16)}g`);

function hexOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return ASCII_HEX[code] ?? `${code.toString(16)}g`;
}
