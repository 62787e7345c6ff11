import { addDays, toCalendarDate } from '../calendar.ts';
import type { Quote } from '../quote/quote.ts';
import type { Stage } from '../quote/schedule/payment-schedule.ts';

/** A due date, and the days it is counted from the issue date; `null` if it stays when the issue date moves. */
export interface DueTerms {
  dueDate: string;
  dueDays: number | null;
}

interface Place {
  /** The issue date. */
  today: string;
  timeZone: string;
  /** Days of the account until an invoice is due. */
  paymentTermDays: number;
}

/** Returns the given due date, or that of the stage, or the term of the account. */
export function chooseDueTerms(
  given: string | null | undefined,
  stage: Pick<Stage, 'due'> | undefined,
  quote: Pick<Quote, 'acceptedAt'>,
  place: Place,
): DueTerms {
  if (given != null) return { dueDate: given, dueDays: null };
  if (stage) return computeStageDueTerms(stage, quote, place);
  const { today, paymentTermDays } = place;
  return { dueDate: addDays(today, paymentTermDays), dueDays: paymentTermDays };
}

function computeStageDueTerms(
  { due }: Pick<Stage, 'due'>,
  { acceptedAt }: Pick<Quote, 'acceptedAt'>,
  { today, timeZone }: Place,
): DueTerms {
  if (due.when === 'date' && due.date !== null) return { dueDate: due.date, dueDays: null };
  if (due.when === 'acceptance' && acceptedAt !== null) {
    const accepted = toCalendarDate(Date.parse(acceptedAt), timeZone);
    return { dueDate: addDays(accepted, due.days), dueDays: null };
  }
  return { dueDate: addDays(today, due.days), dueDays: due.days };
}
