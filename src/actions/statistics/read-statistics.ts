import type { Deps } from '../../deps.ts';
import { calendarDate, DAY_MS } from '../../domain/calendar.ts';
import { hourOf } from '../../domain/statistics/outcome.ts';
import { resultsOf, type Statistics, tallyOf } from '../../domain/statistics/summary.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { listAnswerTimes, listDeclineReasons, listOutcomes } from '../../store/tables/quote/outcomes.ts';
import { areOutcomesCounted } from '../bring-up-to-date.ts';
import { settleDue } from '../quote/settle-expiry.ts';

const EVER = Number.MAX_SAFE_INTEGER;

/** Of the last months, this one included, from counters alone: a million quotes cost what ten do. */
export async function readStatistics(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  months: number,
  now: number,
): Promise<Statistics> {
  await settleDue(db, now, accountId);
  const { read } = db;
  const account = (await findAccount(read, accountId))?.account;
  if (!account) throw new Error('a caller without an account');
  const { timeZone } = account;
  const monthOf = (instant: number) => calendarDate(instant, timeZone).slice(0, 7);
  const wanted = lastMonths(monthOf(now), months);
  // A month begins elsewhere up to a day earlier than here.
  const from = Date.parse(`${wanted[0]}-01T00:00:00Z`) - 2 * DAY_MS;
  const [open, won, declined, expired, times, reasons, complete] = await Promise.all([
    listOutcomes(read, accountId, 'open', hourOf(now), EVER),
    listOutcomes(read, accountId, 'won', from, EVER),
    listOutcomes(read, accountId, 'declined', from, EVER),
    listOutcomes(read, accountId, 'expired', from, EVER),
    listAnswerTimes(read, accountId, from, EVER),
    listDeclineReasons(read, accountId),
    areOutcomesCounted(read),
  ]);
  const inMonth = <Row extends { bucket: number }>(rows: readonly Row[]) => {
    const byMonth = Map.groupBy(rows, ({ bucket }) => monthOf(bucket));
    return wanted.map((month) => byMonth.get(month) ?? []);
  };
  const counts = inMonth([...won, ...declined, ...expired]);
  const answers = inMonth(times);
  return {
    timeZone,
    open: tallyOf(open),
    ...resultsOf(counts.flat(), answers.flat()),
    months: wanted.map((month, place) => ({
      month,
      ...resultsOf(counts[place] ?? [], answers[place] ?? []),
    })),
    declineReasons: reasons.map(({ reason, n }) => ({ reason, count: n })),
    complete,
  };
}

/** `2026-11`, and those before it, oldest first. */
function lastMonths(last: string, count: number): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  );
}
