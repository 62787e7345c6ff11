import type { Engine, Migration } from '../migration.ts';

/** The trigrams of each searched text, with the account that it belongs to. */
export const SEARCH_TABLES: Migration = (engine) =>
  [
    gramTable(engine, 'quote_grams', 'quote_id'),
    gramTable(engine, 'catalogue_grams', 'item_id'),
    gramTable(engine, 'invoice_grams', 'invoice_id'),
    gramTable(engine, 'customer_grams', 'customer_id'),
  ].join('');

function gramTable(engine: Engine, name: string, id: string): string {
  return engine === 'sqlite'
    ? `
CREATE VIRTUAL TABLE ${name} USING fts5
  (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
`
    : `
CREATE TABLE ${name} (
  account_id TEXT NOT NULL,
  ${id} TEXT NOT NULL,
  grams TSVECTOR NOT NULL,
  PRIMARY KEY (account_id, ${id})
);
-- New entries are collected and merged later; small batches keep the merging insert short.
CREATE INDEX ${name}_words ON ${name} USING gin (grams) WITH (gin_pending_list_limit = 256);
`;
}
