import type { Deps } from '../../app/deps.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { changeBalance } from '../../domain/invoice/balance.ts';
import { guessPaidMethod } from '../../domain/invoice/payment/payment-method.ts';
import type { Payment, PaymentInput } from '../../domain/invoice/payment.ts';
import { assertRemovable, moreThanDue, paymentNotFound } from '../../domain/invoice/problems.ts';
import type { Sql } from '../../store/database.ts';
import type { listAllPayments, PaymentFilter } from '../../store/lists/invoice/payment-list.ts';
import { readList } from '../../store/lists/read-list.ts';
import { countPayment } from '../../store/tables/invoice/invoice-sums.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import * as table from '../../store/tables/invoice/payments.ts';
import { newRealId } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { expectCursor } from '../expect-cursor.ts';
import { readWaysToPay } from '../payments/default-method.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import type { ChangeableInvoice } from './change-invoice.ts';
import { readInvoice } from './invoices.ts';
import { type InvoiceOwner, storeInvoice } from './store-invoice.ts';

export async function listInvoicePayments(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
  now: number,
): Promise<Payment[]> {
  await readInvoice(deps, accountId, invoiceId, now);
  return table.listPayments(deps.db.read, accountId, invoiceId);
}

/** Lists the payments of all invoices. */
export async function listPayments(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  filter: PaymentFilter,
  page: Parameters<typeof listAllPayments>[3],
): ReturnType<typeof listAllPayments> {
  await expectCursor(db.read, 'payments', accountId, page.after);
  return readList(db, 'payments', accountId, filter, page);
}

/** Records a payment, at most what is due. */
export function recordPayment(
  { db }: Pick<Deps, 'db'>,
  owner: InvoiceOwner,
  input: PaymentInput,
  { lock }: Pick<ChangeableInvoice, 'lock'>,
  now: number,
  keep: Keep<Payment> = keepNothing,
): Promise<Payment> {
  return db.write(
    async (tx) => {
      return keep(tx, await recordLocked(tx, owner, await lock(tx), input, now));
    },
    { account: owner.accountId },
  );
}

/** Fields of a payment that no provider reported. */
const BY_HAND = { kind: 'payment', provider: null, providerId: null, originalPaymentId: null } as const;

/** Records a payment of a locked invoice. `beforeWrite` may throw: nothing has been written then. */
export async function recordLocked(
  tx: Sql,
  owner: InvoiceOwner,
  stored: StoredInvoice,
  input: PaymentInput,
  now: number,
  { id, beforeWrite }: { id?: string; beforeWrite?: () => Promise<void> } = {},
): Promise<Payment> {
  const { accountId, actor } = owner;
  const { invoice } = stored;
  const account = await requireAccount(tx, accountId);
  const today = toCalendarDate(now, account.timeZone);
  const date = input.date ?? today;
  assertNoErrors(
    date > today ? [{ path: '/date', message: `must not be in the future: today is ${today}` }] : [],
  );
  if (input.amount > invoice.amountDue) throw moreThanDue(invoice);
  await beforeWrite?.();
  const payment: Payment = {
    id: id ?? newRealId(tx, 'pay', now),
    invoiceId: invoice.id,
    amount: input.amount,
    date,
    method: input.method ?? guessPaidMethod(invoice.paymentMethod, await readWaysToPay(tx, account)),
    reference: input.reference ?? null,
    createdAt: new Date(now).toISOString(),
    ...BY_HAND,
  };
  await table.insertPayment(tx, accountId, payment, invoice);
  await countPayment(tx, accountId, payment, invoice.currency, 1);
  const amountPaid = invoice.amountPaid + payment.amount;
  const after = changeBalance(invoice, { ...invoice, amountPaid }, stored.overdueAt, now);
  const event = {
    type: 'payment_recorded',
    actor,
    data: describePayment(payment),
    feed: { payment },
  } as const;
  await storeInvoice(tx, owner, stored, after, { events: [event], now });
  return payment;
}

/** Removes a payment that was recorded by mistake. It stays in the history. */
export function removePayment(
  { db }: Pick<Deps, 'db'>,
  owner: InvoiceOwner,
  paymentId: string,
  { lock }: Pick<ChangeableInvoice, 'lock'>,
  now: number,
): Promise<void> {
  return db.write(
    async (tx) => {
      const { accountId, actor } = owner;
      const stored = await lock(tx);
      const { invoice } = stored;
      const payment = await table.findPayment(tx, accountId, invoice.id, paymentId);
      if (!payment) throw paymentNotFound();
      assertRemovable(payment);
      if (!(await table.removePaymentRow(tx, accountId, paymentId, now))) throw paymentNotFound();
      await countPayment(tx, accountId, payment, invoice.currency, -1);
      const amountPaid = invoice.amountPaid - payment.amount;
      const after = changeBalance(invoice, { ...invoice, amountPaid }, stored.overdueAt, now);
      const event = {
        type: 'payment_removed',
        actor,
        data: describePayment(payment),
        feed: { payment },
      } as const;
      await storeInvoice(tx, owner, stored, after, { events: [event], now });
    },
    { account: owner.accountId },
  );
}

/** Throws if the invoice has no such payment that can be removed. Checked before the version of the invoice. */
export async function expectRemovablePayment(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
  paymentId: string,
): Promise<void> {
  const payment = await table.findPayment(db.read, accountId, invoiceId, paymentId);
  if (!payment) throw paymentNotFound();
  assertRemovable(payment);
}

/** Returns the data of a payment that the history of its invoice holds. */
export function describePayment(payment: Payment): Record<string, unknown> {
  const { id, amount, date, method, reference, kind, provider } = payment;
  return { paymentId: id, amount, date, method, reference, ...(provider && { kind, provider }) };
}
