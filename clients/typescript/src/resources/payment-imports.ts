import type { ConfirmedPayments, ImportPaymentsQuery, PaymentConfirmation, PaymentImport } from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';
import type { FileBody } from '../file.ts';

/** Bank statements, and the payments that they report. */
export function createPaymentImportsApi({ json }: Pick<Caller, 'json'>) {
  return {
    /** Reads a CAMT.052, CAMT.053, CAMT.054 or CSV file and proposes the invoices that its lines pay. Records nothing. */
    create: (body: FileBody, query?: ImportPaymentsQuery, options?: CallOptions): Promise<PaymentImport> =>
      json('importPayments', { query, body }, options),
    get: (id: string, options?: CallOptions): Promise<PaymentImport> =>
      json('getPaymentImport', { path: { id } }, options),
    /** Records lines as payments. Each has an outcome of its own. */
    confirm: (
      id: string,
      confirmation: PaymentConfirmation,
      options?: PostOptions,
    ): Promise<ConfirmedPayments> => json('confirmPayments', { path: { id }, body: confirmation }, options),
  };
}
