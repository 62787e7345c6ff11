import { formatPlaceholders, padToFixedSize, type Sql, type SqlPart } from '../../database.ts';

/**
 * The tables with rows about a quote or an invoice that belong to whom it was for at the time, by the column that names
 * the document. All that is erased, kept or exported of a customer is found here.
 */
const OWNED_TABLES = {
  decisions: 'quote_id',
  documents: 'quote_id',
  events: 'document_id',
  links: 'document_id',
  messages: 'quote_id',
  outbox: 'document_id',
  quote_proposals: 'quote_id',
  revisions: 'quote_id',
  sendings: 'document_id',
  sent_mails: 'document_id',
  thread_mails: 'document_id',
} as const;

export type OwnedTable = keyof typeof OWNED_TABLES;

/**
 * Records whose the rows about a quote are, before it is for somebody else or after it was deleted. Rows without such a
 * mark are those of the customer whom the quote is for.
 */
export async function markFormer(
  tx: Sql,
  accountId: string,
  quoteId: string,
  customerId: string,
): Promise<void> {
  await Promise.all(
    Object.entries(OWNED_TABLES).map(([table, key]) =>
      tx.run(
        `UPDATE ${table} SET former_customer_id = ?
         WHERE account_id = ? AND ${key} = ? AND former_customer_id IS NULL`,
        ...[customerId, accountId, quoteId],
      ),
    ),
  );
}

/** Says which rows about a document belong to a customer. */
export interface Owner {
  accountId: string;
  customerId: string;
  /** Whether the document is the customer's now, or was until it was deleted. */
  isCurrent: boolean;
}

/** Condition of the rows about documents that belong to a customer. */
export function formatOwned(table: OwnedTable, owner: Owner, documentIds: readonly string[]): SqlPart {
  const ids = padToFixedSize(documentIds);
  const mark = owner.isCurrent
    ? '(former_customer_id IS NULL OR former_customer_id = ?)'
    : 'former_customer_id = ?';
  return {
    sql: `account_id = ? AND ${OWNED_TABLES[table]} IN ${formatPlaceholders(1, ids.length)} AND ${mark}`,
    values: [owner.accountId, ...ids, owner.customerId],
  };
}

/** Sorted by the first column. */
export function listOwned<Row>(
  sql: Sql,
  table: OwnedTable,
  columns: string,
  owner: Owner,
  documentIds: readonly string[],
): Promise<Row[]> {
  const owned = formatOwned(table, owner, documentIds);
  return sql.all(`SELECT ${columns} FROM ${table} WHERE ${owned.sql} ORDER BY 1`, ...owned.values);
}

export async function deleteOwned(
  tx: Sql,
  table: OwnedTable,
  owner: Owner,
  documentIds: readonly string[],
): Promise<void> {
  const owned = formatOwned(table, owner, documentIds);
  await tx.run(`DELETE FROM ${table} WHERE ${owned.sql}`, ...owned.values);
}
