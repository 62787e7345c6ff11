import type { FieldError } from '../../errors.ts';
import type { ItemInput } from '../line/line-item.ts';
import type { Validity } from '../line/validity.ts';
import { MAX_RECURRING_FROM, MIN_RECURRING_FROM } from './periods.ts';
import { getPairKey, MAX_PAIRS } from './recurrence.ts';

interface RecurringContent {
  items: readonly ItemInput[];
  paymentSchedule?: unknown;
  recurringFrom?: string | null;
}

/** Checks what recurring items do not go together with. Skips rules whose fields are invalid. */
export function findRecurringErrors(
  { items, paymentSchedule, recurringFrom }: RecurringContent,
  validity: Validity,
): FieldError[] {
  const errors: FieldError[] = [];
  const pairs = new Set<string>();
  for (const [line, item] of items.entries()) {
    const path = `/items/${line}/recurring`;
    if (!validity.isValid(path) || item.recurring == null) continue;
    const pair = getPairKey(item.recurring);
    if (pairs.size === MAX_PAIRS && !pairs.has(pair)) {
      errors.push({
        path,
        message: `must be one of the ${MAX_PAIRS} pairs of interval and periods that the items before it have: a quote has at most ${MAX_PAIRS}`,
      });
    } else pairs.add(pair);
  }
  if (pairs.size > 0 && paymentSchedule != null && validity.isValid('/paymentSchedule')) {
    errors.push({
      path: '/paymentSchedule',
      message:
        'may not be given for a quote with recurring items: what is due at the start is invoiced whole',
    });
  }
  if (recurringFrom != null && validity.isValid('/recurringFrom') && !isInRange(recurringFrom)) {
    errors.push({
      path: '/recurringFrom',
      message: `must be from ${MIN_RECURRING_FROM} to ${MAX_RECURRING_FROM}`,
    });
  }
  return errors;
}

function isInRange(day: string): boolean {
  return day >= MIN_RECURRING_FROM && day <= MAX_RECURRING_FROM;
}
