import type { Deps } from '../../app/deps.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import { newId } from '../../domain/ids.ts';
import { changeBalance } from '../../domain/invoice/balance.ts';
import type { InvoiceHistoryEvent } from '../../domain/invoice/history.ts';
import {
  type Checkout,
  computeNextPoll,
  findCheckoutProblem,
  isActiveCheckout,
  mergeCheckoutState,
} from '../../domain/invoice/payment/checkout.ts';
import { findPossibleMovements, findUnbookedMovements } from '../../domain/invoice/payment/movements.ts';
import type { Movement, ProviderCheckout } from '../../domain/invoice/payment/provider.ts';
import type { Payment, PaymentKind } from '../../domain/invoice/payment.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Sql } from '../../store/database.ts';
import { findAccountKind } from '../../store/tables/account/accounts.ts';
import { countPayment } from '../../store/tables/invoice/invoice-sums.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { insertPayment, listCheckoutPayments } from '../../store/tables/invoice/payments.ts';
import { findCheckout, updateCheckout } from '../../store/tables/payment/checkouts.ts';
import { getAccountTime, toRealTime, writeNow } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { type NewInvoiceEvent, recordInvoiceEvents } from '../events/record-invoice-event.ts';
import { loadCurrentInvoice } from '../invoices/mark-overdue.ts';
import { describePayment } from '../invoices/payments.ts';
import { storeInvoice } from '../invoices/store-invoice.ts';
import { queuePaymentMails } from './queue-payment-mails.ts';

/**
 * State of a checkout as known: the provider's report, `undefined` if the provider does not know it, `ended` if it was
 * never created or is given up, `replaced` if the customer shall not pay it but still might.
 */
export type CheckoutReport = ProviderCheckout | 'ended' | 'replaced' | undefined;

/**
 * Books everything that has happened to the money of a checkout and is not booked yet, and stores its state. It may be
 * called any number of times, at the same time too: the invoice is locked, and each movement is booked once.
 */
export function bookCheckout(
  deps: Deps,
  checkout: Checkout,
  report: CheckoutReport,
  { isReplaced = false } = {},
): Promise<Checkout> {
  const work = (tx: Sql, now: number) => book(tx, deps, checkout, { report, isReplaced, now });
  // Money that moved is recorded, also after the account was closed.
  return writeNow(deps.db, checkout.accountId, work, { evenIfClosed: true });
}

async function book(
  tx: Sql,
  deps: Deps,
  { accountId, id, invoiceId }: Checkout,
  { report, isReplaced, now }: { report: CheckoutReport; isReplaced: boolean; now: number },
): Promise<Checkout> {
  const stored = await loadCurrentInvoice(tx, accountId, invoiceId, now);
  const checkout = await findCheckout(tx, accountId, id);
  if (!stored || !checkout) throw new Error('a checkout without an invoice');
  const real = toRealTime(tx, now);
  if (report === undefined || typeof report === 'string') {
    const nextPollAt = report === 'replaced' ? checkout.nextPollAt : null;
    const ended = { ...checkout, state: mergeCheckoutState(checkout.state, 'ended'), nextPollAt };
    await updateCheckout(tx, ended, real);
    return ended;
  }
  const isLive = (await findAccountKind(tx, accountId)) === 'live';
  const problem = findCheckoutProblem(checkout, report, isLive);
  const isWatched = isActiveCheckout(report);
  const after: Checkout = {
    ...checkout,
    providerId: checkout.providerId ?? report.providerId,
    url: report.url ?? checkout.url,
    state: mergeCheckoutState(checkout.state, isReplaced && report.state === 'open' ? 'ended' : report.state),
    problem,
    nextPollAt: isWatched ? (checkout.nextPollAt ?? computeNextPoll(checkout, real)) : null,
  };
  await updateCheckout(tx, after, real);
  if (problem !== null && checkout.problem === null) await noteProblem(tx, deps, stored, after, now);
  if (problem !== 'live_mode') await bookMovements(tx, deps, { stored, checkout, now }, report.movements);
  return after;
}

/** Books a refund that the provider has taken, in the transaction of its request. */
export async function bookRefund(
  tx: Sql,
  deps: Deps,
  checkout: Checkout,
  movement: Movement,
  actor: Actor,
): Promise<void> {
  const now = await getAccountTime(tx, checkout.accountId);
  const stored = await loadCurrentInvoice(tx, checkout.accountId, checkout.invoiceId, now);
  if (!stored) throw new Error('a checkout without an invoice');
  await bookMovements(tx, deps, { stored, checkout, now, actor }, [movement]);
}

interface Booking {
  stored: StoredInvoice;
  checkout: Checkout;
  now: number;
  /** The user who requested it. Absent if the customer paid or the provider acts. */
  actor?: Actor;
}

async function bookMovements(
  tx: Sql,
  deps: Deps,
  { stored, checkout, now, actor }: Booking,
  reported: readonly Movement[],
): Promise<void> {
  const { accountId, currency } = checkout;
  const booked = await listCheckoutPayments(tx, accountId, checkout.id);
  const bookedIds = booked.map(({ providerId }) => providerId);
  const unbooked = findUnbookedMovements(reported, bookedIds, currency);
  const movements = findPossibleMovements(booked, unbooked);
  const omitted = unbooked.filter((movement) => !movements.includes(movement)).map(({ id }) => id);
  if (omitted.length > 0) {
    deps.log.warn({ checkout: checkout.id, movements: omitted }, 'movements that cannot be are not booked');
  }
  if (movements.length === 0) return;
  const { timeZone } = await requireAccount(tx, accountId);
  const payments: Payment[] = [];
  for (const movement of movements) {
    const original = [...booked, ...payments].find(({ kind }) => kind === 'payment');
    const payment = toPayment(tx, checkout, movement, { timeZone, original, now });
    await insertPayment(tx, accountId, payment, stored.invoice, checkout.id);
    await countPayment(tx, accountId, payment, currency, 1);
    payments.push(payment);
  }
  const { invoice } = stored;
  const amountPaid = payments.reduce((sum, { amount }) => sum + amount, invoice.amountPaid);
  const after = changeBalance(invoice, { ...invoice, amountPaid }, stored.overdueAt, now);
  const owner = { accountId, actor: actor ?? ({ type: 'customer' } as const) };
  await storeInvoice(tx, owner, stored, after, {
    events: payments.map((payment) => toEvent(payment, actor)),
    now,
  });
  await queuePaymentMails(tx, deps, { accountId, stored, after, payments, now });
}

/** The day is that of the provider. The clock of a test account may be ahead of it by some days. */
function toPayment(
  tx: Sql,
  { invoiceId, provider }: Checkout,
  { id, kind, amount, at }: Movement,
  { timeZone, original, now }: { timeZone: string; original: Payment | undefined; now: number },
): Payment {
  const real = toRealTime(tx, now);
  return {
    id: newId('pay', real),
    invoiceId,
    amount,
    date: toCalendarDate(Math.min(at, real) + (now - real), timeZone),
    method: 'ONLINE_PAYMENT',
    reference: null,
    createdAt: new Date(now).toISOString(),
    kind,
    provider,
    providerId: id,
    originalPaymentId: kind === 'payment' ? null : (original?.id ?? null),
  };
}

const EVENTS: Record<PaymentKind, InvoiceHistoryEvent['type']> = {
  payment: 'payment_recorded',
  refund: 'payment_refunded',
  refund_failed: 'payment_refunded',
  dispute: 'payment_disputed',
  dispute_won: 'payment_disputed',
};

function toEvent(payment: Payment, actor: Actor | undefined): NewInvoiceEvent {
  return {
    type: EVENTS[payment.kind],
    actor: actor ?? (payment.kind === 'payment' ? { type: 'customer' } : { type: 'system' }),
    data: describePayment(payment),
    feed: { payment },
  };
}

/** Notes money that is not of this invoice where a person sees it, once. */
async function noteProblem(
  tx: Sql,
  { log }: Pick<Deps, 'log'>,
  stored: StoredInvoice,
  { accountId, id, provider, problem }: Checkout,
  now: number,
): Promise<void> {
  log.warn({ checkout: id, provider, problem }, 'money of a checkout is not booked');
  const event = { type: 'payment_not_booked', actor: { type: 'system' }, data: { problem } } as const;
  await recordInvoiceEvents(tx, accountId, stored.invoice, [event], now);
}
