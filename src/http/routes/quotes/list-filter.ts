import { CURRENCY_ERROR, isCurrency } from '../../../domain/money/currency.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/quote.ts';
import { type QuoteFilter, WAITING_STATUSES } from '../../../domain/quote-list/quote-filter.ts';
import { metadataParameter } from '../../../schemas/list.ts';
import type { QueryReader } from '../../api/query.ts';

const APPROVAL_FILTERS = ['requested'] as const;
const MONEY = { min: 0, max: Number.MAX_SAFE_INTEGER };

export const quoteFilterParameters = {
  search: { type: 'string', description: 'Substring of the number or the title, in any script and case' },
  q: {
    type: 'string',
    description:
      'Substring of the number, the title, the reference, the description of an item or the name of the customer, in any script and case',
  },
  status: {
    type: 'array',
    items: { type: 'string', enum: [...QUOTE_STATUSES] },
    minItems: 1,
    description: 'One status, or several separated by commas: `SENT,EXPIRED`',
  },
  customerId: { type: 'string', description: 'Only the quotes of this customer' },
  createdFrom: time('Created at this time or later'),
  createdTo: time('Created at this time or earlier'),
  updatedFrom: time('Changed at this time or later'),
  validTo: time('`validUntil` is this time or earlier'),
  currency: { type: 'string', description: 'ISO 4217, such as EUR' },
  totalFrom: money('`total` is this amount or more; needs `currency`'),
  totalTo: money('`total` is this amount or less; needs `currency`'),
  approval: {
    type: 'string',
    enum: APPROVAL_FILTERS,
    description:
      'Only quotes that wait for approval: `approval.state` is `requested`, and they are neither `ACCEPTED` nor `CONVERTED`, unless `status` asks for these',
  },
  reference: { type: 'string', description: '`reference` is this text' },
  metadata: metadataParameter,
};

function time(what: string): object {
  const description = `${what}. A date-time, or a date: the whole day in UTC`;
  return { type: 'string', description, examples: ['2026-11-16T09:00:00Z', '2026-11-16'] };
}

function money(what: string): object {
  const description = `In the smallest unit of the currency: ${what}`;
  return { type: 'integer', format: 'int64', minimum: MONEY.min, maximum: MONEY.max, description };
}

export function readQuoteFilter(reader: QueryReader): QuoteFilter {
  const approval = reader.oneOf('approval', APPROVAL_FILTERS);
  const filter: QuoteFilter = {
    search: reader.text('search'),
    q: reader.text('q'),
    statuses: reader.someOf('status', QUOTE_STATUSES) ?? (approval && WAITING_STATUSES),
    customerId: reader.text('customerId'),
    createdFrom: reader.time('createdFrom', 'from'),
    createdTo: reader.time('createdTo', 'to'),
    updatedFrom: reader.time('updatedFrom', 'from'),
    validTo: reader.time('validTo', 'to'),
    currency: reader.text('currency'),
    totalFrom: reader.optionalInteger('totalFrom', MONEY),
    totalTo: reader.optionalInteger('totalTo', MONEY),
    approval,
    reference: reader.text('reference'),
    metadata: reader.metadata(),
  };
  const { currency, totalFrom, totalTo } = filter;
  if (currency !== undefined && !isCurrency(currency)) {
    reader.fail('currency', CURRENCY_ERROR);
  }
  if (currency === undefined && (totalFrom ?? totalTo) !== undefined) {
    reader.fail(
      'currency',
      'is needed with totalFrom and totalTo: amounts of different currencies cannot be compared',
    );
  }
  return filter;
}
