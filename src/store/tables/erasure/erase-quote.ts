import type { Sql } from '../../database.ts';
import { deleteQuoteData } from '../quote/delete-quote-data.ts';
import { deleteUnusedParties } from '../quote/parties.ts';
import { loadQuote } from '../quote/quotes.ts';
import { eraseQuoteEvents } from './erase-feed.ts';
import { deleteFiles } from './erase-files.ts';
import { eraseInvoice } from './erase-invoice.ts';
import { eraseCorrespondence } from './erase-mail.ts';
import { addErasedDocuments } from './erasures.ts';
import { listGroupedInvoices } from './find-documents.ts';

/** The customer that is being erased. */
export interface ErasedCustomer {
  accountId: string;
  customerId: string;
  customerSha256: string;
}

/**
 * Deletes a quote with its invoices and all that was kept about them, even what a deletion of the quote left. Only the
 * hashes of its files stay.
 */
export async function eraseQuote(
  tx: Sql,
  customer: ErasedCustomer,
  quoteId: string,
  now: number,
): Promise<void> {
  const { accountId, customerId } = customer;
  const invoices = await listGroupedInvoices(tx, accountId, quoteId);
  const decided = await tx.all<{ parties_sha256: string | null }>(
    'SELECT parties_sha256 FROM answers WHERE account_id = ? AND quote_id = ?',
    ...[accountId, quoteId],
  );
  await eraseCorrespondence(tx, accountId, quoteId);
  for (const { invoice } of invoices) await eraseInvoice(tx, accountId, invoice);
  const stored = await loadQuote(tx, accountId, quoteId);
  await tx.run('DELETE FROM answers WHERE account_id = ? AND quote_id = ?', accountId, quoteId);
  await deleteFiles(tx, customer, quoteId);
  if (stored) await deleteQuoteData(tx, accountId, stored, now);
  await deleteDocuments(tx, customer, quoteId, () => true);
  await eraseQuoteEvents(tx, accountId, customerId, quoteId);
  await deleteUnusedParties(tx, accountId, [
    ...decided.map((row) => row.parties_sha256),
    ...invoices.map(({ partiesSha256 }) => partiesSha256),
  ]);
}

export interface StoredFile {
  source_sha256: string;
  sha256: string;
  accepted_at: string | null;
}

/** Deletes the PDFs of a quote that are not needed, and keeps their hashes. */
export async function deleteDocuments(
  tx: Sql,
  customer: ErasedCustomer,
  quoteId: string,
  isNeedless: (file: StoredFile) => boolean,
): Promise<void> {
  const { accountId } = customer;
  const files = await tx.all<StoredFile>(
    'SELECT source_sha256, sha256, accepted_at FROM documents WHERE account_id = ? AND quote_id = ?',
    ...[accountId, quoteId],
  );
  const gone = files.filter(isNeedless);
  await addErasedDocuments(
    tx,
    customer,
    gone.map(({ sha256 }) => sha256),
  );
  for (const { source_sha256: source } of gone) {
    const place = [accountId, source];
    await tx.run('DELETE FROM documents WHERE account_id = ? AND source_sha256 = ?', ...place);
    await tx.run('DELETE FROM shown_documents WHERE account_id = ? AND source_sha256 = ?', ...place);
  }
}
