/** What the operator of the installation can limit for an account. */
export const LIMIT_NAMES = ['quotes', 'storage', 'people', 'requests'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** `null`: no limit. */
export type AccountLimits = Record<LimitName, number | null>;

export interface LimitUse {
  limit: number;
  used: number;
}

/** The limits that an account has, with what it uses of them. */
export interface LimitUses {
  /** Quotes created in this calendar month (UTC). */
  quotes?: LimitUse;
  /** Bytes of attachments and PDFs. */
  storage?: LimitUse;
  /** Members and open invitations. */
  people?: LimitUse;
  /** Requests per minute of all keys and apps. */
  requests?: { limit: number };
}

export const NO_LIMITS: AccountLimits = { quotes: null, storage: null, people: null, requests: null };

/** The smallest limits: an account without an owner, or that answers no program, could do nothing. */
export const MIN_LIMITS: Record<LimitName, number> = { quotes: 0, storage: 0, people: 1, requests: 1 };

/** The calendar month in UTC, such as `2026-11`. */
export function toMonth(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** The first moment of the calendar month in UTC. */
export function startOfMonth(now: number): number {
  return Date.parse(`${toMonth(now)}-01T00:00:00Z`);
}
