import type { WriteHint } from '../../store/database.ts';

/**
 * Writes of deliveries queue with each other, account by account, and not with the other writes of the account: so they
 * never lock the same endpoints in two orders, and no create waits for them.
 */
export function deliveryTurn(accountId: string): WriteHint {
  return { account: `webhooks of ${accountId}` };
}
