import { limitTo, rowsOfValues, type SearchIndex, type Sql } from '../database.ts';
import type { SearchedTable } from '../search/searched-tables.ts';
import { type TermTokens, tokensOfTerm, wordsOf } from '../search/text/grams.ts';

/**
 * An inverted index of all runs of three characters; a shorter search takes all runs that begin with it. FTS5 walks
 * its lists in the order in which rows were added, which is that of the identifiers only as long as no clock is put
 * back: the page is chosen by the identifier. All matches are fetched anyway, to be counted.
 */
function readingOf({
  name,
  grams,
  columns,
  waiting,
}: SearchedTable): Pick<SearchIndex, 'contains' | 'candidates' | 'firstCandidates' | 'matching'> {
  return {
    contains: (column) => `instr(${column}, ?) > 0`,

    candidates: (accountId, term, most) => ({
      sql: `(SELECT count(*) FROM (SELECT 1 FROM ${grams} WHERE ${grams} MATCH ? ${limitTo(most).sql}) AS words)`,
      values: [queryFor(tokensOfTerm(accountId, term))],
    }),

    firstCandidates: (accountId, term, most) => ({
      from: `(SELECT rowid AS seq FROM ${grams} WHERE ${grams} MATCH ? ${limitTo(most).sql}) AS words
        CROSS JOIN ${name} AS q ON q.seq = words.seq`,
      values: [queryFor(tokensOfTerm(accountId, term))],
    }),

    matching(accountId, term) {
      const parts = tokensOfTerm(accountId, term);
      const { isExact } = parts;
      const query = queryFor(parts);
      const from = `${grams} JOIN ${name} AS q ON q.seq = ${grams}.rowid`;
      const where = `${grams} MATCH ? ${isExact ? '' : 'AND instr(q.search, ?) > 0'}`;
      const values = isExact ? [query] : [query, term];
      if (!waiting) return { from, where, values, order: 'q.id' };
      const names = ['account_id', 'id', ...columns];
      return {
        from: `(SELECT ${names.map((column) => `q.${column}`).join(', ')} FROM ${from} WHERE ${where}
          UNION ALL SELECT ${names.join(', ')} FROM ${waiting} WHERE account_id = ? AND instr(search, ?) > 0) AS q`,
        where: '1 = 1',
        values: [...values, accountId, term],
        order: 'q.id',
      };
    },
  };
}

function queryFor({ tokens, isPrefix }: TermTokens): string {
  return tokens.map((token) => (isPrefix ? `${token} *` : token)).join(' AND ');
}

/** Changes of the index, kept back until a transaction has done everything else. */
export type IndexChange = (tx: Sql) => Promise<unknown>;

/**
 * FTS5 collects what is added and writes itself out at the commit, but also before every statement that may have to be
 * taken back by itself: among other statements, each quote would cost a write of its own.
 */
export function sqliteSearch(changes: IndexChange[], table: SearchedTable): SearchIndex {
  const { grams } = table;
  return {
    ...readingOf(table),
    async add(_sql, accountId, rows) {
      const entries = rows.map(({ id, search }) => ({ id, tokens: wordsOf(accountId, search) }));
      changes.push(async (tx) => {
        const ids = entries.map(({ id }) => id);
        const seqs = await seqsOf(tx, table, accountId, ids);
        for (const { id, tokens } of entries) {
          const seq = seqs.get(id);
          if (seq === undefined) continue;
          await tx.run(`INSERT INTO ${grams} (rowid, grams) VALUES (?, ?)`, seq, tokens);
        }
      });
    },
    // Whether it is in the index is known when everything else is done: it may have come into it in this transaction.
    async replace(_sql, accountId, { id, search }) {
      const tokens = wordsOf(accountId, search);
      changes.push(async (tx) => {
        const seq = (await seqsOf(tx, table, accountId, [id])).get(id);
        if (seq === undefined) return;
        await tx.run(`DELETE FROM ${grams} WHERE rowid = ?`, seq);
        await tx.run(`INSERT INTO ${grams} (rowid, grams) VALUES (?, ?)`, seq, tokens);
      });
    },
    async remove(sql, accountId, id) {
      const seq = (await seqsOf(sql, table, accountId, [id])).get(id);
      if (seq !== undefined) changes.push((tx) => tx.run(`DELETE FROM ${grams} WHERE rowid = ?`, seq));
    },
  };
}

/** Of those that are in the index, or ought to be. */
async function seqsOf(
  sql: Sql,
  { name, waiting }: SearchedTable,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: string; seq: number }>(
    `SELECT id, seq FROM ${name} AS found WHERE account_id = ? AND id IN ${rowsOfValues(1, ids.length)}
     ${waiting ? `AND NOT EXISTS (SELECT 1 FROM ${waiting} AS w WHERE w.account_id = found.account_id AND w.id = found.id)` : ''}`,
    accountId,
    ...ids,
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}
