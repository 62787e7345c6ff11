import { INVOICE_KINDS, INVOICE_STATUSES } from '../../../domain/invoice/invoice.ts';
import {
  INVOICE_SORTS,
  type InvoiceFilter,
  type InvoiceSort,
} from '../../../domain/invoice/invoice-filter.ts';
import type { QueryReader } from '../../api/query.ts';

const DEFAULT_SORT: InvoiceSort = '-createdAt';

/** Query parameters that filter and sort the invoice list. */
export const INVOICE_FILTER_PARAMETERS = {
  status: {
    type: 'array',
    items: { type: 'string', enum: [...INVOICE_STATUSES] },
    minItems: 1,
    description: 'One status, or several separated by commas: `ISSUED,PAID`',
  },
  customerId: { type: 'string', description: 'Only the invoices of this customer' },
  quoteId: { type: 'string', description: 'Only the invoices and credit notes of this quote' },
  overdue: { type: 'boolean', description: 'Only invoices that are overdue, or only others' },
  dueTo: { type: 'string', format: 'date', description: 'Due on this day or before' },
  issuedFrom: { type: 'string', format: 'date', description: 'Issued on this day or later' },
  issuedTo: { type: 'string', format: 'date', description: 'Issued on this day or before' },
  kind: { type: 'string', enum: [...INVOICE_KINDS], description: 'Only invoices, or only credit notes' },
  search: {
    type: 'string',
    description: 'Substring of the number, or of id, name or email of the customer',
  },
  sort: {
    type: 'string',
    enum: [...INVOICE_SORTS],
    default: DEFAULT_SORT,
    description: 'A leading minus means descending. Credit notes have no due date and come after all others',
  },
};

export function readInvoiceFilter(reader: QueryReader): InvoiceFilter & { sort: InvoiceSort } {
  const overdue = reader.oneOf('overdue', ['true', 'false']);
  return {
    statuses: reader.someOf('status', INVOICE_STATUSES),
    customerId: reader.text('customerId'),
    quoteId: reader.text('quoteId'),
    overdue: overdue === undefined ? undefined : overdue === 'true',
    dueTo: reader.date('dueTo'),
    issuedFrom: reader.date('issuedFrom'),
    issuedTo: reader.date('issuedTo'),
    kind: reader.oneOf('kind', INVOICE_KINDS),
    search: reader.text('search'),
    sort: reader.oneOf('sort', INVOICE_SORTS) ?? DEFAULT_SORT,
  };
}
