import { rowsOfValues, type SearchIndex, type Sql } from '../database.ts';
import { tokensOf, tokensOfTerm } from '../search/grams.ts';

/**
 * An inverted index of all runs of three characters; a shorter search takes all runs that begin with it. FTS5 walks
 * its lists in the order in which rows were added, which is that of the identifiers only as long as no clock is put
 * back: the page is chosen by the identifier. All matches are fetched anyway, to be counted.
 */
const READING: Pick<SearchIndex, 'contains' | 'matching'> = {
  contains: (column) => `instr(${column}, ?) > 0`,

  matching(accountId, term) {
    const { tokens, isPrefix, isExact } = tokensOfTerm(accountId, term);
    const query = tokens.map((token) => (isPrefix ? `${token} *` : token)).join(' AND ');
    return {
      from: 'quote_grams JOIN quotes AS q ON q.seq = quote_grams.rowid',
      where: `quote_grams MATCH ? ${isExact ? '' : 'AND instr(q.search, ?) > 0'}`,
      values: isExact ? [query] : [query, term],
      order: 'q.id',
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
      const entries = quotes.map(({ id, search }) => ({ id, tokens: tokensOf(accountId, search).join(' ') }));
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
