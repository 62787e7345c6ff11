import type { Migration } from '../migration.ts';

export const EVENT_TABLES: Migration = (engine) => `
-- The histories of quotes and invoices. The first event of a quote is in its row. PostgreSQL would check a foreign key of
-- every new event, which takes as long as five indexes.
CREATE TABLE events (
  account_id TEXT NOT NULL${engine === 'sqlite' ? ' REFERENCES accounts (id)' : ''},
  document_id TEXT NOT NULL,
  id TEXT NOT NULL,
  former_customer_id TEXT,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, document_id, id)
) STRICT;

-- gone is the last deleted event of an account, oldest_at a lower bound for the time of the first one that is left.
CREATE TABLE feed_heads (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  n INTEGER NOT NULL CHECK (n >= 0),
  gone INTEGER NOT NULL CHECK (gone >= 0),
  oldest_at INTEGER
) STRICT;
CREATE INDEX feed_heads_by_age ON feed_heads (oldest_at) WHERE oldest_at IS NOT NULL;

-- The event feed of an account. It is sorted by n, which rises in commit order. The event of a new quote is derived from
-- the quote until it changes (tables/created-events.ts). Until then it has the name of the customer and no doc, and is in no
-- index by quote or by type, so that creating a quote costs no more; a customer may have thousands of them.
CREATE TABLE feed (
  account_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  quote_id TEXT,
  invoice_id TEXT,
  customer_id TEXT,
  recorded_at INTEGER NOT NULL,
  shape INTEGER NOT NULL DEFAULT 0,
  customer_name TEXT,
  doc TEXT,
  PRIMARY KEY (account_id, n),
  CHECK ((customer_name IS NULL) <> (doc IS NULL))
) STRICT;
CREATE INDEX feed_by_quote_id ON feed (account_id, quote_id, n) WHERE doc IS NOT NULL;
CREATE INDEX feed_by_type ON feed (account_id, type, n) WHERE doc IS NOT NULL;
CREATE INDEX feed_by_invoice ON feed (account_id, invoice_id, n) WHERE invoice_id IS NOT NULL;
CREATE INDEX feed_by_customer ON feed (account_id, customer_id, n) WHERE customer_id IS NOT NULL;

-- told is the position in the feed up to which deliveries are queued; those between replay_from and replay_to are queued
-- again. due_at is at most that of the first waiting delivery, and null if none waits. A removed endpoint stays until its
-- deliveries are deleted.
CREATE TABLE webhook_endpoints (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  description TEXT,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  disabled_reason TEXT CHECK (disabled_reason IN ('gone', 'failing')),
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until INTEGER,
  told INTEGER NOT NULL CHECK (told >= 0),
  replay_from INTEGER,
  replay_to INTEGER,
  due_at INTEGER,
  failing_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,
  PRIMARY KEY (account_id, id),
  CHECK (enabled = 0 OR (disabled_reason IS NULL AND removed_at IS NULL)),
  CHECK ((replay_from IS NULL) = (replay_to IS NULL))
) STRICT;
CREATE INDEX webhook_endpoints_due ON webhook_endpoints (due_at) WHERE enabled = 1;

-- body is set for events that are not, or no longer, in the feed. in_hand marks deliveries that a process is attempting,
-- which are otherwise indistinguishable from waiting ones.
CREATE TABLE webhook_deliveries (
  account_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  event_n INTEGER,
  type TEXT NOT NULL,
  body TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries INTEGER NOT NULL CHECK (tries >= 0),
  in_hand INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  doc TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, endpoint_id, id),
  CHECK (event_n IS NOT NULL OR body IS NOT NULL)
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, endpoint_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (account_id, endpoint_id, state, id);
`;
