import { type QuoteFilter, WAITING_STATUSES } from '../../../domain/quote/list/quote-filter.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/quote.ts';
import type { QueryReader } from '../../query.ts';
import { metadataParameter } from '../../schemas/list.ts';
import {
  AMOUNT_PARAMETERS,
  CHANGE_PARAMETERS,
  readAmounts,
  readChangeTimes,
  timeParameter,
} from '../list-filters.ts';

const APPROVAL_FILTERS = ['requested'] as const;

const IS_RECURRING = ['true'] as const;

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
  ...CHANGE_PARAMETERS,
  validFrom: timeParameter('`validUntil` is this time or later'),
  validTo: timeParameter('`validUntil` is this time or earlier'),
  ...AMOUNT_PARAMETERS,
  approval: {
    type: 'string',
    enum: APPROVAL_FILTERS,
    description:
      'Only quotes that wait for approval: `approval.state` is `requested`, and they are neither `ACCEPTED` nor `CONVERTED`, unless `status` asks for these',
  },
  recurring: { type: 'string', enum: IS_RECURRING, description: 'Only quotes with recurring items' },
  reference: { type: 'string', description: '`reference` is this text' },
  metadata: metadataParameter,
};

export function readQuoteFilter(reader: QueryReader): QuoteFilter {
  const approval = reader.oneOf('approval', APPROVAL_FILTERS);
  return {
    search: reader.text('search'),
    q: reader.text('q'),
    statuses: reader.someOf('status', QUOTE_STATUSES) ?? (approval && WAITING_STATUSES),
    customerId: reader.text('customerId'),
    ...readChangeTimes(reader),
    validFrom: reader.time('validFrom', 'from'),
    validTo: reader.time('validTo', 'to'),
    ...readAmounts(reader),
    approval,
    recurring: reader.oneOf('recurring', IS_RECURRING) && true,
    reference: reader.text('reference'),
    metadata: reader.metadata(),
  };
}
