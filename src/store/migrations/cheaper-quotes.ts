import type { Migration } from './dialect.ts';

/** Makes creating a quote cheaper: every table and index that gets a row adds pages to each commit. */
export const CHEAPER_QUOTES: readonly Migration[] = [
  // First event of the history, as JSON. Rows of earlier versions have it in `events`.
  ({ text }) => [`ALTER TABLE quotes ADD COLUMN creation ${text}`],

  // The quotes of a customer are sorted by validity through the facts, as they are by change.
  () => ['DROP INDEX quotes_by_customer_validity'],

  // Lower bound for the events of the account. It need not be exact, and an insert does not set it.
  () => ['UPDATE feed_heads SET oldest_at = 0 WHERE oldest_at IS NULL'],
];
