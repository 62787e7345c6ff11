import type { Migration } from './dialect.ts';

/** Marks deliveries that a process is attempting, which are otherwise indistinguishable from waiting ones. */
export const CLAIMED_DELIVERIES: readonly Migration[] = [
  ({ integer }) => [`ALTER TABLE webhook_deliveries ADD COLUMN in_hand ${integer} NOT NULL DEFAULT 0`],
];
