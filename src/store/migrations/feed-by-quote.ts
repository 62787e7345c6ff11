import type { Migration } from './dialect.ts';

/**
 * Finds the events of a quote, and those of a rare type, without reading thousands of others. The event of a new quote
 * is in neither index until the quote changes (`tables/created-events.ts`), so creating a quote costs no more.
 */
export const FEED_BY_QUOTE: readonly Migration[] = [
  () =>
    ['quote_id', 'type'].map(
      (column) =>
        `CREATE INDEX feed_by_${column} ON feed (account_id, ${column}, n) WHERE substr(doc, 1, 1) <> '"'`,
    ),
];
