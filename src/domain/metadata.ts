import type { FieldError } from './errors.ts';

/** Data of the account's own programs on a quote, a customer or an invoice. Customers never see it. */
export type Metadata = Record<string, string>;

/** `null` as a value removes the key; `null` as a whole removes all keys. */
export type MetadataChange = Record<string, string | null> | null;

export const MAX_METADATA_KEYS = 50;

/** Merges by key: keys that the change does not name stay. */
export function mergeMetadata(current: Metadata, change: MetadataChange | undefined): Metadata {
  if (change === undefined) return current;
  if (change === null) return {};
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

export function findMetadataErrors(current: Metadata, change: MetadataChange | undefined): FieldError[] {
  if (Object.keys(mergeMetadata(current, change)).length <= MAX_METADATA_KEYS) return [];
  return [{ path: '/metadata', message: `must have at most ${MAX_METADATA_KEYS} keys` }];
}
