import type { Migration } from './dialect.ts';

/** What makes a new quote cost less: each table and index that it stands in is pages to be written at every commit. */
export const CHEAPER_QUOTES: readonly Migration[] = [
  // The event that a history begins with, as JSON. What an earlier version stored has it among the events.
  ({ text }) => [`ALTER TABLE quotes ADD COLUMN creation ${text}`],

  // The quotes of a customer by validity are sorted as those by change are: along the facts.
  () => ['DROP INDEX quotes_by_customer_validity'],

  // No event of the account is older. It need not be exact, and an event does not set it.
  () => ['UPDATE feed_heads SET oldest_at = 0 WHERE oldest_at IS NULL'],
];
