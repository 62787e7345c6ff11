import type { Sql } from '../../store/database.ts';
import { releaseKey } from '../../store/tables/idempotency.ts';
import { recordSendOutcome, type Sending } from '../../store/tables/mail/sendings.ts';
import { endSentMail } from '../../store/tables/mail/sent-mails.ts';
import { getAccountTime } from '../account/account-time.ts';
import { showLink } from './links/links.ts';
import type { SendableDocument, SendKind, StoredDocument } from './send-kind.ts';

export type AbandonedSend = Sending & { account_id: string };

/**
 * Ends a send that a process left open when it died, inside a transaction. Whether the email has arrived is unknown, and
 * the history records exactly that. Returns `false` if another process has ended it, or the document is gone.
 */
export async function abandonSend<Doc extends SendableDocument, Stored extends StoredDocument>(
  tx: Sql,
  kind: SendKind<Doc, Stored>,
  sending: AbandonedSend,
): Promise<boolean> {
  const { account_id: accountId, document_id: documentId } = sending;
  if (!(await recordSendOutcome(tx, accountId, sending, 'unknown'))) return false;
  if (sending.idempotency_key !== null) {
    await releaseKey(tx, accountId, sending.idempotency_key, sending.running_until);
  }
  const now = await getAccountTime(tx, accountId);
  const response = 'the service stopped while it delivered the email';
  await endSentMail(tx, accountId, sending.message_id, { state: 'unknown', at: now, response });
  const stored = await kind.load(tx, accountId, documentId, now);
  if (!stored) return false;
  await showLink(tx, accountId, sending);
  const data = {
    to: sending.recipient,
    outcome: 'unknown',
    response,
    messageId: sending.message_id,
  };
  await kind.recordEvent(
    tx,
    accountId,
    stored,
    { type: 'send_failed', actor: { type: 'system' }, data },
    now,
  );
  return true;
}
