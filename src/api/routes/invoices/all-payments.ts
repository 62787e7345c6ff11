import { listPayments } from '../../../actions/invoices/payments.ts';
import { PROVIDER_KINDS } from '../../../domain/invoice/payment/provider-kind.ts';
import { PAYMENT_KINDS, PAYMENT_SORTS, type PaymentSort } from '../../../domain/invoice/payment.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { formatPage, QueryReader, readPage, requireCursorSort } from '../../query.ts';
import { LISTED_PAYMENT_EXAMPLE, ListedPaymentSchema } from '../../schemas/invoice/payment.ts';
import { createPageSchema, examplePage, pageParameters } from '../../schemas/list.ts';
import { CURRENCY_PARAMETER, readCurrency, timeParameter } from '../list-filters.ts';

const DEFAULT_SORT: PaymentSort = '-createdAt';

const FILTERS = {
  invoiceId: { type: 'string', description: 'Only the payments of this invoice' },
  customerId: { type: 'string', description: 'Only the payments of the invoices of this customer' },
  dateFrom: { type: 'string', format: 'date', description: 'Received on this day or later' },
  dateTo: { type: 'string', format: 'date', description: 'Received on this day or before' },
  createdFrom: timeParameter('Recorded at this time or later'),
  createdTo: timeParameter('Recorded at this time or earlier'),
  currency: CURRENCY_PARAMETER,
  method: { type: 'string', description: '`method` is this word, such as `BANK_TRANSFER`' },
  kind: { type: 'string', enum: [...PAYMENT_KINDS], description: 'Only payments, only refunds and so on' },
  provider: { type: 'string', enum: [...PROVIDER_KINDS], description: 'Only what this provider reported' },
};

export const allPaymentsRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/payments',
  scope: 'read',
  operation: {
    id: 'listAllPayments',
    tag: 'Invoices',
    summary: 'List the payments of all invoices',
    description:
      'A page of payments, the last recorded first, without removed ones. Refunds and disputes are rows of their own, with negative amounts.',
    query: {
      ...pageParameters,
      ...FILTERS,
      sort: {
        type: 'string',
        enum: [...PAYMENT_SORTS],
        default: DEFAULT_SORT,
        description: 'Field to sort by; a leading minus means descending',
      },
    },
    responses: {
      200: {
        description: 'A page of payments',
        schema: createPageSchema(ListedPaymentSchema),
        example: examplePage(LISTED_PAYMENT_EXAMPLE),
      },
    },
    problems: ['validation_failed', 'list_too_slow'],
  },
  handle: list,
};

async function list({ deps, caller, query, request }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const page = readPage(reader, request);
  const sort = reader.oneOf('sort', PAYMENT_SORTS) ?? DEFAULT_SORT;
  requireCursorSort(reader, page.after, sort);
  const filter = {
    invoiceId: reader.exact('invoiceId'),
    customerId: reader.exact('customerId'),
    dateFrom: reader.date('dateFrom'),
    dateTo: reader.date('dateTo'),
    createdFrom: reader.time('createdFrom', 'from'),
    createdTo: reader.time('createdTo', 'to'),
    currency: readCurrency(reader),
    method: reader.exact('method'),
    kind: reader.oneOf('kind', PAYMENT_KINDS),
    provider: reader.oneOf('provider', PROVIDER_KINDS),
  };
  reader.done();
  const { payments, ...total } = await listPayments(deps, caller.accountId, filter, { ...page, sort });
  return json(
    200,
    formatPage(
      payments.map((payment) => JSON.stringify(payment)),
      page,
      total,
    ),
  );
}
