import type { Migration } from './migration.ts';

export const PROPOSALS: Migration = () => `
-- Requests of customers for changes of a quote. doc is the proposal as the API returns it, without its state. A link has
-- at most one that is open.
CREATE TABLE quote_proposals (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  quote_id TEXT NOT NULL,
  id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'applied', 'declined', 'replaced', 'closed')),
  doc TEXT NOT NULL,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, quote_id, id)
) STRICT;
CREATE UNIQUE INDEX quote_proposals_of_link ON quote_proposals (account_id, quote_id, link_id) WHERE state = 'open';
CREATE INDEX quote_proposals_open ON quote_proposals (account_id, id) WHERE state = 'open';

-- How many of them are open, so that no other quote costs a statement.
ALTER TABLE quotes ADD COLUMN open_proposals INTEGER NOT NULL DEFAULT 0 CHECK (open_proposals >= 0);
`;
