import type { Migration } from './dialect.ts';

/** The event of a new quote is made from the quote (`tables/created-events.ts`), which an earlier version cannot read. */
export const MADE_EVENTS: readonly Migration[] = [() => []];
