import { FEED_TYPES, type FeedType } from '../event/feed-event.ts';

/** A URL of somebody's program that hears of events. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  /** Types of events, `quote.*` for all of a kind, or `*` for all. */
  types: string[];
  description: string | null;
  enabled: boolean;
  /** Why the service disabled it: it answered 410, or nothing but failures. `null` where somebody did. */
  disabledReason: 'gone' | 'failing' | null;
  /** After a rotation: until then the secret before it signs as well. */
  previousSecretExpiresAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface EndpointInput {
  url: string;
  types?: string[] | null;
  description?: string | null;
  enabled?: boolean;
}

export type EndpointPatch = Partial<EndpointInput>;

export const MAX_ENDPOINTS = 50;
export const ALL_TYPES = '*';

/** For so long after a rotation, both secrets sign. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

/** What `types` may name. */
export const WANTED_TYPES: readonly string[] = [
  ALL_TYPES,
  ...new Set(FEED_TYPES.map(kindOf)),
  ...FEED_TYPES,
].sort();

export function wantsType(types: readonly string[], type: FeedType): boolean {
  return types.some((wanted) => wanted === ALL_TYPES || wanted === type || wanted === kindOf(type));
}

/** `quote.sent` → `quote.*` */
function kindOf(type: FeedType): string {
  return `${type.slice(0, type.indexOf('.'))}.*`;
}
