import type { Sql } from '../../database.ts';
import { dropUsesOfQuote } from './attachment-files.ts';
import { dropUnusedParties } from './parties.ts';
import { deleteQuote, type StoredQuote } from './quotes.ts';
import { listPartiesOfRevisions } from './revisions.ts';
import { forgetShownDocuments } from './shown-documents.ts';

/**
 * Removes a quote and what belongs to it alone. Sendings stay: the cap on mails to one recipient counts them. Answers
 * stay with the documents they are about: who agreed to a text can prove it, whoever deletes the quote.
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
