import { computePercent } from '../cost/margins.ts';
import type { MonthlySum } from '../recurring/recurring-totals.ts';
import type { InvoiceStatistics } from './invoice-sums.ts';
import type { OutcomeKind } from './outcome.ts';
import { computeTally, type Tally } from './tally.ts';

/** Outcomes of quotes and the time to a decision. */
/** The margin of the won quotes whose margins are known, in one currency. */
export interface Earned {
  currency: string;
  count: number;
  net: bigint;
  margin: bigint;
  /** Percentage of the net totals, with two decimals; `null` without one. */
  marginPercent: number | null;
}

export interface Results {
  won: Tally & { margins?: Earned[] };
  lost: Tally & { declined: number; expired: number };
  /** Won quotes as a share of won and lost ones; `null` if there are none. */
  winRate: number | null;
  /** Median from the last send to the decision; `null` without decisions. */
  medianDaysToAnswer: number | null;
}

export interface Statistics extends Results {
  timeZone: string;
  /** Quotes that are open for a decision now. */
  open: Tally;
  /** Oldest first, without gaps. */
  months: ({ month: string } & Results)[];
  declineReasons: { reason: string; count: number }[];
  invoices: InvoiceStatistics;
  /** What active series bring per month, by currency. */
  recurring: MonthlySum[];
}

export interface Counted {
  kind: OutcomeKind;
  currency: string;
  n: number;
  total: bigint;
  /** Sums of the won quotes whose margins are known. */
  earned?: { n: number; net: bigint; margin: bigint };
}

export interface DecisionTimes {
  tenths: number;
  n: number;
}

export function computeResults(
  counts: readonly Counted[],
  times: readonly DecisionTimes[],
  seesCosts = false,
): Results {
  const filterKinds = (...kinds: OutcomeKind[]) => counts.filter(({ kind }) => kinds.includes(kind));
  const won = computeTally(filterKinds('won'));
  const lost = computeTally(filterKinds('declined', 'expired'));
  const decided = won.count + lost.count;
  return {
    won: seesCosts ? { ...won, margins: computeEarned(filterKinds('won')) } : won,
    lost: {
      ...lost,
      declined: computeTally(filterKinds('declined')).count,
      expired: computeTally(filterKinds('expired')).count,
    },
    winRate: decided === 0 ? null : Math.round((won.count / decided) * 10_000) / 10_000,
    medianDaysToAnswer: computeMedian(times),
  };
}

/** Sums per currency, sorted by currency code. */
function computeEarned(counts: readonly Counted[]): Earned[] {
  const sums = new Map<string, { n: number; net: bigint; margin: bigint }>();
  for (const { currency, earned } of counts) {
    if (!earned || earned.n === 0) continue;
    const { n, net, margin } = sums.get(currency) ?? { n: 0, net: 0n, margin: 0n };
    sums.set(currency, { n: n + earned.n, net: net + earned.net, margin: margin + earned.margin });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { n, net, margin }]) => ({
      ...{ currency, count: n, net, margin },
      marginPercent: computePercent(margin, net),
    }));
}

/** Returns the median in days; for an even count, the mean of the two middle values. */
function computeMedian(times: readonly DecisionTimes[]): number | null {
  const sorted = times.toSorted((a, b) => a.tenths - b.tenths);
  const count = sorted.reduce((sum, { n }) => sum + n, 0);
  if (count === 0) return null;
  const at = (place: number) => {
    let passed = 0;
    const found = sorted.find(({ n }) => {
      passed += n;
      return passed > place;
    });
    return found?.tenths ?? 0;
  };
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 20;
}
