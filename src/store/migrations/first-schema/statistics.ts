import type { Migration } from '../migration.ts';

/** Statistics are counters, kept in the transaction of a change. Sums can exceed a database integer and have two parts. */
export const STATISTICS_TABLES: Migration = () => `
-- costed is the number of won quotes whose margin is known, followed by their net totals and margins.
CREATE TABLE quote_outcomes (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  kind TEXT NOT NULL CHECK (kind IN ('open', 'won', 'declined', 'expired')),
  bucket INTEGER NOT NULL,
  currency TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  high INTEGER NOT NULL CHECK (high >= 0),
  low INTEGER NOT NULL CHECK (low >= 0),
  costed INTEGER NOT NULL,
  net_high INTEGER NOT NULL,
  net_low INTEGER NOT NULL,
  margin_high INTEGER NOT NULL,
  margin_low INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, bucket, currency)
) STRICT;

CREATE TABLE answer_times (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  bucket INTEGER NOT NULL,
  tenths INTEGER NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (account_id, bucket, tenths)
) STRICT;

CREATE TABLE decline_reasons (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  reason_key TEXT NOT NULL,
  reason TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (account_id, reason_key)
) STRICT;
CREATE INDEX decline_reasons_by_number ON decline_reasons (account_id, n DESC, reason_key);

CREATE TABLE invoice_sums (
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('invoiced', 'credited', 'paid', 'open', 'overdue')),
  month TEXT NOT NULL,
  currency TEXT NOT NULL,
  n INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, month, currency)
) STRICT;

-- What is due, by due date, per customer and, under '', per account; and what a customer was invoiced, by year.
CREATE TABLE receivable_sums (
  account_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('due', 'invoiced')),
  period TEXT NOT NULL,
  currency TEXT NOT NULL,
  n INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  PRIMARY KEY (account_id, customer_id, kind, period, currency)
) STRICT;

-- What accepted quotes have left to invoice.
CREATE TABLE to_invoice_sums (
  account_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  n INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  PRIMARY KEY (account_id, currency)
) STRICT;
`;
