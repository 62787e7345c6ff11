import type { Customer } from '../../../domain/customer/customer.ts';
import { SHAPES } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../database.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';

// An index of the facts has the status: of a customer with many quotes, only the few that are kept are read.
const QUOTES = `account_id = ? AND parties_sha256 IS NULL AND id IN (
  SELECT id FROM quote_facts WHERE account_id = ? AND customer_id = ? AND status IN ('ACCEPTED', 'CONVERTED'))`;
const INVOICES = 'account_id = ? AND customer_id = ? AND (follows = 1 OR parties_sha256 IS NULL)';

/** Whether a quote or an invoice that is kept has no parties of its own. */
export async function hasUnfrozenDocuments(tx: Sql, accountId: string, customerId: string): Promise<boolean> {
  const row = await tx.get(
    `SELECT 1 AS found FROM quotes WHERE ${QUOTES} UNION ALL SELECT 1 AS found FROM invoices WHERE ${INVOICES} LIMIT 1`,
    ...[accountId, accountId, customerId, accountId, customerId],
  );
  return row !== undefined;
}

export async function freezeQuotes(
  tx: Sql,
  accountId: string,
  customerId: string,
  partiesSha256: string,
): Promise<void> {
  await tx.run(
    `UPDATE quotes SET parties_sha256 = ? WHERE ${QUOTES}`,
    ...[partiesSha256, accountId, accountId, customerId],
  );
}

/** Drafts showed the customer as it is; from now on they show it as it was. */
export async function freezeInvoices(
  tx: Sql,
  accountId: string,
  customer: Customer,
  partiesSha256: string,
): Promise<void> {
  const rows = await tx.all<StoredDoc & { id: string; follows: 0 | 1 }>(
    `SELECT id, doc, shape, follows FROM invoices WHERE ${INVOICES}`,
    ...[accountId, customer.id],
  );
  for (const row of rows) {
    const invoice = parseDoc('invoice', row);
    const doc = JSON.stringify(row.follows === 1 ? { ...invoice, customer } : invoice);
    await tx.run(
      `UPDATE invoices SET doc = ?, shape = ?, follows = 0, parties_sha256 = ?, version = version + 1
       WHERE account_id = ? AND id = ?`,
      ...[doc, SHAPES.invoice, partiesSha256, accountId, row.id],
    );
  }
}
