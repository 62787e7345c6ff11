import type { InvoiceKind, InvoiceStatus } from './invoice.ts';

/** The filters of the invoice list. Absent ones do not restrict it. */
export interface InvoiceFilter {
  quoteId?: string | undefined;
  customerId?: string | undefined;
  statuses?: readonly InvoiceStatus[] | undefined;
  kind?: InvoiceKind | undefined;
  overdue?: boolean | undefined;
  /** Last due date, `YYYY-MM-DD`. */
  dueTo?: string | undefined;
  /** Bounds of the issue date. Drafts are not issued and never match. */
  issuedFrom?: string | undefined;
  issuedTo?: string | undefined;
  /** Part of the invoice number or of the customer's search text. */
  search?: string | undefined;
}

export const INVOICE_SORTS = [
  'createdAt',
  '-createdAt',
  'issueDate',
  '-issueDate',
  'dueDate',
  '-dueDate',
] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];
