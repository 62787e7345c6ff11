import type { Migration } from './dialect.ts';

/** Payments by payment providers: what they report is a row of its own, which exists once. */
export const CHECKOUTS: readonly Migration[] = [
  ({ text }) => [
    `ALTER TABLE payments ADD COLUMN kind ${text} NOT NULL DEFAULT 'payment'
       CHECK (kind IN ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'))`,
    `ALTER TABLE payments ADD COLUMN provider ${text}`,
    `ALTER TABLE payments ADD COLUMN provider_id ${text}`,
    `ALTER TABLE payments ADD COLUMN original_id ${text}`,
    `ALTER TABLE payments ADD COLUMN checkout_id ${text}`,
    `CREATE UNIQUE INDEX payments_by_provider ON payments (account_id, provider, provider_id)
       WHERE provider_id IS NOT NULL`,
    'CREATE INDEX payments_by_checkout ON payments (account_id, checkout_id, id) WHERE checkout_id IS NOT NULL',
  ],

  // An attempt of a customer to pay an invoice at a provider. `provider_id` and `url` are empty until the provider has
  // answered. `problem` says why its money is not booked. One that was replaced has ended for us, and is polled until it
  // has ended at the provider too.
  ({ integer, text, strict }) => [
    `CREATE TABLE checkouts (
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      invoice_id ${text} NOT NULL,
      connection_id ${text} NOT NULL,
      provider ${text} NOT NULL,
      provider_id ${text},
      amount ${integer} NOT NULL CHECK (amount > 0),
      currency ${text} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('open', 'processing', 'paid', 'ended')),
      url ${text},
      token_hash ${text} NOT NULL,
      problem ${text} CHECK (problem IN ('currency', 'live_mode')),
      polls ${integer} NOT NULL DEFAULT 0,
      next_poll_at ${integer},
      created_at ${integer} NOT NULL,
      ended_at ${integer},
      PRIMARY KEY (account_id, id),
      FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
      CHECK ((state IN ('open', 'processing')) = (ended_at IS NULL))
    ) ${strict}`,
    // The customer can pay an invoice once at a time.
    `CREATE UNIQUE INDEX checkouts_open ON checkouts (account_id, invoice_id) WHERE state IN ('open', 'processing')`,
    `CREATE UNIQUE INDEX checkouts_by_provider ON checkouts (account_id, connection_id, provider_id)
       WHERE provider_id IS NOT NULL`,
    'CREATE INDEX checkouts_by_token ON checkouts (token_hash)',
    'CREATE INDEX checkouts_to_poll ON checkouts (next_poll_at) WHERE next_poll_at IS NOT NULL',
    // A connection is needed while one of its checkouts is watched.
    `CREATE INDEX checkouts_watched ON checkouts (account_id, connection_id) WHERE next_poll_at IS NOT NULL`,
  ],
];
