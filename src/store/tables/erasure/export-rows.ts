import type { Sql } from '../../database.ts';
import { formatOwned, type Owner } from './owned-rows.ts';

/** The columns of rows that an export contains as they are stored. */
export const EXPORTED_COLUMNS = {
  messages: 'id, side, author, words AS text, created_at, read_at, via, quoted',
  quote_proposals: 'id, state, doc',
  sent_mails: 'message_id, recipient, kind, at, state, status, response',
  thread_mails: 'message_id, sender, subject, at',
  links: 'id, recipient, created_at, opened_at, revoked_at',
} as const;

export function listPayments(sql: Sql, accountId: string, invoiceId: string): Promise<object[]> {
  return sql.all(
    `SELECT id, amount, paid_on, method, reference, recorded_at, removed_at, kind FROM payments
     WHERE account_id = ? AND invoice_id = ?`,
    ...[accountId, invoiceId],
  );
}

/** Captured emails to the customer about a quote or an invoice. */
export async function listCapturedAbout(sql: Sql, owner: Owner, documentId: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['sent_mails', 'sendings'] as const) {
    const owned = formatOwned(table, owner, [documentId]);
    const rows = await sql.all<{ id: string }>(
      `SELECT id FROM captured_mails WHERE account_id = ? AND message_id IN (SELECT message_id FROM ${table} WHERE ${owned.sql})`,
      ...[owner.accountId, ...owned.values],
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** Captured emails that were sent to an address. */
export async function listCapturedTo(sql: Sql, accountId: string, address: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM captured_mails WHERE account_id = ? AND lower(doc) LIKE ? ESCAPE '\\' ORDER BY id`,
    ...[accountId, `%"address":"${address.replaceAll(/[\\%_]/g, '\\$&')}"%`],
  );
  return rows.map(({ id }) => id);
}
