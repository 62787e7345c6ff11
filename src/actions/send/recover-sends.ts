import type { Deps } from '../../deps.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/clock.ts';
import { SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import { findAbandonedSends } from '../../store/tables/mail/sendings.ts';
import { abandonSend } from './abandon-send.ts';
import { QUOTE_SEND } from './send-quote.ts';

const BATCH = 100;

/** Ends the sends whose process has died. */
export async function recoverSends({ db, clock }: Deps, { allProcessesDead = false } = {}): Promise<void> {
  for (;;) {
    const now = clock();
    const latest = now + SEND_LEASE_MS + MAX_CLOCK_SKEW_MS;
    const lease = allProcessesDead ? { endedBy: latest, latest } : { endedBy: now, latest };
    const abandoned = await findAbandonedSends(db.read, lease, BATCH);
    for (const sending of abandoned) {
      await db.write((tx) => abandonSend(tx, QUOTE_SEND, sending), { account: sending.account_id });
    }
    if (abandoned.length < BATCH) return;
  }
}
