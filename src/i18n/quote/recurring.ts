import type { Quote } from '../../domain/quote/quote.ts';
import type { Period } from '../../domain/quote/recurring/periods.ts';
import type { Interval, Recurrence } from '../../domain/quote/recurring/recurrence.ts';
import { fill } from '../fill.ts';
import { formatCalendarDate, formatQuantity } from '../format.ts';
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
  | 'beginsOn',
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
): string {
  const name = t[NAMES[interval]];
  return periods === null ? `${name} · ${t.untilCancelled}` : `${name} × ${formatQuantity(periods, locale)}`;
}

/** What follows the start, as sums with their labels: a later period of each pair, and the contract. */
export function listLaterSums(
  { recurring = [], contractTotal }: Pick<Quote, 'recurring' | 'contractTotal'>,
  locale: Locale,
  t: RecurringWords,
): { label: string; amount: number }[] {
  const later = recurring.map(({ interval, periods, total }) => {
    const left = { interval, periods: periods === null ? null : periods - 1 };
    return { label: fill(t.then, { interval: formatRecurrence(left, locale, t) }), amount: total };
  });
  return contractTotal == null ? later : [...later, { label: t.contractTotal, amount: contractTotal }];
}

/** Says when recurring items begin, if that is agreed on. */
export function formatBegin(
  { recurringFrom }: Pick<Quote, 'recurringFrom'>,
  locale: Locale,
  t: RecurringWords,
) {
  return recurringFrom == null ? null : fill(t.beginsOn, { date: formatCalendarDate(recurringFrom, locale) });
}

/** The days that an item of an invoice is for. */
export function formatPeriod({ from, to }: Period, locale: Locale): string {
  return `${formatCalendarDate(from, locale)} – ${formatCalendarDate(to, locale)}`;
}
