import { useComputed } from '@preact/signals';
import { isCalendarDate, toCalendarDate } from '../../../../../domain/calendar.ts';
import { countUnconfirmed } from '../../../../../domain/quote/recurring/recurring-fields.ts';
import { fill } from '../../../../../i18n/fill.ts';
import type { Store } from '../store.ts';

/** Says how many invoices a first day in the past would make at once. */
export function PastWarning({ store: { data, head, totals, t } }: { store: Store }) {
  const count = useComputed(() => {
    const { recurringFrom } = head.value;
    const recurring = totals.value?.recurring ?? [];
    const today = toCalendarDate(Date.now(), data.timeZone);
    return isCalendarDate(recurringFrom) ? countUnconfirmed({ recurring, recurringFrom }, today) : 0;
  }).value;
  return (
    <p class="hint" aria-live="polite">
      {count > 0 && fill(t.recurringPast, { n: String(count) })}
    </p>
  );
}
