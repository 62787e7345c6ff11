import type { Deps } from '../deps.ts';
import { addEvent } from '../store/events.ts';
import { releaseKey } from '../store/idempotency.ts';
import { endSending, findAbandoned } from '../store/sendings.ts';

/**
 * A process that died while a mail was under way has left its sending open. Nobody knows whether the mail arrived,
 * and the history says exactly that.
 */
export async function recoverSendings({ db, clock }: Deps, { allProcessesDead = false } = {}): Promise<void> {
  const now = clock();
  const abandoned = await findAbandoned(db.read, allProcessesDead ? Number.MAX_SAFE_INTEGER : now);
  for (const sending of abandoned) {
    const accountId = sending.account_id;
    await db.write(
      async (tx) => {
        if (!(await endSending(tx, accountId, sending, 'unknown'))) return;
        if (sending.idempotency_key !== null) await releaseKey(tx, accountId, sending.idempotency_key);
        const data = {
          to: sending.recipient,
          outcome: 'unknown',
          response: 'the service stopped while the mail was under way',
          messageId: sending.message_id,
        };
        const actor = { type: 'system' } as const;
        await addEvent(tx, accountId, sending.quote_id, { type: 'send_failed', actor, data }, now);
      },
      { account: accountId },
    );
  }
}
