import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { NO_FIGURES } from '../../../domain/quote/cost/item-costs.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Sql } from '../../database.ts';
import { deleteInvoiceFacts } from '../invoice/invoice-facts.ts';
import { updateInvoiceSums } from '../invoice/invoice-sums.ts';
import { updateReceivables } from '../invoice/receivable-sums.ts';
import { deleteItemFigures } from '../quote/item-costs.ts';
import { deleteQuote, loadQuote } from '../quote/quotes.ts';
import type { CustomerQuote } from './customer-quotes.ts';
import { deleteRevisions, deleteUnusedAttachments } from './erase-files.ts';
import { listOwned, type Owner } from './owned-rows.ts';

/**
 * Erases what is the customer's of a quote, except for emails. If it must be kept, its content, what was accepted and its
 * invoices stay. Otherwise a quote of the customer is deleted; of one that is for somebody else now, their part stays.
 */
export async function eraseQuote(tx: Sql, found: CustomerQuote, mustKeep: boolean): Promise<void> {
  const { id, owner, invoices } = found;
  await deleteDecisions(tx, found, mustKeep);
  await deleteRevisions(tx, found, mustKeep);
  if (owner.isCurrent) {
    await tx.run('DELETE FROM approvals WHERE account_id = ? AND quote_id = ?', owner.accountId, id);
    if (!mustKeep) await deleteWithInvoices(tx, found);
    else await closePages(tx, owner.accountId, id);
  }
  if (mustKeep || !owner.isCurrent) {
    for (const documentId of [id, ...invoices.map((invoice) => invoice.id)]) {
      await redactHistory(tx, owner, documentId);
    }
  }
  await deleteUnusedAttachments(tx, owner, id);
}

async function deleteDecisions(
  tx: Sql,
  { id, owner, decisions }: CustomerQuote,
  mustKeep: boolean,
): Promise<void> {
  for (const { id: decisionId, decision } of decisions) {
    if (mustKeep && decision === 'ACCEPTED') continue;
    await tx.run(
      'DELETE FROM decisions WHERE account_id = ? AND quote_id = ? AND id = ?',
      ...[owner.accountId, id, decisionId],
    );
  }
}

async function closePages(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  for (const [table, key, more] of [
    ['quotes', 'id', ', open_proposals = 0, signatures = NULL'],
    ['invoices', 'quote_id', ''],
  ]) {
    await tx.run(
      `UPDATE ${table} SET link_id = NULL, revocations = revocations + 1${more} WHERE account_id = ? AND ${key} = ?`,
      ...[accountId, quoteId],
    );
  }
}

/** The rows of earlier customers stay. */
async function deleteWithInvoices(tx: Sql, { id, owner, invoices }: CustomerQuote): Promise<void> {
  const { accountId } = owner;
  for (const invoice of invoices) await deleteInvoice(tx, accountId, invoice);
  const stored = await loadQuote(tx, accountId, id);
  if (!stored) return;
  if (stored.figures !== NO_FIGURES) await deleteItemFigures(tx, accountId, id);
  await tx.run('DELETE FROM events WHERE account_id = ? AND document_id = ?', accountId, id);
  // Nobody can answer these any more.
  await tx.run(
    'UPDATE messages SET awaits = 0 WHERE account_id = ? AND quote_id = ? AND awaits = 1',
    accountId,
    id,
  );
  if (stored.quote.series?.length)
    await tx.run('DELETE FROM recurring_series WHERE account_id = ? AND quote_id = ?', accountId, id);
  await deleteQuote(tx, accountId, stored);
}

/** The amounts stay in the statistics, which name nobody. */
async function deleteInvoice(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  const place = [accountId, invoice.id];
  const payments = '(SELECT id FROM payments WHERE account_id = ? AND invoice_id = ?)';
  await tx.run(
    `DELETE FROM refunds WHERE account_id = ? AND payment_id IN ${payments}`,
    ...[accountId, ...place],
  );
  // The hash of the whole line is left, by which nobody is recognized.
  await tx.run(
    `UPDATE bank_lines SET money_mark = NULL, marks = NULL WHERE account_id = ? AND id IN (
       SELECT line_id FROM bank_line_payments WHERE account_id = ? AND payment_id IN ${payments})`,
    ...[accountId, accountId, ...place],
  );
  await tx.run(
    `DELETE FROM bank_line_payments WHERE account_id = ? AND payment_id IN ${payments}`,
    ...[accountId, ...place],
  );
  for (const [table, key] of [
    ['checkouts', 'invoice_id'],
    ['payments', 'invoice_id'],
    ['events', 'document_id'],
    ['shown_documents', 'subject_id'],
  ]) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND ${key} = ?`, ...place);
  }
  await deleteInvoiceFacts(tx, accountId, invoice);
  await updateInvoiceSums(tx, accountId, invoice, undefined);
  await updateReceivables(tx, accountId, invoice, undefined);
  await tx.run('DELETE FROM invoices WHERE account_id = ? AND id = ?', ...place);
}

/** Fields of events that people wrote, or that name people. */
const PERSONAL = [
  'to',
  'cc',
  'from',
  'name',
  'text',
  'reason',
  'response',
  'note',
  'messageId',
  'answers',
  'email',
];

async function redactHistory(tx: Sql, owner: Owner, documentId: string): Promise<void> {
  const rows = await listOwned<{ id: string; doc: string }>(tx, 'events', 'id, doc', owner, [documentId]);
  for (const { id, doc } of rows) {
    const event = JSON.parse(doc) as HistoryEvent;
    if (!PERSONAL.some((name) => name in event.data)) continue;
    const kept = Object.entries(event.data).filter(([name]) => !PERSONAL.includes(name));
    await tx.run(
      'UPDATE events SET doc = ? WHERE account_id = ? AND document_id = ? AND id = ?',
      ...[JSON.stringify({ ...event, data: Object.fromEntries(kept) }), owner.accountId, documentId, id],
    );
  }
}
