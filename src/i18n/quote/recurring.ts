import type { Quote } from '../../domain/quote/quote.ts';
import type { Period } from '../../domain/quote/recurring/periods.ts';
import type { Interval, Recurrence } from '../../domain/quote/recurring/recurrence.ts';
import { fill } from '../fill.ts';
import { formatCalendarDate, formatMoney, formatQuantity } from '../format.ts';
import type { Locale } from '../locale.ts';

/** The words that the texts of each language have for it; named here because browsers load no texts. */
type RecurringWords = Record<
  | 'perWeek'
  | 'perMonth'
  | 'perQuarter'
  | 'perYear'
  | 'then'
  | 'untilCancelled'
  | 'contractTotal'
  | 'beginsOn'
  | 'payStart'
  | 'payLater'
  | 'payContract',
  string
>;

const NAMES = {
  week: 'perWeek',
  month: 'perMonth',
  quarter: 'perQuarter',
  year: 'perYear',
} as const satisfies Record<Interval, string>;

/** “per month × 24”, “per month · until cancelled” */
export function formatRecurrence(
  { interval, periods }: Recurrence,
  locale: Locale,
  t: RecurringWords,
  between = ' · ',
): string {
  const name = t[NAMES[interval]];
  return periods === null
    ? `${name}${between}${t.untilCancelled}`
    : `${name} × ${formatQuantity(periods, locale)}`;
}

/** What follows the start, as sums with their labels: a later period of each pair, and the contract. */
export function listLaterSums(
  { recurring = [], contractTotal }: Pick<Quote, 'recurring' | 'contractTotal'>,
  locale: Locale,
  t: RecurringWords,
): { label: string; amount: number }[] {
  const later = recurring.map((each) => {
    const interval = formatRecurrence(countLater(each), locale, t);
    return { label: fill(t.then, { interval }), amount: each.total };
  });
  return contractTotal == null ? later : [...later, { label: t.contractTotal, amount: contractTotal }];
}

/** The periods that follow the first one, which is due at the start. */
function countLater({ interval, periods }: Recurrence): Recurrence {
  return { interval, periods: periods === null ? null : periods - 1 };
}

/** The sums that an acceptance is about. */
export type PaymentSums = Pick<Quote, 'total' | 'recurring' | 'contractTotal'>;

/**
 * Returns everything that the customer agrees to pay, as a part of a sentence with places for the amounts: the start,
 * then each later period with its end and, if all have one, the contract. Each medium formats the amounts in its own way.
 */
export function describePayments<Amount>(
  { total, recurring = [], contractTotal }: PaymentSums,
  locale: Locale,
  t: RecurringWords,
  format: (minor: number) => Amount,
): { text: string; amounts: Record<string, Amount> } {
  if (recurring.length === 0) return { text: '{total}', amounts: { total: format(total) } };
  const parts = recurring.map((each, index) => {
    const interval = formatRecurrence(countLater(each), locale, t, ' ');
    return fill(t.payLater, { amount: `{later${index}}`, interval });
  });
  const later = new Intl.ListFormat(locale.tag, { type: 'conjunction' }).format(parts);
  const start = fill(t.payStart, { later });
  const amounts = recurring.map((each, index) => [`later${index}`, format(each.total)] as const);
  return {
    text: contractTotal == null ? start : fill(t.payContract, { payments: start }),
    amounts: {
      ...Object.fromEntries(amounts),
      total: format(total),
      ...(contractTotal != null && { contractTotal: format(contractTotal) }),
    },
  };
}

/** The same as text: “£1,536.00 at the start, then £96.00 per month × 23; contract total £3,744.00”. */
export function formatPayments(
  sums: PaymentSums & Pick<Quote, 'currency'>,
  locale: Locale,
  t: RecurringWords,
): string {
  const { text, amounts } = describePayments(sums, locale, t, (minor) =>
    formatMoney(minor, sums.currency, locale),
  );
  return fill(text, amounts);
}

/** Says when recurring items begin, if that is agreed on. */
export function formatBegin(
  { recurringFrom }: Pick<Quote, 'recurringFrom'>,
  locale: Locale,
  t: RecurringWords,
) {
  return recurringFrom == null ? null : fill(t.beginsOn, { date: formatCalendarDate(recurringFrom, locale) });
}

/** The first and the last day that an item of an invoice is for; a line may break after the dash only. */
export function formatPeriod({ from, to }: Period, locale: Locale): [first: string, last: string] {
  return [`${formatCalendarDate(from, locale)}\u00a0–`, formatCalendarDate(to, locale)];
}
