import type { Migration } from './dialect.ts';

/** The link whose holder began a checkout. Those of before have none: nobody knows whose they were. */
export const CHECKOUT_LINKS: readonly Migration[] = [
  ({ text }) => [`ALTER TABLE checkouts ADD COLUMN link_id ${text}`],
];
