import type { Migration } from '../migration.ts';

export const PAYMENT_TABLES: Migration = () => `
-- Money received, recorded or by a provider: what a provider reports is a row of its own, which exists once. A removed
-- payment stays: nothing about an invoice is ever deleted.
CREATE TABLE payments (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  currency TEXT NOT NULL,
  paid_on TEXT NOT NULL,
  method TEXT NOT NULL,
  reference TEXT,
  recorded_at INTEGER NOT NULL,
  removed_at INTEGER,
  provider TEXT,
  provider_id TEXT,
  original_id TEXT,
  checkout_id TEXT,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id)
) STRICT;
CREATE INDEX payments_by_invoice ON payments (account_id, invoice_id, id);
CREATE UNIQUE INDEX payments_by_provider ON payments (account_id, provider, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX payments_by_checkout ON payments (account_id, checkout_id, id) WHERE checkout_id IS NOT NULL;
CREATE INDEX payments_by_customer ON payments (account_id, customer_id, id) WHERE removed_at IS NULL;
CREATE INDEX payments_by_currency ON payments (account_id, currency, id) WHERE removed_at IS NULL;
CREATE INDEX payments_by_method ON payments (account_id, method, id) WHERE removed_at IS NULL;
CREATE INDEX payments_by_date ON payments (account_id, paid_on, id) WHERE removed_at IS NULL;
CREATE INDEX payments_by_record ON payments (account_id, id) WHERE removed_at IS NULL;

-- Connected payment providers. Keys are sealed, and forgotten when the connection has ended and nothing can be paid by it
-- any more. A connection is found by its id alone when a provider sends a notification.
CREATE TABLE payment_connections (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  secret_key TEXT,
  webhook_secret TEXT,
  last_four TEXT NOT NULL,
  live INTEGER NOT NULL CHECK (live IN (0, 1)),
  refused_at INTEGER,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (account_id, id),
  CHECK (secret_key IS NOT NULL OR ended_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX payment_connections_current ON payment_connections (account_id) WHERE ended_at IS NULL;
CREATE INDEX payment_connections_by_id ON payment_connections (id);

-- An attempt of a customer to pay an invoice at a provider. provider_id and url are empty until the provider has answered.
-- problem says why its money is not booked. One that was replaced has ended for us, and is polled until it has ended at
-- the provider too. link_id is the link whose holder began it.
CREATE TABLE checkouts (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_id TEXT,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'processing', 'paid', 'ended')),
  url TEXT,
  token_hash TEXT NOT NULL,
  link_id TEXT,
  problem TEXT CHECK (problem IN ('currency', 'live_mode')),
  polls INTEGER NOT NULL DEFAULT 0,
  next_poll_at INTEGER,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id),
  CHECK ((state IN ('open', 'processing')) = (ended_at IS NULL))
) STRICT;
-- The customer can pay an invoice once at a time.
CREATE UNIQUE INDEX checkouts_open ON checkouts (account_id, invoice_id) WHERE state IN ('open', 'processing');
CREATE UNIQUE INDEX checkouts_by_provider ON checkouts (account_id, connection_id, provider_id)
  WHERE provider_id IS NOT NULL;
CREATE INDEX checkouts_by_token ON checkouts (token_hash);
CREATE INDEX checkouts_to_poll ON checkouts (next_poll_at) WHERE next_poll_at IS NOT NULL;
-- A connection is needed while one of its checkouts is watched.
CREATE INDEX checkouts_watched ON checkouts (account_id, connection_id) WHERE next_poll_at IS NOT NULL;

-- Refunds that the provider is asked for. A row is written before the call, and its id is the idempotency key: a call that
-- ended without a response is repeated, and nothing is refunded twice.
CREATE TABLE refunds (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  created_at INTEGER NOT NULL,
  running_until INTEGER NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, payment_id) REFERENCES payments (account_id, id)
) STRICT;
-- One at a time, so that none is mistaken for another.
CREATE UNIQUE INDEX refunds_by_payment ON refunds (account_id, payment_id);

-- Imported bank statements with the lines that match invoices, for some days.
CREATE TABLE payment_imports (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE INDEX payment_imports_by_time ON payment_imports (created_at);

-- Every line that was ever imported, as a hash, and the first payment that it was recorded as. money_mark and marks are
-- hashes by which a recorded line is recognized in another file.
CREATE TABLE bank_lines (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  payment_id TEXT,
  money_mark TEXT,
  marks TEXT,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX bank_lines_by_payment ON bank_lines (account_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_lines_by_money ON bank_lines (account_id, money_mark) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_lines_unmatched ON bank_lines (seen_at) WHERE payment_id IS NULL;

-- A line may pay several invoices.
CREATE TABLE bank_line_payments (
  account_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  line_id TEXT NOT NULL,
  PRIMARY KEY (account_id, payment_id)
) STRICT;
CREATE INDEX bank_line_payments_by_line ON bank_line_payments (account_id, line_id);
`;
