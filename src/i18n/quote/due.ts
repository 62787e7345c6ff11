import type { StageDue } from '../../domain/quote/schedule/payment-schedule.ts';
import { fill } from '../fill.ts';
import { formatCalendarDate, formatDays } from '../format.ts';
import type { Locale } from '../locale.ts';
import type { Words } from '../messages.ts';

export function formatDue({ when, days, date }: StageDue, locale: Locale, words: Words): string {
  if (when === 'date') return date === null ? '' : formatCalendarDate(date, locale);
  const [at, after] = {
    acceptance: [words.dueOnAcceptance, words.dueAfterAcceptance] as const,
    start: [words.dueAtStart, words.dueAfterStart] as const,
    completion: [words.dueOnCompletion, words.dueAfterCompletion] as const,
  }[when];
  return days === 0 ? at : fill(after, { days: formatDays(days, locale) });
}
