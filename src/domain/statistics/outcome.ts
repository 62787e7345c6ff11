import { DAY_MS } from '../calendar.ts';
import type { Quote } from '../quote/quote.ts';

/** What a quote counts as: one thing at a time, by what it is now. A draft counts as nothing. */
export interface Outcome {
  kind: OutcomeKind;
  /** When it came to this; of an open one, when its validity ends. */
  at: number;
  currency: string;
  total: number;
  /** From the last sending to the answer, in tenths of a day, or in whole days; `null` without either. */
  tenths: number | null;
  /** Why it was declined. */
  reason: string | null;
}

export type OutcomeKind = 'open' | 'won' | 'declined' | 'expired';

/**
 * Won: accepted, or converted without an answer. Lost: declined or expired. The last answer counts, whatever came after
 * it. `expiredAt` is only asked for of an expired one.
 */
export function outcomeOf(quote: Quote, expiredAt: number): Outcome | undefined {
  const { status, currency, total, sentAt, acceptedAt, declinedAt } = quote;
  const common = { currency, total, tenths: null, reason: null };
  if (status === 'DRAFT') return undefined;
  if (status === 'SENT') return { kind: 'open', at: Date.parse(quote.validUntil), ...common };
  if (status === 'EXPIRED') return { kind: 'expired', at: expiredAt, ...common };
  const answeredAt = acceptedAt ?? declinedAt;
  if (answeredAt === null)
    return { kind: 'won', at: Date.parse(quote.convertedAt ?? quote.updatedAt), ...common };
  const at = Date.parse(answeredAt);
  const tenths = sentAt === null ? null : tenthsOf(at - Date.parse(sentAt));
  return acceptedAt === null
    ? {
        kind: 'declined',
        at,
        ...common,
        tenths,
        reason: reasonKey(quote.declineReason) && quote.declineReason,
      }
    : { kind: 'won', at, ...common, tenths };
}

/** Of a day; from three days on in whole days, so that there are few different ones to count. */
function tenthsOf(ms: number): number {
  const tenths = Math.max(0, Math.floor((ms * 10) / DAY_MS));
  return tenths < 30 ? tenths : Math.floor(tenths / 10) * 10;
}

const KEY_LENGTH = 200;

/** Reasons that differ in case and spaces alone are the same; `null` for none. */
export function reasonKey(reason: string | null): string | null {
  const words = [...(reason ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ')];
  return words.length === 0 ? null : words.slice(0, KEY_LENGTH).join('');
}

const HOUR_MS = 3_600_000;
const QUARTER_HOUR_MS = 900_000;

/** A month begins so long before it does in UTC in the east, and so long after it in the west. */
const EAST_MS = 14 * HOUR_MS;
const WEST_MS = 12 * HOUR_MS;

/**
 * Counters know no time zone, so that an account can change its own: what happened at a time that is of the same month
 * everywhere on earth is counted together, in the second day of that month, and what happened around its beginning by the
 * quarter of an hour, at which days begin everywhere. What is open is counted by the hour in which it ends.
 */
export function bucketOf({ kind, at }: Pick<Outcome, 'kind' | 'at'>): number {
  if (kind === 'open') return hourOf(at);
  const day = new Date(at);
  const begin = Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
  const end = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
  const isSameEverywhere = at >= begin + WEST_MS && at < end - EAST_MS;
  return isSameEverywhere ? begin + DAY_MS : Math.floor(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
}

export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
