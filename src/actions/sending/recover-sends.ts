import type { Deps } from '../../app/deps.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/clock.ts';
import { type DocumentKind, getDocumentKind } from '../../domain/document.ts';
import { SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../store/database.ts';
import { findAbandonedSends } from '../../store/tables/mail/sendings.ts';
import { type AbandonedSend, abandonSend } from './abandon-send.ts';
import { notifyFailed } from './outbox/notify-failed.ts';
import { INVOICE_SEND } from './send-invoice.ts';
import { QUOTE_SEND } from './send-quote.ts';

const BATCH = 100;

const ABANDON: Record<DocumentKind, (tx: Sql, sending: AbandonedSend) => Promise<boolean>> = {
  quote: (tx, sending) => abandonSend(tx, QUOTE_SEND, sending),
  invoice: (tx, sending) => abandonSend(tx, INVOICE_SEND, sending),
};

/** Ends the sends whose process has died, and notifies the business, since nobody waits for them any more. */
export async function recoverSends(deps: Deps, { allProcessesDead = false } = {}): Promise<void> {
  const { db, clock } = deps;
  for (;;) {
    const now = clock();
    const latest = now + SEND_LEASE_MS + MAX_CLOCK_SKEW_MS;
    const lease = allProcessesDead ? { endedBy: latest, latest } : { endedBy: now, latest };
    const abandoned = await findAbandonedSends(db.read, lease, BATCH);
    for (const sending of abandoned) {
      const abandon = ABANDON[getDocumentKind(sending.document_id)];
      const { account_id: account, document_id: documentId, recipient: to } = sending;
      await db.write(
        async (tx) => {
          if (!(await abandon(tx, sending))) return;
          await notifyFailed(tx, deps, account, { documentId, to, response: null }, now);
        },
        { account, evenIfClosed: true, evenIfMoved: true },
      );
    }
    if (abandoned.length < BATCH) return;
  }
}
