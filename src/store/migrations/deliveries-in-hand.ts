import type { Migration } from './dialect.ts';

/** Whether a process is trying it: what waits for its next try looks the same otherwise. */
export const DELIVERIES_IN_HAND: readonly Migration[] = [
  ({ integer }) => [`ALTER TABLE webhook_deliveries ADD COLUMN in_hand ${integer} NOT NULL DEFAULT 0`],
];
