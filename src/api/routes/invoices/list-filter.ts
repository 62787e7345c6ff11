import { INVOICE_KINDS, INVOICE_STATUSES } from '../../../domain/invoice/invoice.ts';
import {
  INVOICE_SORTS,
  type InvoiceFilter,
  type InvoiceSort,
} from '../../../domain/invoice/invoice-filter.ts';
import type { QueryReader } from '../../query.ts';
import { metadataParameter } from '../../schemas/list.ts';
import {
  AMOUNT_PARAMETERS,
  CHANGE_PARAMETERS,
  readAmounts,
  readChangeTimes,
  requireSortCurrency,
} from '../list-filters.ts';

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
  seriesId: { type: 'string', description: 'Only the later invoices of this series of a quote' },
  overdue: { type: 'boolean', description: 'Only invoices that are overdue, or only others' },
  dueFrom: { type: 'string', format: 'date', description: 'Due on this day or later' },
  dueTo: { type: 'string', format: 'date', description: 'Due on this day or before' },
  issuedFrom: { type: 'string', format: 'date', description: 'Issued on this day or later' },
  issuedTo: { type: 'string', format: 'date', description: 'Issued on this day or before' },
  kind: { type: 'string', enum: [...INVOICE_KINDS], description: 'Only invoices, or only credit notes' },
  ...CHANGE_PARAMETERS,
  ...AMOUNT_PARAMETERS,
  reference: { type: 'string', description: '`reference` is this text' },
  metadata: metadataParameter,
  search: {
    type: 'string',
    description: 'Substring of the number, or of id, name or email of the customer',
  },
  sort: {
    type: 'string',
    enum: [...INVOICE_SORTS],
    default: DEFAULT_SORT,
    description:
      'A leading minus means descending. `total` needs `currency`. Credit notes have no due date and come after all others',
  },
};

export function readInvoiceFilter(reader: QueryReader): InvoiceFilter & { sort: InvoiceSort } {
  const overdue = reader.oneOf('overdue', ['true', 'false']);
  const sort = reader.oneOf('sort', INVOICE_SORTS) ?? DEFAULT_SORT;
  const amounts = readAmounts(reader);
  requireSortCurrency(reader, sort, amounts.currency);
  return {
    statuses: reader.someOf('status', INVOICE_STATUSES),
    customerId: reader.text('customerId'),
    quoteId: reader.text('quoteId'),
    seriesId: reader.text('seriesId'),
    overdue: overdue === undefined ? undefined : overdue === 'true',
    dueFrom: reader.date('dueFrom'),
    dueTo: reader.date('dueTo'),
    issuedFrom: reader.date('issuedFrom'),
    issuedTo: reader.date('issuedTo'),
    kind: reader.oneOf('kind', INVOICE_KINDS),
    ...readChangeTimes(reader),
    ...amounts,
    reference: reader.text('reference'),
    metadata: reader.metadata(),
    search: reader.text('search'),
    sort,
  };
}
