import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { findPreviousValues } from '../../../domain/events/feed-event.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { seriesEnded } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { isActive } from '../../../domain/quote/recurring/series.ts';
import type { Sql } from '../../../store/database.ts';
import { listActiveQuotes, listQuoteSeries } from '../../../store/tables/invoice/recurring-series.ts';
import { loadQuote, type StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { requireAccount } from '../../account/require-account.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { ChangeableQuote } from '../../quotes/change-quote.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { recordEnded, storeSeries } from './change-series.ts';

/** Options of the end of recurring invoices. */
export interface EndOptions {
  /** No period that begins on that day or later is invoiced. Default: today; `null` takes an end back. */
  on?: string | null;
  /** Default: all series of the quote. */
  seriesId?: string | null;
}

type Owner = { accountId: string; actor: Actor };

/** Ends series of a quote on a day. The same day again changes nothing. */
export function endRecurring(
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  options: EndOptions,
  { lock }: Pick<ChangeableQuote, 'lock'>,
  now: number,
  keep: Keep<StoredQuote> = keepNothing,
): Promise<StoredQuote> {
  return db.write(
    async (tx) => {
      const stored = await lock(tx);
      const account = await requireAccount(tx, owner.accountId);
      const today = toCalendarDate(now, account.timeZone);
      assertNoErrors(findEndErrors(stored.quote, options, today));
      const { on = today, seriesId } = options;
      if (!listNamed(stored.quote, seriesId).some(isActive))
        await assertRepeated(tx, owner, stored.quote, { on, seriesId: seriesId ?? null });
      return keep(tx, await setEnd(tx, owner, stored, { on, seriesId }, account, now));
    },
    { account: owner.accountId },
  );
}

function findEndErrors(
  quote: Pick<Quote, 'series'>,
  { on, seriesId }: EndOptions,
  today: string,
): FieldError[] {
  return [
    ...(on != null && on < today ? [{ path: '/on', message: `must be ${today} (today) or later` }] : []),
    ...(listNamed(quote, seriesId).length === 0
      ? [{ path: '/seriesId', message: 'does not match any series of this quote' }]
      : []),
  ];
}

/** Throws for series that have ended, unless it was on this day: a repeat is answered as the first request. */
async function assertRepeated(
  tx: Sql,
  { accountId }: Owner,
  { id }: Quote,
  { on, seriesId }: Required<EndOptions>,
): Promise<void> {
  const ended = (await listQuoteSeries(tx, accountId, id)).filter(
    (series) => seriesId == null || series.id === seriesId,
  );
  if (on === null || !ended.some(({ endOn }) => endOn === on)) throw seriesEnded();
}

function listNamed({ series = [] }: Pick<Quote, 'series'>, seriesId: string | null | undefined) {
  return series.filter(({ id }) => seriesId == null || id === seriesId);
}

/** Ends all series of a customer in the transaction that erases it. */
export async function endSeriesOfCustomer(
  tx: Sql,
  owner: Owner,
  customerId: string,
  account: Account,
  now: number,
): Promise<void> {
  const on = toCalendarDate(now, account.timeZone);
  for (const id of await listActiveQuotes(tx, owner.accountId, customerId)) {
    const stored = await loadQuote(tx, owner.accountId, id);
    if (stored) await setEnd(tx, owner, stored, { on, seriesId: null, isNow: true }, account, now);
  }
}

interface End {
  on: string | null;
  seriesId: string | null | undefined;
  /** Whether periods that are late are not invoiced either. */
  isNow?: true;
}

async function setEnd(
  tx: Sql,
  owner: Owner,
  stored: StoredQuote,
  { on, seriesId, isNow }: End,
  account: Account,
  now: number,
): Promise<StoredQuote> {
  const { accountId, actor } = owner;
  const all = await listQuoteSeries(tx, accountId, stored.quote.id);
  const changed = all.flatMap((series) => {
    const endOn = isNow ? series.nextDate : on;
    const isNamed = seriesId == null || series.id === seriesId;
    return isNamed && series.dueAt !== null && endOn !== series.endOn ? [{ ...series, endOn }] : [];
  });
  if (changed.length === 0) return stored;
  const updated = await storeSeries(tx, accountId, stored, changed, account, now);
  const data = { fields: ['series'], revision: updated.quote.revision };
  const previous = findPreviousValues<Quote>(stored.quote, updated.quote, ['items', 'updatedAt']);
  await recordEvent(tx, accountId, updated, { type: 'updated', actor, data }, { at: now, now }, { previous });
  await recordEnded(tx, owner, stored.quote.series, updated, now);
  return updated;
}
