import type { Migration } from '../migration.ts';

export const CATALOGUE_TABLES: Migration = (engine) => `
CREATE TABLE catalogue_items (
  ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  sku TEXT,
  archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
  version INTEGER NOT NULL CHECK (version > 0),
  shape INTEGER NOT NULL DEFAULT 0,
  search TEXT NOT NULL,
  doc TEXT NOT NULL,
  ${engine === 'sqlite' ? 'UNIQUE' : 'PRIMARY KEY'} (account_id, id),
  UNIQUE (account_id, sku)
) STRICT;
CREATE INDEX catalogue_items_by_archived ON catalogue_items (account_id, archived, id);

CREATE TABLE catalogue_counts (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  n INTEGER NOT NULL CHECK (n >= 0)
) STRICT;

CREATE TABLE templates (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  shape INTEGER NOT NULL DEFAULT 0,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;

-- Costs are kept outside the quotes, templates and catalogue items that they belong to, so that nothing that is read or
-- copied as a whole contains them.
CREATE TABLE item_costs (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  owner_id TEXT NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, owner_id)
) STRICT;
`;
