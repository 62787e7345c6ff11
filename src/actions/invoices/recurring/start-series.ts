import type { Account } from '../../../domain/account/account.ts';
import { countDays } from '../../../domain/calendar.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { composeSeries, type SeriesTerms } from '../../../domain/quote/recurring/series.ts';
import type { Sql } from '../../../store/database.ts';
import { insertSeries } from '../../../store/tables/invoice/recurring-series.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { newRealId } from '../../account/account-time.ts';
import { recordEvent } from '../../events/record-event.ts';
import { schedule } from './schedule.ts';

/** A series that a conversion begins. */
interface NewSeries extends SeriesTerms {
  paymentMethod: string;
  dueDays: number;
  total: number;
}

/** Composes a series for each pair of selected items, with the payment method and the days to pay of the first invoice. */
export function composeNewSeries(
  tx: Sql,
  { recurring = [], recurringFrom }: Quote,
  { issueDate, dueDate, paymentMethod }: Invoice,
  now: number,
): NewSeries[] {
  const dueDays = Math.max(0, countDays(issueDate, dueDate ?? issueDate));
  return recurring.map(({ interval, periods, total }) => ({
    ...{ id: newRealId(tx, 'ser', now), interval, periods, first: recurringFrom ?? issueDate },
    ...{ invoiced: 1, endOn: null, paymentMethod, dueDays, total },
  }));
}

/** Stores the series of a quote that was converted, in the same transaction. */
export async function startSeries(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  begun: readonly NewSeries[],
  account: Pick<Account, 'timeZone'>,
  now: number,
): Promise<void> {
  const { id: quoteId, customerId, currency } = stored.quote;
  for (const terms of begun) {
    const series = composeSeries(terms);
    await insertSeries(tx, accountId, {
      ...{ ...terms, quoteId, customerId, currency },
      ...schedule(series, account),
    });
    const event = { type: 'series_started', actor, data: { series } } as const;
    await recordEvent(tx, accountId, stored, event, { at: now, now });
  }
}
