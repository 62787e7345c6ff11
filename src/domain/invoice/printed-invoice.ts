import { createInitialLife, type Invoice, isDraftInvoice } from './invoice.ts';

/** Removes everything that is not printed: a payment, a view or a credit note never changes the document. */
export function toPrintedInvoice(invoice: Invoice): Invoice {
  return {
    ...invoice,
    status: isDraftInvoice(invoice) ? 'DRAFT' : 'ISSUED',
    metadata: {},
    ...createInitialLife(invoice),
  };
}
