import type { ProviderCheckout } from './provider.ts';
import type { ProviderKind } from './provider-kind.ts';

export type CheckoutState = ProviderCheckout['state'];

/** Why money that a provider reports is not booked: it is not of the currency or of the mode of the account. */
export type CheckoutProblem = 'currency' | 'live_mode';

/** An attempt of a customer to pay an invoice at a payment provider. */
export interface Checkout {
  accountId: string;
  id: string;
  invoiceId: string;
  /** The link that alone has led to this checkout; `null` once another has too: its return page is the same for both. */
  linkId: string | null;
  connectionId: string;
  provider: ProviderKind;
  /** `null` until the provider has answered. */
  providerId: string | null;
  amount: number;
  currency: string;
  state: CheckoutState;
  /** URL of the payment page; `null` until the provider has responded. */
  url: string | null;
  problem: CheckoutProblem | null;
  /** Number of times that the provider was asked without a notification. */
  polls: number;
  /** `null` once it has ended at the provider. */
  nextPollAt: number | null;
  createdAt: number;
}

/** Whether the customer may still pay, or has paid and the money is on its way. An invoice has one such checkout. */
export function isActiveCheckout({ state }: Pick<Checkout, 'state'>): boolean {
  return state === 'open' || state === 'processing';
}

const ORDER: readonly CheckoutState[] = ['open', 'processing', 'ended', 'paid'];

/**
 * Returns the state after a report of the provider. Reports may arrive in another order than they were made in, so a
 * state is never followed by an earlier one. A checkout that has ended for us may turn out to be paid.
 */
export function mergeCheckoutState(known: CheckoutState, reported: CheckoutState): CheckoutState {
  return ORDER.indexOf(reported) > ORDER.indexOf(known) ? reported : known;
}

/** Finds why the money of a checkout must not be booked. */
export function findCheckoutProblem(
  { currency }: Pick<Checkout, 'currency'>,
  { isLive, movements }: Pick<ProviderCheckout, 'isLive' | 'movements'>,
  isLiveAccount: boolean,
): CheckoutProblem | null {
  if (isLive !== isLiveAccount) return 'live_mode';
  return movements.some((movement) => movement.currency !== currency) ? 'currency' : null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const MAX_POLL_DELAY_MS = HOUR_MS;
const POLL_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** Returns when the provider is asked next: 1, 5 and 30 minutes after the creation, then every hour. */
export function computeNextPoll(
  { createdAt, polls }: Pick<Checkout, 'createdAt' | 'polls'>,
  now: number,
): number {
  const delay = POLL_DELAYS_MS[polls];
  return delay === undefined ? now + MAX_POLL_DELAY_MS : Math.max(createdAt + delay, now);
}

/** A checkout that the provider never reports as ended is given up after this time. No payment takes as long. */
export const MAX_WATCH_MS = 120 * 24 * HOUR_MS;

/** A checkout that the provider never answered for has no customer: nobody knows where to pay. */
export const MAX_UNANSWERED_MS = 24 * HOUR_MS;
