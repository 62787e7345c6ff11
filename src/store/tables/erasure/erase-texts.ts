import { formatLimit, formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { ERASED_STATUS } from '../idempotency.ts';

/** Tables whose rows belong to no document, and the columns in which they may mention one. */
const TEXTS = {
  captured_mails: { key: 'id', columns: ['doc', 'content'], page: 20 },
  idempotency: { key: 'key', columns: ['body'], page: 200 },
  payment_imports: { key: 'id', columns: ['doc'], page: 20 },
} as const;

export type TextTable = keyof typeof TEXTS;
export const TEXT_TABLES = Object.keys(TEXTS) as TextTable[];

/** A page of the texts of an account, by key. */
export async function listTexts(
  sql: Sql,
  table: TextTable,
  accountId: string,
  after: string,
): Promise<{ key: string; text: string }[]> {
  const { key, columns, page } = TEXTS[table];
  const joined = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
  return sql.all(
    `SELECT ${key} AS key, ${joined} AS text FROM ${table} WHERE account_id = ? AND ${key} > ?
     ORDER BY ${key} ${formatLimit(page).sql}`,
    ...[accountId, after],
  );
}

/** Deletes rows. A stored response becomes `ERASED_STATUS`, so that nothing is done again. */
export async function eraseTexts(
  tx: Sql,
  table: TextTable,
  accountId: string,
  keys: readonly string[],
): Promise<void> {
  const where = `account_id = ? AND ${TEXTS[table].key} IN ${formatPlaceholders(1, keys.length)}`;
  const statement =
    table === 'idempotency'
      ? `UPDATE idempotency SET status = ${ERASED_STATUS}, headers = NULL, body = NULL
         WHERE ${where} AND status IS NOT NULL`
      : `DELETE FROM ${table} WHERE ${where}`;
  await tx.run(statement, accountId, ...keys);
}

/** Stores what is left of an imported bank statement. */
export async function replaceImport(tx: Sql, accountId: string, id: string, doc: string): Promise<void> {
  await tx.run('UPDATE payment_imports SET doc = ? WHERE account_id = ? AND id = ?', doc, accountId, id);
}

/** Identifiers of the messages about quotes. */
export async function listMessageIds(
  sql: Sql,
  accountId: string,
  quoteIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < quoteIds.length; start += BATCH) {
    const batch = padToFixedSize(quoteIds.slice(start, start + BATCH));
    const rows = await sql.all<{ id: string }>(
      `SELECT id FROM messages WHERE account_id = ? AND quote_id IN ${formatPlaceholders(1, batch.length)}`,
      ...[accountId, ...batch],
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

const BATCH = 64;
