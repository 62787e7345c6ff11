import type { Migration } from './migration.ts';

export const PRICE_LISTS: Migration = () => `
-- Prices of catalogue items for the customers that name the list. search is the name in search form.
CREATE TABLE price_lists (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  currency TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (account_id, id)
) STRICT;

-- unit_price is that of quantity 1 if there are quantity_prices, which are JSON.
CREATE TABLE price_list_entries (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  price_list_id TEXT NOT NULL,
  catalogue_item_id TEXT NOT NULL,
  unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
  quantity_prices TEXT,
  PRIMARY KEY (account_id, price_list_id, catalogue_item_id),
  FOREIGN KEY (account_id, price_list_id) REFERENCES price_lists (account_id, id),
  FOREIGN KEY (account_id, catalogue_item_id) REFERENCES catalogue_items (account_id, id)
) STRICT;
CREATE INDEX price_list_entries_by_item ON price_list_entries (account_id, catalogue_item_id);

ALTER TABLE customers ADD COLUMN price_list_id TEXT;
CREATE INDEX customers_by_price_list ON customers (account_id, price_list_id) WHERE price_list_id IS NOT NULL;
`;
