import type { Migration } from './dialect.ts';

/** Limits per hour are counted in the database on both engines. PostgreSQL has the table for its limits per minute. */
export const HOURLY_WINDOWS: readonly Migration[] = [
  ({ engine, integer, text, strict }) =>
    engine === 'sqlite'
      ? [
          `CREATE TABLE rate_windows (
            account_id ${text} NOT NULL,
            subject ${text} NOT NULL,
            kind ${text} NOT NULL,
            ends_at ${integer} NOT NULL,
            used ${integer} NOT NULL,
            PRIMARY KEY (account_id, subject, kind)
          ) ${strict}`,
        ]
      : [],
];
