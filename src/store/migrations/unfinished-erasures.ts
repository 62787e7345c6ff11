import type { Migration } from './dialect.ts';

/**
 * The job that finishes an erasure if the process dies reads how texts mention the customer, and who erased it, as JSON.
 * `null` as soon as nothing of that is needed.
 */
export const UNFINISHED_ERASURES: readonly Migration[] = [
  ({ text }) => [`ALTER TABLE erasures ADD COLUMN unfinished ${text}`],
];
