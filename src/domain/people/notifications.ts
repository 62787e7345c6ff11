import { addDays, atHour, toCalendarDate } from '../calendar.ts';
import type { FeedEvent, FeedType } from '../events/feed-event.ts';

/** What a person can get emails about, and the events that each kind consists of. */
const NOTIFICATION_EVENTS = {
  accepted: ['quote.accepted'],
  declined: ['quote.declined'],
  question: ['message.received', 'quote.change_requested'],
  renewal: ['renewal.requested'],
  payment: ['payment.recorded', 'payment.refunded', 'payment.disputed'],
  failed: ['quote.send_failed', 'quote.bounced', 'invoice.send_failed', 'invoice.bounced'],
  expiring: ['quote.expiring'],
  expired: ['quote.expired'],
  overdue: ['invoice.overdue'],
  viewed: ['quote.viewed', 'invoice.viewed'],
} as const satisfies Record<string, readonly FeedType[]>;

export type NotificationKind = keyof typeof NOTIFICATION_EVENTS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_EVENTS) as NotificationKind[];

/** Events that the business is emailed about at once, unless the person who reads its address has chosen otherwise. */
const BUSINESS_EVENTS: readonly FeedType[] = [
  ...(['quote.accepted', 'quote.declined', 'renewal.requested'] as const),
  ...(['message.received', 'quote.change_requested'] as const),
  ...(['payment.recorded', 'payment.disputed', 'quote.send_failed', 'invoice.send_failed'] as const),
];

export interface Notifications {
  kinds: readonly NotificationKind[];
  /** One email a day instead of one at once. */
  daily: boolean;
}

/** What a person who has not chosen gets, if the address of the business is theirs. */
export const USUAL_NOTIFICATIONS: Notifications = {
  kinds: ['accepted', 'declined', 'question', 'renewal', 'payment', 'failed'],
  daily: false,
};

export function listNotifiedTypes(kinds: readonly NotificationKind[]): FeedType[] {
  return kinds.flatMap((kind) => NOTIFICATION_EVENTS[kind]);
}

/** The business is not emailed about what its people and programs have done. */
export function isMailedToBusiness({ type, actor }: Pick<FeedEvent, 'type' | 'actor'>): boolean {
  return BUSINESS_EVENTS.includes(type) && actor.type !== 'user' && actor.type !== 'key';
}

/** Before people start to work, so that the email has the day before. */
const DIGEST_HOUR = 7;

/** Returns when the next email of the day goes out, by the clocks of the account. */
export function findNextDigest(now: number, timeZone: string): number {
  const today = toCalendarDate(now, timeZone);
  const at = atHour(today, DIGEST_HOUR, timeZone);
  return at > now ? at : atHour(addDays(today, 1), DIGEST_HOUR, timeZone);
}
