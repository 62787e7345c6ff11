import type { Acceptance } from '../../../domain/quote/acceptance.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Sql } from '../../database.ts';
import { eraseFormerEvents } from './erase-feed.ts';
import { deleteNeedlessFiles } from './erase-files.ts';
import { eraseFormerOutbox } from './erase-mail.ts';
import { deleteDocuments, type ErasedCustomer } from './erase-quote.ts';
import { listAcceptedHashes, listShown, redactHistory } from './strip-quote.ts';

/** An acceptance by the erased customer of a quote that is for another customer now. */
export interface FormerAcceptance {
  id: string;
  at: string;
}

/** `hashes` are those of the frozen parties that name the erased customer. */
export async function listFormerAcceptances(
  tx: Sql,
  accountId: string,
  quoteId: string,
  hashes: readonly string[],
): Promise<FormerAcceptance[]> {
  const rows = await tx.all<{ id: string; doc: string; parties: string | null }>(
    'SELECT id, doc, parties_sha256 AS parties FROM answers WHERE account_id = ? AND quote_id = ?',
    ...[accountId, quoteId],
  );
  return rows
    .filter(({ parties }) => hashes.includes(parties ?? ''))
    .map(({ id, doc }) => ({ id, at: (JSON.parse(doc) as Acceptance).at }));
}

export async function deleteAcceptances(
  tx: Sql,
  accountId: string,
  quoteId: string,
  acceptances: readonly FormerAcceptance[],
): Promise<void> {
  for (const { id } of acceptances) {
    await tx.run(
      'DELETE FROM answers WHERE account_id = ? AND quote_id = ? AND id = ?',
      ...[accountId, quoteId, id],
    );
  }
}

/** Deletes what a quote that is for another customer now has kept about the one it was for, except what was accepted. */
export async function stripFormerQuote(
  tx: Sql,
  customer: ErasedCustomer,
  quoteId: string,
  hashes: readonly string[],
): Promise<void> {
  const { accountId, customerId } = customer;
  await deleteFormerRevisions(tx, customer, quoteId, hashes);
  await deleteNeedlessFiles(tx, customer, quoteId);
  const change = await findLastCustomerChange(tx, accountId, quoteId);
  if (change) {
    await deleteFormerMails(tx, accountId, quoteId, Date.parse(change.at));
    await redactHistory(tx, accountId, quoteId, ({ id }) => id < change.id);
  }
  await eraseFormerEvents(tx, accountId, customerId, quoteId);
}

async function deleteFormerRevisions(
  tx: Sql,
  customer: ErasedCustomer,
  quoteId: string,
  hashes: readonly string[],
): Promise<void> {
  const { accountId } = customer;
  const accepted = await listAcceptedHashes(tx, accountId, quoteId);
  const shown = await listShown(tx, accountId, [quoteId]);
  const revisions = await tx.all<{ edition: number; sha256: string; parties: string | null }>(
    `SELECT edition, document_sha256 AS sha256, parties_sha256 AS parties FROM revisions
     WHERE account_id = ? AND quote_id = ?`,
    ...[accountId, quoteId],
  );
  const gone = revisions.filter(
    ({ sha256, parties }) => hashes.includes(parties ?? '') && !accepted.has(sha256),
  );
  const editions = new Set(gone.map(({ edition }) => edition));
  const files = new Set(shown.filter((row) => editions.has(row.edition)).map((row) => row.source_sha256));
  await deleteDocuments(
    tx,
    customer,
    quoteId,
    ({ source_sha256, sha256 }) =>
      !accepted.has(sha256) && (files.has(source_sha256) || gone.some((row) => row.sha256 === sha256)),
  );
  for (const { sha256 } of gone) {
    await tx.run(
      'DELETE FROM revisions WHERE account_id = ? AND quote_id = ? AND document_sha256 = ?',
      ...[accountId, quoteId, sha256],
    );
  }
}

/** The emails to the former customer are marked; those of earlier versions are known by their time only. */
async function deleteFormerMails(
  tx: Sql,
  accountId: string,
  quoteId: string,
  changedAt: number,
): Promise<void> {
  const place = [accountId, quoteId];
  const former = (column: string) =>
    `SELECT ${column} FROM sent_mails WHERE account_id = ? AND document_id = ? AND is_former = 1`;
  await eraseFormerOutbox(tx, accountId, quoteId, changedAt);
  await tx.run(
    `DELETE FROM captured_mails WHERE account_id = ? AND (message_id IN (${former('message_id')})
       OR message_id IN (SELECT message_id FROM sendings WHERE account_id = ? AND document_id = ? AND created_at < ?))`,
    ...[accountId, ...place, ...place, changedAt],
  );
  await tx.run(
    `DELETE FROM sending_recipients WHERE account_id = ? AND sending_id IN (SELECT id FROM sendings
       WHERE account_id = ? AND document_id = ? AND (created_at < ? OR message_id IN (${former('message_id')})))`,
    ...[accountId, ...place, changedAt, ...place],
  );
  await tx.run(
    `DELETE FROM sendings WHERE account_id = ? AND document_id = ?
       AND (created_at < ? OR message_id IN (${former('message_id')}))`,
    ...[...place, changedAt, ...place],
  );
  await tx.run(
    `DELETE FROM links WHERE account_id = ? AND document_id = ?
       AND (created_at < ? OR id IN (${former('link_id')}))`,
    ...[...place, changedAt, ...place],
  );
  await tx.run(
    `UPDATE quotes SET link_id = NULL, revocations = revocations + 1 WHERE account_id = ? AND id = ?
       AND NOT EXISTS (SELECT 1 FROM links WHERE account_id = ? AND document_id = ? AND links.id = quotes.link_id)`,
    ...[...place, ...place],
  );
  await tx.run('DELETE FROM sent_mails WHERE account_id = ? AND document_id = ? AND is_former = 1', ...place);
  await tx.run(
    'DELETE FROM messages WHERE account_id = ? AND quote_id = ? AND created_at < ?',
    ...[...place, changedAt],
  );
}

async function findLastCustomerChange(
  tx: Sql,
  accountId: string,
  quoteId: string,
): Promise<HistoryEvent | undefined> {
  const rows = await tx.all<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND document_id = ? AND doc LIKE '%"customerId"%' ORDER BY id DESC`,
    ...[accountId, quoteId],
  );
  return rows
    .map(({ doc }) => JSON.parse(doc) as HistoryEvent)
    .find(
      ({ type, data }) =>
        type === 'updated' && Array.isArray(data.fields) && data.fields.includes('customerId'),
    );
}
