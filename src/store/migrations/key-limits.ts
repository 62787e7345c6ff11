import type { Migration } from './dialect.ts';

/**
 * A key for drafts is a read-only key with `drafts`: a version that does not know the column never lets it write.
 * `addresses` is a JSON list of address ranges; `null` allows all.
 */
export const KEY_LIMITS: readonly Migration[] = [
  ({ integer, text }) => [
    `ALTER TABLE keys ADD COLUMN drafts ${integer} NOT NULL DEFAULT 0 CHECK (drafts IN (0, 1))`,
    `ALTER TABLE keys ADD COLUMN expires_at ${integer}`,
    `ALTER TABLE keys ADD COLUMN addresses ${text}`,
  ],
];
