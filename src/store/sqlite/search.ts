import { rowsOfValues, type SearchIndex, type Sql } from '../database.ts';
import { tokensOf, tokensOfTerm } from '../search/grams.ts';
import type { SearchedTable } from '../search/searched-tables.ts';

/**
 * An inverted index of all runs of three characters; a shorter search takes all runs that begin with it. FTS5 walks
 * its lists in the order in which rows were added, which is that of the identifiers only as long as no clock is put
 * back: the page is chosen by the identifier. All matches are fetched anyway, to be counted.
 */
function readingOf({ name, grams }: SearchedTable): Pick<SearchIndex, 'contains' | 'matching'> {
  return {
    contains: (column) => `instr(${column}, ?) > 0`,

    matching(accountId, term) {
      const { tokens, isPrefix, isExact } = tokensOfTerm(accountId, term);
      const query = tokens.map((token) => (isPrefix ? `${token} *` : token)).join(' AND ');
      return {
        from: `${grams} JOIN ${name} AS q ON q.seq = ${grams}.rowid`,
        where: `${grams} MATCH ? ${isExact ? '' : 'AND instr(q.search, ?) > 0'}`,
        values: isExact ? [query] : [query, term],
        order: 'q.id',
      };
    },
  };
}

/** Changes of the index, kept back until a transaction has done everything else. */
export type IndexChange = (tx: Sql) => Promise<unknown>;

/**
 * FTS5 collects what is added and writes itself out at the commit, but also before every statement that may have to be
 * taken back by itself: among other statements, each quote would cost a write of its own.
 */
export function sqliteSearch(changes: IndexChange[], table: SearchedTable): SearchIndex {
  const { name, grams } = table;
  return {
    ...readingOf(table),
    async add(_sql, accountId, rows) {
      const entries = rows.map(({ id, search }) => ({ id, tokens: tokensOf(accountId, search).join(' ') }));
      changes.push(async (tx) => {
        const seqs = await seqsOf(
          tx,
          name,
          accountId,
          entries.map(({ id }) => id),
        );
        for (const { id, tokens } of entries) {
          const seq = seqs.get(id);
          if (seq === undefined) continue;
          await tx.run(`INSERT INTO ${grams} (rowid, grams) VALUES (?, ?)`, seq, tokens);
        }
      });
    },
    async remove(sql, accountId, id) {
      const seq = (await seqsOf(sql, name, accountId, [id])).get(id);
      if (seq !== undefined) changes.push((tx) => tx.run(`DELETE FROM ${grams} WHERE rowid = ?`, seq));
    },
  };
}

async function seqsOf(
  sql: Sql,
  table: string,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: string; seq: number }>(
    `SELECT id, seq FROM ${table} WHERE account_id = ? AND id IN ${rowsOfValues(1, ids.length)}`,
    accountId,
    ...ids,
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}
