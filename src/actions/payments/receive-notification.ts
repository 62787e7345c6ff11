import type { Deps } from '../../app/deps.ts';
import { unlessClosed } from '../../domain/account/account-closed.ts';
import type { Checkout } from '../../domain/invoice/payment/checkout.ts';
import {
  type Notification,
  ProviderError,
  type RawNotification,
} from '../../domain/invoice/payment/provider.ts';
import { type ProviderKind, UNSIGNED_PROVIDERS } from '../../domain/invoice/payment/provider-kind.ts';
import {
  findCheckout,
  findCheckoutByProviderId,
  watchCheckout,
} from '../../store/tables/payment/checkouts.ts';
import { findCheckoutOfToken } from './checkout-token.ts';
import { type Connection, findConnection } from './connections.ts';
import { reconcileCheckout } from './reconcile-checkout.ts';

/**
 * `done`: everything that the provider knows is booked. `unknown`: there is no such connection. `forged`: it does not
 * come from the provider. `failed`: the provider could not be asked, and shall send the notification again.
 */
export type NotificationResult = 'done' | 'unknown' | 'forged' | 'failed';

/** The URL that a notification was sent to. */
interface NotifiedUrl {
  kind: ProviderKind;
  connectionId: string;
  /** Token of the checkout; absent in the URL of a provider that signs. */
  token?: string | undefined;
}

/**
 * Handles a notification of a provider. It is the reason to ask, and what is booked is what the provider answers, with
 * the movements that the notification proves. Movements never change, so a repeated or an old one changes nothing.
 */
export async function receiveNotification(
  deps: Deps,
  { kind, connectionId, token }: NotifiedUrl,
  raw: RawNotification,
): Promise<NotificationResult> {
  const connection = await findConnection(deps, connectionId);
  if (!connection || connection.kind !== kind) return 'unknown';
  const proven = token === undefined ? undefined : await findCheckoutOfToken(deps, token);
  const isProven = proven?.connectionId === connection.id;
  if (!isProven && (token !== undefined || UNSIGNED_PROVIDERS.includes(kind))) return 'forged';
  try {
    const notification = await deps.payments[kind].readNotification(connection.keys, raw);
    const checkout = proven ?? (notification && (await findNotified(deps, connection, notification)));
    if (!checkout) return 'done';
    // It may arrive before the response to the call that created the checkout.
    const providerId = checkout.providerId ?? notification?.providerId ?? null;
    if (notification && (notification.providerId ?? providerId) !== providerId) {
      deps.log.warn({ provider: kind, checkout: checkout.id }, 'notification names another checkout');
      return 'done';
    }
    const answered = unlessClosed(() =>
      reconcileCheckout(deps, { ...checkout, providerId }, 'find', notification),
    );
    if (await answered) return 'done';
    await askLater(deps, checkout);
    return 'failed';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.reason === 'forged') return 'forged';
    deps.log.warn({ provider: kind, reason: error.reason }, 'notification of a payment provider failed');
    return 'failed';
  }
}

/** Of a closed account, the provider is asked once an owner has reopened it: providers try again for a few days only. */
async function askLater({ db, clock, log }: Deps, { accountId, id, provider }: Checkout): Promise<void> {
  log.warn(
    { checkout: id, provider },
    'money of a closed account may have moved; it is asked for when it is reopened',
  );
  const hint = { account: accountId, evenIfClosed: true };
  await unlessClosed(() => db.write((tx) => watchCheckout(tx, accountId, id, clock()), hint));
}

/** Finds the checkout by our identifier or by the provider's, among those of the connection. */
async function findNotified(
  { db }: Deps,
  { accountId, id: connectionId }: Connection,
  { checkoutId, providerId }: Notification,
): Promise<Checkout | undefined> {
  const named = checkoutId === null ? undefined : await findCheckout(db.read, accountId, checkoutId);
  const found =
    named ??
    (providerId === null
      ? undefined
      : await findCheckoutByProviderId(db.read, { accountId, connectionId, providerId }));
  return found?.connectionId === connectionId ? found : undefined;
}
