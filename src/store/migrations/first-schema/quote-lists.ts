import type { Migration } from '../migration.ts';

const CHECKS_IN_SQLITE = `
CREATE TRIGGER quote_facts_have_customers BEFORE INSERT ON quote_facts
WHEN NOT EXISTS (SELECT 1 FROM customers WHERE account_id = NEW.account_id AND id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'a quote of no customer'); END;
CREATE TRIGGER customers_with_quotes_stay BEFORE DELETE ON customers
WHEN EXISTS (SELECT 1 FROM quote_facts WHERE account_id = OLD.account_id AND customer_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'a customer with quotes'); END;
`;

const SEARCH_IN_SQLITE = `
CREATE TABLE quote_search (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (account_id, quote_id)
) STRICT;`;

const SEARCH_IN_POSTGRES = `
CREATE TABLE quote_search (
  account_id TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (account_id, quote_id)
) STRICT;`;

export const QUOTE_LIST_TABLES: Migration = (engine) => `
-- Columns that lists are filtered and sorted by, narrow enough to read a thousand quotes at a time. margin is in
-- hundredths of a percent; a quote whose margin is not known has the smallest safe integer.
CREATE TABLE quote_facts (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  search TEXT NOT NULL,
  status TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  valid_until INTEGER NOT NULL,
  last_event_at INTEGER NOT NULL,
  currency TEXT NOT NULL,
  total INTEGER NOT NULL,
  margin INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)${engine === 'postgres' ? ' INCLUDE (status, search)' : ''}
) STRICT, WITHOUT ROWID;
CREATE INDEX quote_facts_by_status ON quote_facts (account_id, status, id);
-- The status follows the identifier: lists by both stay in order.
CREATE INDEX quote_facts_by_customer ON quote_facts (account_id, customer_id, id, status);
CREATE INDEX quote_facts_by_change ON quote_facts (account_id, updated_at, id);
CREATE INDEX quote_facts_by_validity ON quote_facts (account_id, valid_until, id);
CREATE INDEX quote_facts_quiet ON quote_facts (account_id, last_event_at, id) WHERE status = 'SENT';
${engine === 'sqlite' ? CHECKS_IN_SQLITE : ''}

CREATE TABLE quote_counts (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (account_id, customer_id, status)
) STRICT;

-- The texts that are matched exactly: the reference and each metadata pair.
CREATE TABLE quote_marks (
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  PRIMARY KEY (account_id, name, value, quote_id)
) STRICT, WITHOUT ROWID;

-- The texts that q searches. On SQLite, the index of their trigrams knows them by seq.
${engine === 'sqlite' ? SEARCH_IN_SQLITE : SEARCH_IN_POSTGRES}
-- Texts that are longer than what is indexed of them (MAX_INDEXED).
CREATE INDEX quote_search_long ON quote_search (account_id, quote_id) WHERE length(text) > 2500;
`;
