import { createInitialLife, type Invoice, isDraftInvoice } from './invoice.ts';

/** Removes everything that is not printed: a payment, a view or a credit note never changes the document. */
export function toPrintedInvoice(invoice: Invoice): Invoice {
  const { series: _series, ...printed } = invoice;
  return {
    ...printed,
    // What was frozen before there were series has no such field.
    ...(invoice.series && { series: invoice.series }),
    status: isDraftInvoice(invoice) ? 'DRAFT' : 'ISSUED',
    metadata: {},
    ...createInitialLife(invoice),
  } as Invoice;
}
