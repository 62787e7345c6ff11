import type { Operation } from './check/history.ts';
import { type ChaosAccount, createClientFor } from './faults/cluster.ts';
import { type OperationContext, operation, post } from './operations.ts';

export function issue(account: ChaosAccount, shop: OperationContext, invoiceId: string): Operation {
  return post('issue', account, `/invoices/${invoiceId}/issue`, {}, shop.mark(), { invoiceId });
}

/** Sends an invoice or a credit note; a draft is issued first. */
export function sendInvoice(
  account: ChaosAccount,
  shop: OperationContext,
  invoiceId: string,
  { keyed }: { keyed: boolean },
): Operation {
  const recipient = `${shop.mark()}@customer.example`;
  const key = keyed ? shop.mark() : undefined;
  const more = { invoiceId, recipient };
  return post('send invoice', account, `/invoices/${invoiceId}/send`, { email: recipient }, key, more);
}

export function remind(account: ChaosAccount, shop: OperationContext, invoiceId: string): Operation {
  return post('remind', account, `/invoices/${invoiceId}/remind`, {}, shop.mark(), { invoiceId });
}

export function pay(
  account: ChaosAccount,
  shop: OperationContext,
  invoiceId: string,
  { amount, keyed }: { amount: number; keyed: boolean },
): Operation {
  const mark = shop.mark();
  const body = { amount, reference: mark };
  const key = keyed ? shop.mark() : undefined;
  return post('pay', account, `/invoices/${invoiceId}/payments`, body, key, { invoiceId, mark });
}

export function unpay(account: ChaosAccount, invoiceId: string, paymentId: string): Operation {
  return operation('remove payment', account, {
    invoiceId,
    paymentId,
    isRepeatable: true,
    run: (url) => createClientFor({ url }, account).delete(`/invoices/${invoiceId}/payments/${paymentId}`),
  });
}

/** Credits an amount, or everything that is not yet credited. */
export function credit(
  account: ChaosAccount,
  shop: OperationContext,
  invoiceId: string,
  amount: number | null,
): Operation {
  const mark = shop.mark();
  const body = { amount, reason: mark };
  return post('credit', account, `/invoices/${invoiceId}/credit`, body, shop.mark(), { invoiceId, mark });
}
