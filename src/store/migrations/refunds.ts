import type { Migration } from './dialect.ts';

/**
 * Refunds that the provider is asked for. A row is written before the call, and its id is the idempotency key: a call
 * that ended without a response is repeated, and nothing is refunded twice.
 */
export const REFUNDS: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `CREATE TABLE refunds (
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      payment_id ${text} NOT NULL,
      amount ${integer} NOT NULL CHECK (amount > 0),
      created_at ${integer} NOT NULL,
      running_until ${integer} NOT NULL,
      PRIMARY KEY (account_id, id),
      FOREIGN KEY (account_id, payment_id) REFERENCES payments (account_id, id)
    ) ${strict}`,
    // One at a time, so that none is mistaken for another.
    'CREATE UNIQUE INDEX refunds_by_payment ON refunds (account_id, payment_id)',
  ],
];
