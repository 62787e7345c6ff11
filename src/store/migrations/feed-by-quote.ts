import type { Migration } from './dialect.ts';

/**
 * The events of a quote and those of a rare type, without the thousands between them. What a new quote tells stands in neither
 * until the quote changes (`tables/created-events.ts`), so that a new quote does not pay for them.
 */
export const FEED_BY_QUOTE: readonly Migration[] = [
  () =>
    ['quote_id', 'type'].map(
      (column) =>
        `CREATE INDEX feed_by_${column} ON feed (account_id, ${column}, n) WHERE substr(doc, 1, 1) <> '"'`,
    ),
];
