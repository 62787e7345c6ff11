import type { Migration } from './dialect.ts';

/**
 * What a job needs to finish an erasure if the process dies: how texts mention the customer, and who erased it, as JSON.
 * `null` as soon as nothing of that is needed.
 */
export const UNFINISHED_ERASURES: readonly Migration[] = [
  ({ text }) => [`ALTER TABLE erasures ADD COLUMN unfinished ${text}`],
];
