import type { FieldError } from './errors.ts';

/** What programs of the business keep with a quote, a customer or an invoice. No customer ever sees it. */
export type Metadata = Record<string, string>;

/** `null` removes a key; `null` in place of all of them removes all. */
export type MetadataChange = Record<string, string | null> | null;

export const MAX_METADATA_KEYS = 50;

/** Merged by key: what the change does not name stays. */
export function mergeMetadata(current: Metadata, change: MetadataChange | undefined): Metadata {
  if (change === undefined) return current;
  if (change === null) return {};
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

export function metadataErrors(current: Metadata, change: MetadataChange | undefined): FieldError[] {
  if (Object.keys(mergeMetadata(current, change)).length <= MAX_METADATA_KEYS) return [];
  return [{ path: '/metadata', message: `must have at most ${MAX_METADATA_KEYS} keys` }];
}
