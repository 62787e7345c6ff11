import type { Deps } from '../../app/deps.ts';
import { accountClosed } from '../../domain/account/account-closed.ts';
import type { Checkout } from '../../domain/invoice/payment/checkout.ts';
import {
  type Movement,
  type Notification,
  type PaymentProvider,
  type ProviderCheckout,
  ProviderError,
  type ProviderKeys,
} from '../../domain/invoice/payment/provider.ts';
import { isAccountClosed } from '../../store/tables/account/closed-accounts.ts';
import { markRefused } from '../../store/tables/payment/connections.ts';
import { bookCheckout } from './book-checkout.ts';
import { type Connection, findConnection } from './connections.ts';

/**
 * Asks the provider for the state of a checkout and books what has happened. The return page, notifications and polls
 * all end here, in any order and at the same time.
 */
export async function reconcileCheckout(
  deps: Deps,
  checkout: Checkout,
  ask: 'find' | 'end' = 'find',
  notification?: Pick<Notification, 'paymentId' | 'movements'>,
): Promise<Checkout> {
  const { providerId } = checkout;
  if (providerId === null) return ask === 'end' ? bookCheckout(deps, checkout, 'ended') : checkout;
  const connection = await requireConnection(deps, checkout);
  const found = await callProvider(deps, connection, (provider, keys) =>
    ask === 'end' ? provider.endCheckout(keys, providerId) : provider.findCheckout(keys, providerId),
  );
  assertOurs(checkout, found);
  const report = found && { ...found, movements: [...found.movements, ...listProven(found, notification)] };
  return bookCheckout(deps, checkout, report, { isReplaced: ask === 'end' });
}

/** Calls the provider of a connection, unless its account is closed. A rejected key is noted, so that the owner sees it. */
export async function callProvider<T>(
  { db, clock, payments }: Deps,
  { accountId, id, kind, keys }: Connection,
  call: (provider: PaymentProvider, keys: ProviderKeys) => Promise<T>,
): Promise<T> {
  if (await isAccountClosed(db.read, accountId)) throw accountClosed();
  try {
    return await call(payments[kind], keys);
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'key_refused') {
      await db.write((tx) => markRefused(tx, accountId, id, clock()), {
        account: accountId,
        evenIfClosed: true,
      });
    }
    throw error;
  }
}

/** The connection that made the checkout, which may have been replaced since. */
async function requireConnection(deps: Deps, { connectionId }: Checkout): Promise<Connection> {
  const connection = await findConnection(deps, connectionId);
  if (connection) return connection;
  throw new ProviderError('key_refused', 'The key of the payment provider is no longer stored.');
}

/** A provider that answers with another checkout is a fault; its money is not ours. */
function assertOurs({ id }: Checkout, found: ProviderCheckout | undefined): void {
  if (found && found.id !== id) throw new ProviderError('refused', 'The provider returned another checkout.');
}

/** Returns the movements of a notification, if they belong to the payment of the checkout that was fetched. */
function listProven(
  { movements }: ProviderCheckout,
  notification: Pick<Notification, 'paymentId' | 'movements'> | undefined,
): readonly Movement[] {
  const payment = movements.find(({ kind }) => kind === 'payment');
  return payment && payment.id === notification?.paymentId ? notification.movements : [];
}
