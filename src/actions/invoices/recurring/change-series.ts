import type { Account } from '../../../domain/account/account.ts';
import { computeUpdatedAt } from '../../../domain/clock.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { composeSeries, isActive, type Series } from '../../../domain/quote/recurring/series.ts';
import type { Sql } from '../../../store/database.ts';
import { type StoredSeries, updateSeries } from '../../../store/tables/invoice/recurring-series.ts';
import { replaceQuote, type StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { schedule } from './schedule.ts';

/** Stores changed series of a locked quote with the quote that shows them. Returns the quote as it is then. */
export async function storeSeries(
  tx: Sql,
  accountId: string,
  stored: StoredQuote,
  changed: readonly StoredSeries[],
  account: Pick<Account, 'timeZone'>,
  now: number,
): Promise<StoredQuote> {
  const shown = new Map(changed.map((terms) => [terms.id, composeSeries(terms)]));
  for (const terms of changed) {
    const series = shown.get(terms.id);
    if (series) await updateSeries(tx, accountId, { ...terms, ...schedule(series, account) });
  }
  const { quote: before } = stored;
  return replaceQuote(tx, accountId, stored, {
    ...before,
    series: before.series?.map((series) => shown.get(series.id) ?? series),
    updatedAt: computeUpdatedAt(before, now),
  });
}

/** Records the end of each series that was active before. */
export async function recordEnded(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  before: readonly Series[] | undefined,
  stored: StoredQuote,
  now: number,
): Promise<void> {
  const active = new Set(before?.filter(isActive).map(({ id }) => id));
  for (const series of stored.quote.series ?? []) {
    if (isActive(series) || !active.has(series.id)) continue;
    const event = { type: 'series_ended', actor, data: { series } } as const;
    await recordEvent(tx, accountId, stored, event, { at: now, now });
  }
}
