import { formatLimit, formatPlaceholders, type SearchIndex, type Sql } from '../database.ts';
import type { SearchedTable } from '../lists/searched-tables.ts';
import { buildIndexWords, type TermTokens, tokenizeTerm } from '../lists/text/grams.ts';

/** An inverted index of all trigrams; a shorter term matches all trigrams that begin with it. */
function createSearchQueries({
  name,
  grams,
}: SearchedTable): Pick<SearchIndex, 'contains' | 'candidates' | 'countCandidates'> {
  return {
    contains: (column) => `instr(${column}, ?) > 0`,

    candidates: (accountId, term, alias) => ({
      from: `${grams} AS words CROSS JOIN ${name} AS ${alias}`,
      on: {
        sql: `words.${grams} MATCH ? AND ${alias}.seq = words.rowid AND ${alias}.account_id = ?`,
        values: [queryFor(tokenizeTerm(accountId, term)), accountId],
      },
    }),

    countCandidates: (accountId, term, most) => ({
      sql: `(SELECT count(*) FROM (SELECT 1 FROM ${grams} WHERE ${grams} MATCH ? ${formatLimit(most).sql}))`,
      values: [queryFor(tokenizeTerm(accountId, term))],
    }),
  };
}

function queryFor({ tokens, isPrefix }: TermTokens): string {
  return tokens.map((token) => (isPrefix ? `${token} *` : token)).join(' AND ');
}

/** A change of the index, deferred to the end of the transaction. */
export type IndexChange = (tx: Sql) => Promise<unknown>;

/**
 * FTS5 buffers insertions until the commit, but flushes them before every statement that may need a rollback of its
 * own: between other statements, each quote would cost a separate write.
 */
export function createSqliteSearch(changes: IndexChange[], table: SearchedTable): SearchIndex {
  const { grams } = table;
  return {
    ...createSearchQueries(table),
    async add(_sql, accountId, rows) {
      const entries = rows.map(({ id, search }) => ({ id, tokens: buildIndexWords(accountId, search) }));
      changes.push(async (tx) => {
        const ids = entries.map(({ id }) => id);
        const seqs = await findSeqs(tx, table, accountId, ids);
        const present = entries.filter(({ id }) => seqs.has(id));
        if (present.length === 0) return;
        // One statement: between two, the index would be flushed.
        await tx.run(
          `INSERT INTO ${grams} (rowid, grams) VALUES ${formatPlaceholders(present.length, 2)}`,
          ...present.flatMap(({ id, tokens }) => [seqs.get(id) ?? 0, tokens]),
        );
      });
    },
    async replace(_sql, accountId, { id, search }) {
      const tokens = buildIndexWords(accountId, search);
      changes.push(async (tx) => {
        const seq = (await findSeqs(tx, table, accountId, [id])).get(id);
        if (seq === undefined) return;
        await tx.run(`DELETE FROM ${grams} WHERE rowid = ?`, seq);
        await tx.run(`INSERT INTO ${grams} (rowid, grams) VALUES (?, ?)`, seq, tokens);
      });
    },
    async remove(sql, accountId, id) {
      const seq = (await findSeqs(sql, table, accountId, [id])).get(id);
      if (seq !== undefined) changes.push((tx) => tx.run(`DELETE FROM ${grams} WHERE rowid = ?`, seq));
    },
  };
}

async function findSeqs(
  sql: Sql,
  { name, id }: SearchedTable,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: string; seq: number }>(
    `SELECT ${id} AS id, seq FROM ${name} WHERE account_id = ? AND ${id} IN ${formatPlaceholders(1, ids.length)}`,
    accountId,
    ...ids,
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}
