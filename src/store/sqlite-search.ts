import { rowsOfValues, type SearchIndex, type Sql } from './database.ts';
import { gramsOfTerm, MAX_GRAM } from './grams.ts';

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
    const query = grams.map((gram) => tokenOf(accountId, gram) + any).join(' AND ');
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
    async add(_sql, accountId, quotes) {
      const entries = quotes.map(({ id, search }) => ({ id, tokens: tokensOf(accountId, search) }));
      changes.push(async (tx) => {
        const seqs = await seqsOf(
          tx,
          accountId,
          entries.map(({ id }) => id),
        );
        for (const { id, tokens } of entries) {
          const seq = seqs.get(id);
          if (seq === undefined) continue;
          await tx.run('INSERT INTO quote_grams (rowid, grams) VALUES (?, ?)', seq, tokens);
        }
      });
    },
    async remove(sql, accountId, quoteId) {
      const seq = (await seqsOf(sql, accountId, [quoteId])).get(quoteId);
      if (seq !== undefined) changes.push((tx) => tx.run('DELETE FROM quote_grams WHERE rowid = ?', seq));
    },
  };
}

async function seqsOf(sql: Sql, accountId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: string; seq: number }>(
    `SELECT id, seq FROM quotes WHERE account_id = ? AND id IN ${rowsOfValues(1, ids.length)}`,
    accountId,
    ...ids,
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** One for each place in the text; that some come twice does no harm. */
function tokensOf(accountId: string, text: string): string {
  const account = accountPart(accountId);
  const hex = Array.from(text, hexOf);
  let tokens = '';
  for (let start = 0; start < hex.length; start++) {
    tokens += `${account}${hex[start]}${hex[start + 1] ?? ''}${hex[start + 2] ?? ''} `;
  }
  return tokens;
}

/**
 * Hexadecimal code points, letters and digits only, so that the tokenizer takes each run as one word. The end of the
 * account's identifier goes before them, so that the lists of one account hold next to nothing of another.
 */
function tokenOf(accountId: string, gram: string): string {
  return accountPart(accountId) + Array.from(gram, hexOf).join('');
}

const ACCOUNT_CHARS = 8;

function accountPart(accountId: string): string {
  return `${accountId.slice(-ACCOUNT_CHARS)}g`;
}

const ASCII_HEX = Array.from({ length: 128 }, (_, code) => `${code.toString(16)}g`);

function hexOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return ASCII_HEX[code] ?? `${code.toString(16)}g`;
}
