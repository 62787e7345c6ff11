import type { Migration } from '../migration.ts';

export const INVOICE_TABLES: Migration = (engine) => `
-- Invoices and credit notes. There is one invoice for each stage of a quote, and one for the remainder (-1); a credit note
-- has the quote and the stage of its invoice. follows is 1 only for drafts whose documents show seller and customer as
-- they are now. series and series_n are the number series and the place in it. doc is last, as in quotes.
CREATE TABLE invoices (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  number TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  stage INTEGER NOT NULL CHECK (stage BETWEEN -1 AND 23),
  customer_id TEXT NOT NULL,
  issue_date TEXT NOT NULL,
  parties_sha256 TEXT,
  shape INTEGER NOT NULL,
  version INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('INVOICE', 'CREDIT_NOTE')),
  status TEXT NOT NULL CHECK (status IN ('DRAFT', 'ISSUED', 'PAID', 'CREDITED')),
  total INTEGER NOT NULL CHECK (total >= 0),
  amount_paid INTEGER NOT NULL,
  amount_credited INTEGER NOT NULL,
  due_date TEXT,
  due_days INTEGER,
  series TEXT NOT NULL,
  series_n INTEGER NOT NULL,
  overdue_at INTEGER,
  overdue INTEGER NOT NULL CHECK (overdue IN (0, 1)),
  overdue_told INTEGER NOT NULL CHECK (overdue_told IN (0, 1)),
  credited_invoice_id TEXT,
  credited_groups TEXT NOT NULL,
  follows INTEGER NOT NULL CHECK (follows IN (0, 1)),
  edition INTEGER NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  link_id TEXT,
  revocations INTEGER NOT NULL DEFAULT 0,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, number),
  FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id),
  CHECK (amount_credited >= 0 AND amount_credited <= total),
  CHECK ((kind = 'CREDIT_NOTE') = (credited_invoice_id IS NOT NULL)),
  CHECK (kind = 'INVOICE' OR status = 'ISSUED'),
  CHECK (overdue = 0 OR (status = 'ISSUED' AND overdue_at IS NOT NULL)),
  CHECK (follows = 0 OR status = 'DRAFT'),
  CHECK (status <> 'CREDITED' OR amount_credited = total)
) STRICT;
CREATE UNIQUE INDEX invoices_by_stage ON invoices (account_id, quote_id, stage) WHERE kind = 'INVOICE';
CREATE INDEX invoices_by_quote ON invoices (account_id, quote_id, id);
CREATE INDEX invoices_by_customer ON invoices (account_id, customer_id, id);
CREATE INDEX invoices_by_issue_date ON invoices (account_id, issue_date, id);
CREATE INDEX invoices_by_parties ON invoices (account_id, parties_sha256) WHERE parties_sha256 IS NOT NULL;
CREATE INDEX invoices_credits ON invoices (account_id, credited_invoice_id, id) WHERE credited_invoice_id IS NOT NULL;
CREATE INDEX invoices_by_series ON invoices (account_id, series, issue_date, series_n) WHERE status <> 'DRAFT';
CREATE INDEX invoices_due ON invoices (account_id, overdue_at) WHERE status = 'ISSUED' AND overdue = 0;
CREATE INDEX invoices_next_due ON invoices (overdue_at) WHERE status = 'ISSUED' AND overdue = 0;
CREATE INDEX invoices_by_amount_due ON invoices (account_id, (total - amount_credited - amount_paid), id)
  WHERE status = 'ISSUED' AND kind = 'INVOICE';

-- Columns that lists are filtered and sorted by. Credit notes have no due date and come after all others.
CREATE TABLE invoice_facts (
  ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  search TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  overdue INTEGER NOT NULL,
  issue_date TEXT NOT NULL,
  due_date TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  currency TEXT NOT NULL,
  total INTEGER NOT NULL,
  ${engine === 'sqlite' ? 'UNIQUE' : 'PRIMARY KEY'} (account_id, id)
) STRICT;
CREATE INDEX invoice_facts_by_customer ON invoice_facts (account_id, customer_id, id, status);
CREATE INDEX invoice_facts_by_status ON invoice_facts (account_id, status, id);
CREATE INDEX invoice_facts_by_issue ON invoice_facts (account_id, issue_date, id);
CREATE INDEX invoice_facts_by_due ON invoice_facts (account_id, due_date, id);
CREATE INDEX invoice_facts_overdue ON invoice_facts (account_id, due_date, id) WHERE overdue = 1;
CREATE INDEX invoice_facts_by_change ON invoice_facts (account_id, updated_at, id);

-- Per customer and, under '', per account.
CREATE TABLE invoice_counts (
  account_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (account_id, customer_id, status)
) STRICT;

-- The texts that are matched exactly: the reference and each metadata pair.
CREATE TABLE invoice_marks (
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  PRIMARY KEY (account_id, name, value, invoice_id)
) STRICT, WITHOUT ROWID;
`;
