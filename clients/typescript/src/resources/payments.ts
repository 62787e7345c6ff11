import type {
  ListAllPaymentsQuery,
  ListedPayment,
  ListedPaymentPage,
  NewPayment,
  NewRefund,
  Payment,
  PaymentList,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, PostOptions } from '../call.ts';
import { iteratePages } from '../pages.ts';

/** The payments of an invoice. */
export function createPaymentsApi({ json }: Pick<Caller, 'json'>) {
  return {
    list: (invoiceId: string, options?: CallOptions): Promise<PaymentList> =>
      json('listPayments', { path: { id: invoiceId } }, options),
    /** Records a payment that was received, at most what is due. */
    record: (
      invoiceId: string,
      payment: NewPayment,
      options?: PostOptions & ChangeOptions,
    ): Promise<Payment> => json('recordPayment', { path: { id: invoiceId }, body: payment }, options),
    /** Asks the payment provider to give money back: the given amount, or all that is left. */
    refund: (
      invoiceId: string,
      paymentId: string,
      refund?: NewRefund,
      options?: PostOptions & ChangeOptions,
    ): Promise<Payment> =>
      json('refundPayment', { path: { id: invoiceId, paymentId }, body: refund }, options),
    /** Removes a payment that was recorded by mistake. */
    remove: (invoiceId: string, paymentId: string, options?: ChangeOptions): Promise<void> =>
      json('removePayment', { path: { id: invoiceId, paymentId } }, options),
  };
}

type Filters = Omit<ListAllPaymentsQuery, 'page' | 'limit' | 'after'>;

/** The payments of all invoices. */
export function createAllPaymentsApi({ json }: Pick<Caller, 'json'>) {
  return {
    /** One page, the last recorded first unless `sort` is given. */
    list: (query?: ListAllPaymentsQuery, options?: CallOptions): Promise<ListedPaymentPage> =>
      json('listAllPayments', { query }, options),
    /** All matches, page by page as you read them. */
    all: (query?: Filters, options?: CallOptions): AsyncGenerator<ListedPayment, void, undefined> =>
      iteratePages((page) => json('listAllPayments', { query: { ...query, ...page } }, options), query?.sort),
  };
}
