import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';
import { ERASED_STATUS } from '../idempotency.ts';

/**
 * Tables whose rows belong to no document but may mention some. Emails are large. Addresses are only in the `head` of
 * an email.
 */
const TEXTS = {
  captured_mails: { key: 'id', head: 'doc', text: 'content', page: 4 },
  idempotency: { key: 'key', head: `''`, text: `coalesce(body, '')`, page: 100 },
  payment_imports: { key: 'id', head: `''`, text: 'doc', page: 20 },
} as const;

export type TextTable = keyof typeof TEXTS;
export const TEXT_TABLES = Object.keys(TEXTS) as TextTable[];

export interface StoredText {
  key: string;
  head: string;
  text: string;
}

/** A page of the texts of an account, by key. */
export function listTexts(
  sql: Sql,
  table: TextTable,
  accountId: string,
  after: string,
): Promise<StoredText[]> {
  const { key, head, text, page } = TEXTS[table];
  return sql.all(
    `SELECT ${key} AS key, ${head} AS head, ${text} AS text FROM ${table} WHERE account_id = ? AND ${key} > ?
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
