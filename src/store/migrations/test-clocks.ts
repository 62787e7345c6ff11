import type { Migration } from './dialect.ts';

export const TEST_CLOCKS: readonly Migration[] = [
  // Offset from real time of an account with test keys. While it advances to `target`, its time is frozen at `at` and
  // moves with each due action: everything before that has happened, except for the reminders in `mails`, which are
  // sent next. The reminders of quotes up to `reminded_until` and `reminded_id`, in this order, are queued.
  ({ integer, text, strict }) => [
    `CREATE TABLE test_clocks (
      account_id ${text} PRIMARY KEY REFERENCES accounts (id),
      ahead ${integer} NOT NULL CHECK (ahead >= 0),
      at ${integer},
      target ${integer},
      reminded_until ${integer} NOT NULL,
      reminded_id ${text} NOT NULL,
      mails ${text} NOT NULL,
      CHECK ((at IS NULL) = (target IS NULL))
    ) ${strict}`,
    'CREATE INDEX test_clocks_on_the_way ON test_clocks (account_id) WHERE target IS NOT NULL',
  ],
];
