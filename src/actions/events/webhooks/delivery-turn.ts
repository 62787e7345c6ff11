import type { WriteHint } from '../../../store/database.ts';

/**
 * Queues the writes of deliveries per account, separately from its other writes: they never lock the same endpoints in
 * different orders, and no create waits for them.
 */
export function deliveryTurn(accountId: string): WriteHint {
  return { account: `webhooks of ${accountId}` };
}
