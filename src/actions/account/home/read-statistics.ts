import type { Deps } from '../../../app/deps.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import { computeMonthlySums } from '../../../domain/quote/recurring/recurring-totals.ts';
import { computeInvoiceStatistics } from '../../../domain/quote/statistics/invoice-sums.ts';
import { startOfHour } from '../../../domain/quote/statistics/outcome.ts';
import { computeResults, type Statistics } from '../../../domain/quote/statistics/summary.ts';
import { computeTally } from '../../../domain/quote/statistics/tally.ts';
import { listInvoiceSums } from '../../../store/tables/invoice/invoice-sums.ts';
import { sumActiveSeries } from '../../../store/tables/invoice/recurring-series.ts';
import {
  listDeclineReasons,
  sumDecisionTimes,
  sumOpen,
  sumResults,
} from '../../../store/tables/statistics/outcomes.ts';
import { markOverdueIfAny } from '../../invoices/mark-overdue.ts';
import { expireQuotes } from '../../quotes/expire-quotes.ts';
import { requireAccount } from '../require-account.ts';

const EVER = Number.MAX_SAFE_INTEGER;
const QUARTER_HOUR_MS = 900_000;

/** Reads the last months, including the current one, from counters: the cost does not grow with the number of quotes. */
export async function readStatistics(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { months, seesCosts, now }: { months: number; seesCosts: boolean; now: number },
): Promise<Statistics> {
  await Promise.all([expireQuotes(db, now, accountId), markOverdueIfAny(db, now, accountId)]);
  const { read } = db;
  const { timeZone } = await requireAccount(read, accountId);
  const wanted = listMonths(toCalendarDate(now, timeZone).slice(0, 7), months);
  const begins = [...wanted, addMonths(wanted.at(-1) ?? '', 1)].map((month) =>
    findMonthStart(month, timeZone),
  );
  const [open, results, times, reasons, invoiceSums, series] = await Promise.all([
    sumOpen(read, accountId, startOfHour(now), EVER),
    sumResults(read, accountId, begins),
    sumDecisionTimes(read, accountId, begins),
    listDeclineReasons(read, accountId),
    listInvoiceSums(read, accountId, wanted[0] ?? ''),
    sumActiveSeries(read, accountId),
  ]);
  const byMonth = Map.groupBy(results, ({ span }) => span);
  const timesByMonth = Map.groupBy(times, ({ span }) => span);
  return {
    timeZone,
    open: computeTally(open),
    ...computeResults(results, times, seesCosts),
    months: wanted.map((month, span) => ({
      month,
      ...computeResults(byMonth.get(span) ?? [], timesByMonth.get(span) ?? [], seesCosts),
    })),
    declineReasons: reasons.map(({ reason, n }) => ({ reason, count: n })),
    invoices: computeInvoiceStatistics(invoiceSums, wanted),
    recurring: computeMonthlySums(series),
  };
}

/** Returns months such as `2026-11` up to the last one, oldest first. */
function listMonths(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(last, index + 1 - count));
}

function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Returns the start of a month in a time zone; offsets of time zones are multiples of a quarter of an hour. */
function findMonthStart(month: string, timeZone: string): number {
  const inUtc = Date.parse(`${month}-01T00:00:00Z`);
  let [before, after] = [inUtc / QUARTER_HOUR_MS - 24 * 4, inUtc / QUARTER_HOUR_MS + 24 * 4];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (toCalendarDate(middle * QUARTER_HOUR_MS, timeZone).slice(0, 7) < month) before = middle;
    else after = middle;
  }
  return after * QUARTER_HOUR_MS;
}
