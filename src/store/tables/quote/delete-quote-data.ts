import { NO_FIGURES } from '../../../domain/quote/cost/item-costs.ts';
import type { Sql } from '../../database.ts';
import { deleteQuoteFileUses } from './attachment-files.ts';
import { deleteItemFigures } from './item-costs.ts';
import { deleteUnusedParties } from './parties.ts';
import { deleteQuote, type StoredQuote } from './quotes.ts';
import { listRevisionParties } from './revisions.ts';
import { deleteShownDocuments } from './shown-documents.ts';

/**
 * Deletes a quote and everything that belongs to it alone. Sends stay, because the cap on emails to one recipient
 * counts them. Decisions and their documents stay as evidence of what was accepted.
 */
export async function deleteQuoteData(
  tx: Sql,
  accountId: string,
  stored: StoredQuote,
  now: number,
): Promise<void> {
  const { id } = stored.quote;
  const parties = await listRevisionParties(tx, accountId, id);
  await deleteShownDocuments(tx, accountId, id);
  for (const table of ['events', 'links', 'sent_mails', 'thread_mails']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND document_id = ?`, accountId, id);
  }
  for (const table of ['approvals', 'messages', 'quote_proposals', 'revisions']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND quote_id = ?`, accountId, id);
  }
  if (stored.figures !== NO_FIGURES) await deleteItemFigures(tx, accountId, id);
  await deleteQuoteFileUses(tx, accountId, id, now);
  await deleteQuote(tx, accountId, stored);
  await deleteUnusedParties(tx, accountId, [stored.partiesSha256, ...parties]);
}
