import { DAY_MS } from '../../calendar.ts';
import type { Quote } from '../quote.ts';
import { computeCountedTotal } from '../recurring/recurring-totals.ts';

/** Contribution of a quote to the statistics, by its current status. Drafts do not count. */
export interface Outcome {
  kind: OutcomeKind;
  /** When the outcome happened; for an open quote, when its validity ends. */
  at: number;
  currency: string;
  /** With all later periods; a year of those without an end. */
  total: number;
  /** Time from the last send to the decision, in tenths of a day; `null` if either is missing. */
  tenths: number | null;
  reason: string | null;
  /** Total without tax and margin of a won quote whose margin is known. */
  earned?: { net: number; margin: number };
}

export type OutcomeKind = 'open' | 'won' | 'declined' | 'expired';

/**
 * Classifies a quote. Won: accepted, or converted without a decision. Lost: declined or expired. The last decision counts,
 * even if the quote was converted later. `expiredAt` is used only for expired quotes.
 */
export function classifyOutcome(quote: Quote, expiredAt: number): Outcome | undefined {
  const { status, currency, sentAt, acceptedAt, declinedAt } = quote;
  const total = computeCountedTotal(quote.total, quote.recurring);
  const common = { currency, total, tenths: null, reason: null };
  if (status === 'DRAFT') return undefined;
  if (status === 'SENT') return { kind: 'open', at: Date.parse(quote.validUntil), ...common };
  if (status === 'EXPIRED') return { kind: 'expired', at: expiredAt, ...common };
  const decidedAt = acceptedAt ?? declinedAt;
  if (decidedAt === null)
    return { kind: 'won', at: Date.parse(quote.convertedAt ?? quote.updatedAt), ...common };
  const at = Date.parse(decidedAt);
  const tenths = sentAt === null ? null : toTenthsOfDay(at - Date.parse(sentAt));
  return acceptedAt === null
    ? {
        kind: 'declined',
        at,
        ...common,
        tenths,
        reason: normalizeReason(quote.declineReason) && quote.declineReason,
      }
    : { kind: 'won', at, ...common, tenths };
}

/** Converts to tenths of a day. From three days on, rounds down to whole days to limit the number of counters. */
function toTenthsOfDay(ms: number): number {
  const tenths = Math.max(0, Math.floor((ms * 10) / DAY_MS));
  return tenths < 30 ? tenths : Math.floor(tenths / 10) * 10;
}

const MAX_REASON_LENGTH = 200;

/** Normalizes a reason: reasons that differ only in case and spaces are counted together. */
export function normalizeReason(reason: string | null): string | null {
  const words = [...(reason ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ')];
  return words.length === 0 ? null : words.slice(0, MAX_REASON_LENGTH).join('');
}

const HOUR_MS = 3_600_000;
const QUARTER_HOUR_MS = 900_000;

/** Largest offsets from UTC: a month begins 14 hours earlier in the east, 12 hours later in the west. */
const MAX_EAST_OFFSET_MS = 14 * HOUR_MS;
const MAX_WEST_OFFSET_MS = 12 * HOUR_MS;

/**
 * Returns the time of the counter for an outcome. Counters are independent of the time zone, so that an account can
 * change it. Times that fall in the same month everywhere share one counter, dated to the second day of that month.
 * Times around the turn of a month are counted per quarter of an hour, because every day begins on one. Open quotes are
 * counted per hour of their end.
 */
export function computeBucket({ kind, at }: Pick<Outcome, 'kind' | 'at'>): number {
  if (kind === 'open') return startOfHour(at);
  const day = new Date(at);
  const begin = Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
  const end = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
  const isSameEverywhere = at >= begin + MAX_WEST_OFFSET_MS && at < end - MAX_EAST_OFFSET_MS;
  return isSameEverywhere ? begin + DAY_MS : Math.floor(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
}

export function startOfHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
