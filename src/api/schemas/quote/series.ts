import type { Static } from 'typebox';
import type { InvoicePeriod } from '../../../domain/invoice/invoice.ts';
import type { RecurringTotal } from '../../../domain/quote/recurring/recurring-totals.ts';
import type { Series } from '../../../domain/quote/recurring/series.ts';
import { money, nullable, oneOf } from '../fields.ts';
import { pair, periodDays } from '../item.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { TaxTotal } from './tax-total.ts';

const day = (description: string) => nullable(Type.String({ format: 'date', description }));

export const SeriesSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `ser_`' }),
    ...pair,
    invoiced: Type.Integer({ minimum: 1, description: 'Periods that are invoiced, the first one included' }),
    nextDate: day('First day of the next period, on which it is invoiced; `null` once there is none'),
    endsOn: day('Last day of the last period that is or will be invoiced; `null` without an end'),
    state: oneOf(['active', 'ended'], { description: '`ended`: no further invoice will be made' }),
  },
  { title: 'Series', additionalProperties: false },
);
true satisfies Same<Static<typeof SeriesSchema>, Series>;

const RecurringTotalSchema = Type.Object(
  {
    ...pair,
    subtotal: money('Sum of the amounts of its selected items'),
    discountAmount: money('Of a percentage discount of the quote; a fixed one comes off once, at the start'),
    taxes: Type.Array(TaxTotal, { description: 'One entry per tax rate and category of its items' }),
    taxAmount: money('Tax on what is left, or inside it if prices include tax'),
    total: money('What one later period costs'),
  },
  { title: 'RecurringTotal', additionalProperties: false },
);
true satisfies Same<Static<typeof RecurringTotalSchema>, RecurringTotal>;

/** The fields that only quotes with recurring items have. */
export const recurringFields = {
  recurringFrom: Type.Optional(
    day(
      'First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion',
    ),
  ),
  recurring: Type.Optional(
    Type.Array(RecurringTotalSchema, {
      description:
        'One entry per pair of interval and periods that has selected items. Only in quotes with recurring items, like `contractTotal` and `series`',
    }),
  ),
  contractTotal: Type.Optional(
    nullable(money('`total` and every later period; `null` if one pair has no end')),
  ),
  series: Type.Optional(
    Type.Array(SeriesSchema, {
      description: 'The series that the conversion began, one per pair of interval and periods',
    }),
  ),
};

/** The period of a later invoice. */
export const invoicePeriod = nullable(
  Type.Object(
    {
      id: Type.String({ description: 'A series of the quote' }),
      period: Type.Integer({ minimum: 2, description: 'Counted from 1, which the first invoice covers' }),
      ...periodDays,
    },
    {
      title: 'InvoicePeriod',
      additionalProperties: false,
      description: 'The period that a later invoice of recurring items is for. Otherwise `null`',
    },
  ),
);
true satisfies Same<Static<typeof invoicePeriod>, InvoicePeriod | null>;
