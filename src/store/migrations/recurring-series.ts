import type { Migration } from './migration.ts';

export const RECURRING_SERIES: Migration = () => `
-- What the conversion of a quote with recurring items began: one series for each pair of interval and periods. due_at is
-- when the next invoice is made: the start of next_date in the zone of the account, later after a failure, and NULL once
-- there is none. No period that begins on end_on or later is invoiced. total is that of a later period.
CREATE TABLE recurring_series (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('week', 'month', 'quarter', 'year')),
  periods INTEGER CHECK (periods BETWEEN 2 AND 600),
  first_date TEXT NOT NULL,
  invoiced INTEGER NOT NULL CHECK (invoiced >= 1),
  end_on TEXT,
  next_date TEXT,
  due_at INTEGER,
  payment_method TEXT NOT NULL,
  due_days INTEGER NOT NULL,
  currency TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id),
  CHECK (periods IS NULL OR invoiced <= periods),
  CHECK ((next_date IS NULL) = (due_at IS NULL))
) STRICT;
CREATE INDEX recurring_series_by_quote ON recurring_series (account_id, quote_id, id);
CREATE INDEX recurring_series_next ON recurring_series (due_at, account_id) WHERE due_at IS NOT NULL;
CREATE INDEX recurring_series_due ON recurring_series (account_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX recurring_series_active ON recurring_series (account_id, currency, every, total) WHERE due_at IS NOT NULL;
CREATE INDEX recurring_series_by_customer ON recurring_series (account_id, customer_id) WHERE due_at IS NOT NULL;

-- A later invoice of a series names its period, each of which is invoiced once. recurring_note says why it stayed a draft,
-- or was not sent.
ALTER TABLE invoices ADD COLUMN recurring_series_id TEXT;
ALTER TABLE invoices ADD COLUMN recurring_period INTEGER;
ALTER TABLE invoices ADD COLUMN recurring_note TEXT;
DROP INDEX invoices_by_stage;
CREATE UNIQUE INDEX invoices_by_stage ON invoices (account_id, quote_id, stage)
  WHERE kind = 'INVOICE' AND recurring_series_id IS NULL;
CREATE UNIQUE INDEX invoices_by_period ON invoices (account_id, recurring_series_id, recurring_period)
  WHERE recurring_series_id IS NOT NULL;
CREATE INDEX invoices_noted ON invoices (account_id, id) WHERE recurring_note IS NOT NULL;
`;
