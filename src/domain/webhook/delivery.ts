import type { FeedType } from '../event/feed-event.ts';

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  id: string;
  eventId: string;
  type: DeliveredType;
  status: DeliveryState;
  /** The latest ones, oldest first. */
  attempts: Attempt[];
  /** `null` when there is none to come. */
  nextAttemptAt: string | null;
  createdAt: string;
}

/** A `ping` is a test, and in no feed. */
export type DeliveredType = FeedType | 'ping';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Attempt {
  at: string;
  /** Of the HTTP response; `null` if there was none. */
  status: number | null;
  ms: number;
  /** The beginning of the body of the response. */
  response: string | null;
  /** Why it failed; `null` if it did not. */
  error: string | null;
}

/** Deliveries are kept for so many days. */
export const DELIVERIES_DAYS = 30;
/** More than come by themselves: each retry that somebody asks for begins them anew. */
export const MAX_ATTEMPTS_KEPT = 20;
