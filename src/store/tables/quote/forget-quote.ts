import type { Sql } from '../../database.ts';
import { dropUsesOfQuote } from './attachment-files.ts';
import { dropUnusedParties } from './parties.ts';
import { deleteQuote, type StoredQuote } from './quotes.ts';
import { listPartiesOfRevisions } from './revisions.ts';
import { forgetShownDocuments } from './shown-documents.ts';

/**
 * Deletes a quote and everything that belongs to it alone. Sends stay, because the cap on emails to one recipient
 * counts them. Decisions and their documents stay as evidence of what was accepted.
 */
export async function forgetQuote(
  tx: Sql,
  accountId: string,
  stored: StoredQuote,
  now: number,
): Promise<void> {
  const { id } = stored.quote;
  const parties = await listPartiesOfRevisions(tx, accountId, id);
  await forgetShownDocuments(tx, accountId, id);
  for (const table of ['events', 'links', 'messages', 'revisions']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND quote_id = ?`, accountId, id);
  }
  await dropUsesOfQuote(tx, accountId, id, now);
  await deleteQuote(tx, accountId, stored);
  await dropUnusedParties(tx, accountId, [stored.partiesSha256, ...parties]);
}
