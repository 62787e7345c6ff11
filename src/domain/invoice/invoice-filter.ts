import type { InvoiceKind, InvoiceStatus } from './invoice.ts';

/** The filters of the invoice list. Absent ones do not restrict it. */
export interface InvoiceFilter {
  quoteId?: string | undefined;
  /** Only the later invoices of this series. */
  seriesId?: string | undefined;
  customerId?: string | undefined;
  statuses?: readonly InvoiceStatus[] | undefined;
  kind?: InvoiceKind | undefined;
  overdue?: boolean | undefined;
  /** Bounds of the due date, `YYYY-MM-DD`. Credit notes have none and never match. */
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  /** Bounds of the issue date. Drafts are not issued and never match. */
  issuedFrom?: string | undefined;
  issuedTo?: string | undefined;
  /** Times in milliseconds; ranges include both ends. */
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  updatedFrom?: number | undefined;
  updatedTo?: number | undefined;
  currency?: string | undefined;
  /** In the smallest currency unit. */
  totalFrom?: number | undefined;
  totalTo?: number | undefined;
  reference?: string | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
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
  'updatedAt',
  '-updatedAt',
  'total',
  '-total',
] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];
