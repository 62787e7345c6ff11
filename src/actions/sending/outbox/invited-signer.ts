import type { Deps } from '../../../app/deps.ts';
import { findSigner, updateSigner } from '../../../domain/quote/acceptance/signers.ts';
import { isOpen, type Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { isLinkOpen } from '../../../store/tables/links.ts';
import { findQuoteRow, loadQuote, replaceQuote } from '../../../store/tables/quote/quotes.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { QueuedMail } from './queue-mail.ts';

/** Whether a signer still has to sign what the email shows. */
export async function isStillToSign(deps: Deps, accountId: string, queued: QueuedMail): Promise<boolean> {
  const { documentId, about, message } = queued;
  const row = await findQuoteRow(deps.db.read, accountId, documentId);
  const quote = row && (JSON.parse(row.doc) as Quote);
  const signer = quote && findSigner(quote, message.to[0]?.address ?? '');
  if (!signer || !isOpen(quote) || signer.signedAt !== null || quote.revision !== about?.revision)
    return false;
  return isLinkOpen(deps.db.read, accountId, documentId, about.linkId);
}

/** Records that the email to a signer was accepted, inside a transaction. */
export async function recordInvited(
  tx: Sql,
  accountId: string,
  { documentId, message, about }: QueuedMail,
  { isCaptured, documentSha256, now }: { isCaptured: boolean; documentSha256: string; now: number },
): Promise<void> {
  const stored = await loadQuote(tx, accountId, documentId);
  const to = message.to[0]?.address ?? '';
  if (!stored || !findSigner(stored.quote, to)) return;
  const quote = updateSigner(stored.quote, to, { sentAt: new Date(now).toISOString() });
  const after = await replaceQuote(tx, accountId, stored, quote);
  const { revision } = about ?? {};
  const mailed = { to, cc: [], outcome: 'taken', captured: isCaptured, messageId: message.messageId };
  const event = {
    type: 'sent',
    actor: { type: 'system' },
    data: { ...mailed, revision, documentSha256 },
  } as const;
  await recordEvent(tx, accountId, after, event, { at: now, now });
}
