import type { PaymentKind } from '../payment.ts';
import type { ProviderKind } from './provider-kind.ts';

/** Keys that the owner of an account enters to connect a provider. */
export interface ProviderKeys {
  secretKey: string;
  /** Verifies notifications. Only Stripe signs them. */
  webhookSecret: string | null;
}

export interface NewCheckout {
  /** Our identifier, `chk_…`. Sent as metadata and as the idempotency key, so that a repeated call creates one checkout. */
  id: string;
  /** In the smallest currency unit as Proffer counts it; the adapter converts. */
  amount: number;
  currency: string;
  /** The number of the invoice. */
  description: string;
  /** Language tag of the customer's page. */
  language: string;
  /** URL to which the provider sends the customer afterwards, paid or not. */
  returnUrl: string;
  /** URL for notifications, if each checkout names it; `null` without a public https URL. */
  notifyUrl: string | null;
}

/**
 * A change of the money that the provider holds for us. Each is booked exactly once, by its identifier. None ever
 * changes or disappears: a refund that fails gets a second movement, which reverses the first.
 */
export interface Movement {
  /** Unique per provider, such as `pi_…`, `re_…` or `dp_…:won`. */
  id: string;
  kind: PaymentKind;
  /** In the smallest currency unit as Proffer counts it; negative for money that left. */
  amount: number;
  currency: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A checkout as the provider reports it now. */
export interface ProviderCheckout {
  /** The provider's identifier, such as `cs_…` or `tr_…`. */
  providerId: string;
  /** Our identifier from the metadata; `null` if the checkout was not made by us. */
  id: string | null;
  /** URL of the payment page; `null` once the checkout has ended. */
  url: string | null;
  /** `processing`: the customer has finished, the money is on its way. `ended`: it can no longer be paid. */
  state: 'open' | 'processing' | 'paid' | 'ended';
  isLive: boolean;
  /** Everything that happened to the money so far, oldest first. */
  movements: Movement[];
}

export interface RefundRequest {
  /** The identifier of the movement of kind `payment`. */
  paymentId: string;
  amount: number;
  currency: string;
  idempotencyKey: string;
}

/** Raw HTTP request that a provider sent us. */
export interface RawNotification {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  now: number;
}

/** Subject of a notification: at least one of the identifiers is known. The state is fetched from the provider. */
export interface Notification {
  /** The provider's identifier of the checkout. */
  providerId: string | null;
  /** Our identifier, from the metadata. */
  checkoutId: string | null;
  /** The payment that the movements belong to: the identifier of its movement of kind `payment`. */
  paymentId: string | null;
  /**
   * Movements that the signature proves; empty if the provider does not sign. They are booked if the payment is that of
   * the checkout as it is fetched: a signature proves that the provider said it, not that the money is ours.
   */
  movements: Movement[];
}

/** One payment provider. No type of its package leaves the adapter. All methods throw `ProviderError`. */
export interface PaymentProvider {
  /** Whether the provider takes this currency and at least this amount. */
  accepts(amount: number, currency: string): boolean;
  /** Asks the provider whether the key works. */
  checkKey(keys: ProviderKeys): Promise<{ isLive: boolean }>;
  createCheckout(keys: ProviderKeys, checkout: NewCheckout): Promise<ProviderCheckout>;
  findCheckout(keys: ProviderKeys, providerId: string): Promise<ProviderCheckout | undefined>;
  /**
   * Ends an open checkout and returns its state afterwards. It may turn out to be paid; or it is still `open` because
   * the provider cannot end it, and then it expires by itself.
   */
  endCheckout(keys: ProviderKeys, providerId: string): Promise<ProviderCheckout>;
  refund(keys: ProviderKeys, request: RefundRequest): Promise<Movement>;
  /** Returns `undefined` for a genuine notification about something else. Throws `forged` for one that is not genuine. */
  readNotification(keys: ProviderKeys, notification: RawNotification): Promise<Notification | undefined>;
}

export type PaymentProviders = Readonly<Record<ProviderKind, PaymentProvider>>;

/**
 * Why a call failed. `unreachable`: it is unknown whether the provider took the call (no response, timeout, 5xx, rate
 * limit); repeat it with the same key. `key_refused`: the secret key does not work. `refused`: the provider rejected
 * the call. `conflict`: the idempotency key was used for another call, so it needs a new one. `forged`: the notification
 * is not genuine.
 */
export type ProviderErrorReason = 'unreachable' | 'key_refused' | 'refused' | 'conflict' | 'forged';

export class ProviderError extends Error {
  readonly reason: ProviderErrorReason;

  /** `message` is for people and never contains a key. */
  constructor(reason: ProviderErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
