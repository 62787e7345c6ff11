import { FEED_TYPES, type FeedType } from './feed-event.ts';

/** A URL that receives events. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  /** Event types, `quote.*` for all of a kind, or `*` for all. */
  types: string[];
  description: string | null;
  enabled: boolean;
  /** Why the service disabled it: it responded with 410, or it kept failing. `null` if a user disabled it. */
  disabledReason: 'gone' | 'failing' | null;
  /** After a rotation, the previous secret also signs until this time. */
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

/** Time after a rotation during which both secrets sign. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

/** Values that `types` may contain. */
export const SUBSCRIBABLE_TYPES: readonly string[] = [
  ALL_TYPES,
  ...new Set(FEED_TYPES.map(toWildcard)),
  ...FEED_TYPES,
].sort();

export function matchesType(types: readonly string[], type: FeedType): boolean {
  return types.some((wanted) => wanted === ALL_TYPES || wanted === type || wanted === toWildcard(type));
}

/** `quote.sent` → `quote.*` */
function toWildcard(type: FeedType): string {
  return `${type.slice(0, type.indexOf('.'))}.*`;
}
