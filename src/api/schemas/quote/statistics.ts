import { nullable } from '../fields.ts';
import { Type } from '../type.ts';

const count = Type.Integer({ minimum: 0 });
const tally = {
  count,
  totals: Type.Array(
    Type.Object(
      {
        currency: Type.String(),
        total: Type.Integer({
          format: 'int64',
          description:
            'In the smallest currency unit; exact, however large. What was paid in a month is negative if more was refunded',
        }),
      },
      { title: 'CurrencyTotal', additionalProperties: false },
    ),
    { description: 'By currency' },
  ),
};
const sum = (description: string) => Type.Integer({ format: 'int64', description });
const margins = Type.Array(
  Type.Object(
    {
      currency: Type.String(),
      count: Type.Integer({ minimum: 0, description: 'Quotes whose costs are all known' }),
      net: sum('Their totals without tax, exact, however large'),
      margin: sum('`net` less their costs'),
      marginPercent: nullable(Type.Number({ description: '`margin` of `net`, with two decimals' })),
    },
    { title: 'CurrencyMargin', additionalProperties: false },
  ),
  { description: 'By currency. Only with `seesCosts`' },
);
const results = {
  won: Type.Object(
    { ...tally, margins: Type.Optional(margins) },
    {
      title: 'WonQuotes',
      additionalProperties: false,
      description: 'Accepted, or converted without a decision',
    },
  ),
  lost: Type.Object(
    { ...tally, declined: count, expired: count },
    { title: 'LostQuotes', additionalProperties: false, description: 'Declined or expired' },
  ),
  winRate: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Won, of all that was won or lost; `null` where nothing was',
    }),
  ),
  medianDaysToAnswer: nullable(
    Type.Number({
      minimum: 0,
      description:
        'From when it was last sent to the decision: in tenths of a day, from three days on in whole days; `null` if nobody decided',
    }),
  ),
};

const Tally = Type.Object(tally, { title: 'InvoiceTally', additionalProperties: false });

const invoices = Type.Object(
  {
    open: Tally,
    overdue: Tally,
    months: Type.Array(
      Type.Object(
        {
          month: Type.String({ examples: ['2026-11'] }),
          invoiced: Tally,
          credited: Tally,
          paid: Tally,
          open: Tally,
          overdue: Tally,
        },
        { title: 'InvoiceMonth', additionalProperties: false },
      ),
      { description: 'Oldest first, the present month last' },
    ),
  },
  { title: 'InvoiceStatistics', additionalProperties: false, description: 'Statistics of invoices' },
);

export const StatisticsSchema = Type.Object(
  {
    timeZone: Type.String({ description: 'Of the account: months are those of this time zone' }),
    open: Type.Object(tally, {
      title: 'OpenQuotes',
      additionalProperties: false,
      description: 'With customers now',
    }),
    ...results,
    months: Type.Array(
      Type.Object(
        { month: Type.String({ examples: ['2026-11'] }), ...results },
        { title: 'MonthStatistics', additionalProperties: false },
      ),
      { description: 'Oldest first, the present month last. A quote counts in the month of its event' },
    ),
    declineReasons: Type.Array(
      Type.Object({ reason: Type.String(), count }, { title: 'DeclineReason', additionalProperties: false }),
      { description: 'Of all declined quotes, up to 20, the most frequent first' },
    ),
    invoices,
    recurring: Type.Array(
      Type.Object(
        { currency: Type.String(), perMonth: sum('Exact, however large') },
        { title: 'RecurringSum', additionalProperties: false },
      ),
      { description: 'What a month of the active series of invoices comes to, by currency' },
    ),
  },
  { title: 'Statistics', additionalProperties: false },
);

const none = { count: 0, totals: [] };
const month = {
  won: { count: 2, totals: [{ currency: 'EUR', total: 482_300 }] },
  lost: { count: 1, declined: 1, expired: 0, totals: [{ currency: 'EUR', total: 120_000 }] },
  winRate: 0.6667,
  medianDaysToAnswer: 2.4,
};
export const STATISTICS_EXAMPLE = {
  timeZone: 'Europe/Berlin',
  open: { count: 3, totals: [{ currency: 'EUR', total: 950_000 }] },
  ...month,
  months: [{ month: '2026-11', ...month }],
  declineReasons: [{ reason: 'Too expensive', count: 1 }],
  invoices: {
    open: { count: 1, totals: [{ currency: 'EUR', total: 119_000 }] },
    overdue: none,
    months: [
      {
        month: '2026-11',
        invoiced: { count: 2, totals: [{ currency: 'EUR', total: 238_000 }] },
        credited: none,
        paid: { count: 1, totals: [{ currency: 'EUR', total: 119_000 }] },
        open: { count: 1, totals: [{ currency: 'EUR', total: 119_000 }] },
        overdue: none,
      },
    ],
  },
  recurring: [{ currency: 'EUR', perMonth: 124_000 }],
};
