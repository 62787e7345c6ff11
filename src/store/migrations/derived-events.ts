import type { Migration } from './dialect.ts';

/**
 * The event of a new quote is derived from the quote (`tables/created-events.ts`), which earlier versions cannot read.
 */
export const DERIVED_EVENTS: readonly Migration[] = [() => []];
