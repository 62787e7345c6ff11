import type { FeedType } from './feed-event.ts';

/** The delivery of an event to an endpoint. */
export interface WebhookDelivery {
  id: string;
  eventId: string;
  type: DeliveredType;
  status: DeliveryState;
  /** The latest attempts, oldest first. */
  attempts: Attempt[];
  /** `null` if no attempt is scheduled. */
  nextAttemptAt: string | null;
  createdAt: string;
}

/** A `ping` is a test and not part of the feed. */
export type DeliveredType = FeedType | 'ping';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Attempt {
  at: string;
  /** HTTP status; `null` if there was no response. */
  status: number | null;
  ms: number;
  /** Beginning of the response body. */
  response: string | null;
  /** Why it failed; `null` if it succeeded. */
  error: string | null;
}

/** Days for which deliveries are stored. */
export const DELIVERY_RETENTION_DAYS = 30;
/** More than the automatic attempts, because each manual retry starts them again. */
export const MAX_STORED_ATTEMPTS = 20;
