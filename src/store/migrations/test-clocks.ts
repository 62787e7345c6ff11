import type { Migration } from './dialect.ts';

export const TEST_CLOCKS: readonly Migration[] = [
  // How far ahead of real time an account with test keys is. While it is on its way to `target`, its time stands still at
  // `at` and moves on with what falls due: all before that has happened, but for the reminders in `mails`, which go out
  // next. The reminders of quotes up to `reminded_until` and `reminded_id`, in this order, are written.
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
