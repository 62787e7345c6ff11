import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Checkout } from '../../domain/invoice/payment/checkout.ts';
import { type Movement, ProviderError } from '../../domain/invoice/payment/provider.ts';
import { assertRefundable, computeRefundable, moreThanPaid } from '../../domain/invoice/payment/refund.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import { paymentNotFound } from '../../domain/invoice/problems.ts';
import type { Sql } from '../../store/database.ts';
import { findPayment, findPaymentCheckoutId, listPayments } from '../../store/tables/invoice/payments.ts';
import { findCheckout } from '../../store/tables/payment/checkouts.ts';
import {
  deleteRefund,
  extendRefund,
  findRefund,
  insertRefund,
  type RefundRow,
} from '../../store/tables/payment/refunds.ts';
import type { ChangeableInvoice } from '../invoices/change-invoice.ts';
import type { InvoiceOwner } from '../invoices/store-invoice.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { bookRefund } from './book-checkout.ts';
import { type Connection, findConnection, findCurrentConnection } from './connections.ts';
import { reconcileCheckout } from './reconcile-checkout.ts';

/** Longer than a call to a provider can take. */
export const LEASE_MS = 60_000;
/** Providers forget idempotency keys after an hour or a day. Later the provider is asked what has become of a refund. */
const REPEATABLE_MS = 30 * 60_000;

interface Wanted {
  paymentId: string;
  /** Amount to refund; by default everything that is left. */
  amount: number | undefined;
}

/**
 * Refunds a payment through its provider, all that is left or a part. The row of the refund is written before the call:
 * after a timeout or a crash, the next request repeats the same call, and its money is booked once. Returns the negative
 * payment.
 */
export async function refundPayment(
  deps: Deps,
  owner: InvoiceOwner,
  wanted: Wanted,
  found: Pick<ChangeableInvoice, 'invoice' | 'lock'>,
  keep: Keep<Payment> = keepNothing,
): Promise<Payment> {
  const { accountId } = owner;
  const payment = await findPayment(deps.db.read, accountId, found.invoice.id, wanted.paymentId);
  if (!payment) throw paymentNotFound();
  assertRefundable(payment);
  const { checkout, connection } = await findReceiver(deps, accountId, payment);
  await abandonForgotten(deps, checkout, payment);
  for (;;) {
    const claimed = await deps.db.write((tx) => claim(tx, deps, accountId, wanted, found), {
      account: accountId,
    });
    const { refund, isWanted } = claimed;
    const movement = await askProvider(deps, connection, payment, refund, checkout.currency);
    const booked = await deps.db.write(
      async (tx) => {
        const row = await book(tx, deps, owner, checkout, refund, movement);
        // One that an earlier request began is finished first, and is not the response to this one.
        return isWanted ? keep(tx, row) : row;
      },
      { account: accountId, evenIfClosed: true },
    );
    if (isWanted) return booked;
  }
}

/** Throws unless the invoice has such a payment of a provider. Checked before the version of the invoice. */
export async function expectRefundablePayment(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
  paymentId: string,
): Promise<void> {
  const payment = await findPayment(db.read, accountId, invoiceId, paymentId);
  if (!payment) throw paymentNotFound();
  assertRefundable(payment);
}

/** The connection that received the payment. If its key was forgotten, the present one may be of the same account. */
async function findReceiver(
  deps: Deps,
  accountId: string,
  payment: Payment,
): Promise<{ checkout: Checkout; connection: Connection }> {
  const checkoutId = await findPaymentCheckoutId(deps.db.read, accountId, payment.id);
  const checkout = checkoutId === null ? undefined : await findCheckout(deps.db.read, accountId, checkoutId);
  if (!checkout) throw new Error('a payment of a provider without a checkout');
  const connection =
    (await findConnection(deps, checkout.connectionId)) ?? (await findCurrentConnection(deps, accountId));
  if (connection?.kind === checkout.provider) return { checkout, connection };
  throw new Problem(
    'provider_refused',
    'The key of the provider that received this payment is no longer stored. Refund it at the provider; if its notifications still arrive here, it is recorded by itself.',
  );
}

/** A refund whose outcome was not learned for long: what the provider says has happened is booked, and it is given up. */
async function abandonForgotten(deps: Deps, checkout: Checkout, payment: Payment): Promise<void> {
  const { accountId } = checkout;
  const pending = await findRefund(deps.db.read, accountId, payment.id);
  // A time in the future is of a clock that was ahead, and says nothing.
  if (!pending || Math.abs(deps.clock() - pending.created_at) < REPEATABLE_MS) return;
  try {
    await reconcileCheckout(deps, checkout);
  } catch (error) {
    throw describeError(error);
  }
  await deps.db.write((tx) => deleteRefund(tx, pending), { account: accountId, evenIfClosed: true });
}

/**
 * Writes the refund down, or takes up the one that an earlier request has left without an outcome. `isWanted`: it is what
 * this request asks for.
 */
async function claim(
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  accountId: string,
  { paymentId, amount }: Wanted,
  { lock }: Pick<ChangeableInvoice, 'lock'>,
): Promise<{ refund: RefundRow; isWanted: boolean }> {
  const { invoice } = await lock(tx);
  const now = clock();
  const rows = await listPayments(tx, accountId, invoice.id);
  const payment = rows.find(({ id }) => id === paymentId);
  if (!payment) throw paymentNotFound();
  const left = computeRefundable(payment, rows);
  const pending = await findRefund(tx, accountId, paymentId);
  if (pending) {
    if (pending.running_until > now) throw refundInProgress();
    await extendRefund(tx, pending, now + LEASE_MS);
    return { refund: pending, isWanted: pending.amount === (amount ?? left) };
  }
  if (left <= 0 || (amount ?? 0) > left) throw moreThanPaid(left, invoice.currency);
  const refund: RefundRow = {
    ...{ account_id: accountId, id: newId('rfd', now), payment_id: paymentId, amount: amount ?? left },
    ...{ created_at: now, running_until: now + LEASE_MS },
  };
  await insertRefund(tx, refund);
  return { refund, isWanted: true };
}

async function askProvider(
  deps: Deps,
  { kind, keys }: Connection,
  payment: Payment,
  refund: RefundRow,
  currency: string,
): Promise<Movement> {
  const hint = { account: refund.account_id, evenIfClosed: true };
  try {
    return await deps.payments[kind].refund(keys, {
      paymentId: payment.providerId ?? '',
      amount: refund.amount,
      currency,
      idempotencyKey: refund.id,
    });
  } catch (error) {
    const isRejected = error instanceof ProviderError && error.reason !== 'unreachable';
    // Whether the provider took an unreachable call is not known: the row stays, and the next request repeats the call.
    await deps.db.write((tx) => (isRejected ? deleteRefund(tx, refund) : extendRefund(tx, refund, 0)), hint);
    throw describeError(error);
  }
}

/** Books the refund, unless a notification was faster, and returns its row. */
async function book(
  tx: Sql,
  deps: Deps,
  { accountId, actor }: InvoiceOwner,
  checkout: Checkout,
  refund: RefundRow,
  movement: Movement,
): Promise<Payment> {
  await bookRefund(tx, deps, checkout, movement, actor);
  await deleteRefund(tx, refund);
  const rows = await listPayments(tx, accountId, checkout.invoiceId);
  const row = rows.find(({ providerId, kind }) => providerId === movement.id && kind !== 'payment');
  if (!row) {
    throw new Problem(
      'provider_refused',
      'The payment provider reported a refund that does not fit the payment. It is not recorded; check it at the provider.',
    );
  }
  return row;
}

function describeError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  return error.reason === 'unreachable'
    ? new Problem(
        'provider_unreachable',
        'The payment provider did not respond. Repeat the request: if the provider has taken the refund, it is not made a second time.',
      )
    : new Problem('provider_refused', `The payment provider rejected the refund: ${error.message}`);
}

function refundInProgress(): Problem {
  return new Problem(
    'refund_in_progress',
    'A refund of this payment is in progress. Wait a minute, then read the payments of the invoice or repeat the request.',
  );
}
