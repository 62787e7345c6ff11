import { type Invoice, isCreditNote, isDraftInvoice } from '../invoice/invoice.ts';

export type InvoiceSumKind = 'invoiced' | 'credited' | 'paid' | 'open' | 'overdue';

/** An amount that a counter of a month includes. */
export interface InvoiceSum {
  kind: InvoiceSumKind;
  month: string;
  currency: string;
  amount: number;
}

/**
 * Lists how an invoice counts, by the month in which it was issued: as invoiced or credited, and with what is due as open
 * and overdue. Drafts do not count. Payments count by themselves, in the month in which they were received.
 */
export function classifyInvoice(invoice: Invoice): InvoiceSum[] {
  if (isDraftInvoice(invoice)) return [];
  const common = { month: invoice.issueDate.slice(0, 7), currency: invoice.currency };
  if (isCreditNote(invoice)) return [{ kind: 'credited', ...common, amount: invoice.total }];
  const due = { ...common, amount: invoice.amountDue };
  return [
    { kind: 'invoiced', ...common, amount: invoice.total },
    ...(invoice.status === 'ISSUED' ? [{ kind: 'open' as const, ...due }] : []),
    ...(invoice.overdue ? [{ kind: 'overdue' as const, ...due }] : []),
  ];
}
