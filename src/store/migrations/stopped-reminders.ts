import type { Migration } from './dialect.ts';

export const STOPPED_REMINDERS: readonly Migration[] = [
  // Time when the customer asked for no more reminders of the quote.
  ({ integer }) => [`ALTER TABLE quotes ADD COLUMN reminders_stopped_at ${integer}`],
];
