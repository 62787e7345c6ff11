import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Sql } from '../../database.ts';
import { storeCreatedEvent } from '../created-events.ts';
import { deleteUnusedParties } from '../quote/parties.ts';
import { loadQuote } from '../quote/quotes.ts';
import { eraseQuoteEvents } from './erase-feed.ts';
import { deleteNeedlessFiles } from './erase-files.ts';
import { eraseCorrespondence } from './erase-mail.ts';
import { deleteDocuments, type ErasedCustomer } from './erase-quote.ts';
import { listGroupedInvoices } from './find-documents.ts';

/** Deletes what need not be kept about a quote that must be: only its content, its acceptance and its invoices stay. */
export async function stripQuote(tx: Sql, customer: ErasedCustomer, quoteId: string): Promise<void> {
  const { accountId, customerId } = customer;
  const invoices = await listGroupedInvoices(tx, accountId, quoteId);
  const stored = await loadQuote(tx, accountId, quoteId);
  if (stored) await storeCreatedEvent(tx, accountId, stored);
  for (const id of [quoteId, ...invoices.map(({ invoice }) => invoice.id)]) {
    await eraseCorrespondence(tx, accountId, id);
    await redactHistory(tx, accountId, id, () => true);
  }
  for (const table of ['quotes', 'invoices']) {
    const id = table === 'quotes' ? 'id' : 'quote_id';
    await tx.run(
      `UPDATE ${table} SET link_id = NULL, revocations = revocations + 1 WHERE account_id = ? AND ${id} = ?`,
      ...[accountId, quoteId],
    );
  }
  await tx.run(
    `DELETE FROM answers WHERE account_id = ? AND quote_id = ? AND doc LIKE '%"decision":"DECLINED"%'`,
    ...[accountId, quoteId],
  );
  await deleteNeedlessRevisions(
    tx,
    customer,
    quoteId,
    invoices.map(({ invoice }) => invoice.id),
  );
  await deleteNeedlessFiles(tx, customer, quoteId);
  await eraseQuoteEvents(tx, accountId, customerId, quoteId);
}

/** Keeps the files that were accepted, those with the same content, and the documents of invoices. */
async function deleteNeedlessRevisions(
  tx: Sql,
  customer: ErasedCustomer,
  quoteId: string,
  invoiceIds: readonly string[],
): Promise<void> {
  const { accountId } = customer;
  const accepted = await listAcceptedHashes(tx, accountId, quoteId);
  const shown = await listShown(tx, accountId, [quoteId, ...invoiceIds]);
  const editions = new Set(
    shown.filter(({ subject_id, sha256 }) => subject_id === quoteId && accepted.has(sha256)).map(getEdition),
  );
  const current = await tx.get<{ edition: number }>(
    'SELECT edition FROM quotes WHERE account_id = ? AND id = ?',
    ...[accountId, quoteId],
  );
  // A decision that the owner recorded for the customer names no file.
  if (accepted.size === 0 && current) editions.add(current.edition);
  const needed = new Set(
    shown
      .filter((row) => row.subject_id !== quoteId || editions.has(row.edition))
      .map((row) => row.source_sha256),
  );
  await deleteDocuments(
    tx,
    customer,
    quoteId,
    ({ source_sha256, sha256, accepted_at }) =>
      accepted_at === null && !accepted.has(sha256) && !needed.has(source_sha256),
  );
  const revisions = await tx.all<{ edition: number; sha256: string; parties_sha256: string | null }>(
    'SELECT edition, document_sha256 AS sha256, parties_sha256 FROM revisions WHERE account_id = ? AND quote_id = ?',
    ...[accountId, quoteId],
  );
  const gone = revisions.filter(({ edition, sha256 }) => !editions.has(edition) && !accepted.has(sha256));
  for (const { sha256 } of gone) {
    await tx.run(
      'DELETE FROM revisions WHERE account_id = ? AND quote_id = ? AND document_sha256 = ?',
      ...[accountId, quoteId, sha256],
    );
  }
  await deleteUnusedParties(
    tx,
    accountId,
    gone.map((row) => row.parties_sha256),
  );
}

function getEdition({ edition }: { edition: number }): number {
  return edition;
}

export async function listAcceptedHashes(tx: Sql, accountId: string, quoteId: string): Promise<Set<string>> {
  const rows = await tx.all<{ doc: string }>(
    'SELECT doc FROM answers WHERE account_id = ? AND quote_id = ?',
    ...[accountId, quoteId],
  );
  const hashes = rows.flatMap(({ doc }) => {
    const { documentSha256, offerSha256 } = JSON.parse(doc) as Record<string, string | null | undefined>;
    return [documentSha256, offerSha256].filter((hash) => typeof hash === 'string');
  });
  return new Set(hashes);
}

interface ShownFile {
  subject_id: string;
  edition: number;
  source_sha256: string;
  sha256: string;
}

export async function listShown(
  tx: Sql,
  accountId: string,
  subjects: readonly string[],
): Promise<ShownFile[]> {
  const found: ShownFile[] = [];
  for (const id of subjects) {
    found.push(
      ...(await tx.all<ShownFile>(
        `SELECT subject_id, edition, d.source_sha256, sha256 FROM shown_documents AS s JOIN documents AS d
           ON d.account_id = s.account_id AND d.source_sha256 = s.source_sha256
         WHERE s.account_id = ? AND subject_id = ?`,
        ...[accountId, id],
      )),
    );
  }
  return found;
}

/** Fields of events that people wrote, or that name people. */
const PERSONAL = ['to', 'cc', 'from', 'name', 'text', 'reason', 'response', 'note', 'messageId'];

export async function redactHistory(
  tx: Sql,
  accountId: string,
  documentId: string,
  isChosen: (event: HistoryEvent) => boolean,
): Promise<void> {
  const rows = await tx.all<{ id: string; doc: string }>(
    'SELECT id, doc FROM events WHERE account_id = ? AND document_id = ?',
    ...[accountId, documentId],
  );
  for (const { id, doc } of rows) {
    const event = JSON.parse(doc) as HistoryEvent;
    if (!isChosen(event) || !PERSONAL.some((name) => name in event.data)) continue;
    const kept = Object.entries(event.data).filter(([name]) => !PERSONAL.includes(name));
    await tx.run(
      'UPDATE events SET doc = ? WHERE account_id = ? AND document_id = ? AND id = ?',
      ...[JSON.stringify({ ...event, data: Object.fromEntries(kept) }), accountId, documentId, id],
    );
  }
}
