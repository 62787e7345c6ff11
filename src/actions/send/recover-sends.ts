import type { Deps } from '../../deps.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/clock.ts';
import { SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../store/database.ts';
import { releaseKey } from '../../store/tables/idempotency.ts';
import { findAbandonedSends, recordSendOutcome, type Sending } from '../../store/tables/mail/sendings.ts';
import { loadQuote } from '../../store/tables/quote/quotes.ts';
import { getAccountTime } from '../account/account-time.ts';
import { recordEvent } from '../event/record-event.ts';
import { showLink } from '../link/links.ts';

const BATCH = 100;

/** Ends the sends whose process has died. */
export async function recoverSends({ db, clock }: Deps, { allProcessesDead = false } = {}): Promise<void> {
  for (;;) {
    const now = clock();
    const latest = now + SEND_LEASE_MS + MAX_CLOCK_SKEW_MS;
    const lease = allProcessesDead ? { endedBy: latest, latest } : { endedBy: now, latest };
    const abandoned = await findAbandonedSends(db.read, lease, BATCH);
    for (const sending of abandoned) {
      await db.write((tx) => abandonSend(tx, sending), { account: sending.account_id });
    }
    if (abandoned.length < BATCH) return;
  }
}

/**
 * Ends a send that a process left open when it died, inside a transaction. Whether the email has arrived is unknown, and
 * the history records exactly that.
 */
export async function abandonSend(tx: Sql, sending: Sending & { account_id: string }): Promise<void> {
  const { account_id: accountId, quote_id: quoteId } = sending;
  if (!(await recordSendOutcome(tx, accountId, sending, 'unknown'))) return;
  if (sending.idempotency_key !== null) {
    await releaseKey(tx, accountId, sending.idempotency_key, sending.running_until);
  }
  const stored = await loadQuote(tx, accountId, quoteId);
  if (!stored) return;
  await showLink(tx, accountId, sending);
  const data = {
    to: sending.recipient,
    outcome: 'unknown',
    response: 'the service stopped while it delivered the email',
    messageId: sending.message_id,
  };
  const actor = { type: 'system' } as const;
  const now = await getAccountTime(tx, accountId);
  await recordEvent(tx, accountId, stored, { type: 'send_failed', actor, data }, { at: now, now });
}
