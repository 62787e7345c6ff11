import type { Migration } from './dialect.ts';

export const WEBHOOKS: readonly Migration[] = [
  // Webhook endpoints. `told` is the position in the feed up to which deliveries are queued; those between
  // `replay_from` and `replay_to` are queued again. `due_at` of an endpoint is at most that of its first waiting
  // delivery, and null if none waits. A removed endpoint stays until its deliveries are deleted. `body` is set for
  // events that are not, or no longer, in the feed.
  ({ integer, text, strict }) => [
    `CREATE TABLE webhook_endpoints (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      version ${integer} NOT NULL CHECK (version >= 1),
      url ${text} NOT NULL,
      types ${text} NOT NULL,
      description ${text},
      enabled ${integer} NOT NULL CHECK (enabled IN (0, 1)),
      disabled_reason ${text} CHECK (disabled_reason IN ('gone', 'failing')),
      secret ${text} NOT NULL,
      previous_secret ${text},
      previous_until ${integer},
      told ${integer} NOT NULL CHECK (told >= 0),
      replay_from ${integer},
      replay_to ${integer},
      due_at ${integer},
      failing_since ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      removed_at ${integer},
      PRIMARY KEY (account_id, id),
      CHECK (enabled = 0 OR (disabled_reason IS NULL AND removed_at IS NULL)),
      CHECK ((replay_from IS NULL) = (replay_to IS NULL))
    ) ${strict}`,
    'CREATE INDEX webhook_endpoints_due ON webhook_endpoints (due_at) WHERE enabled = 1',
    `CREATE TABLE webhook_deliveries (
      account_id ${text} NOT NULL,
      endpoint_id ${text} NOT NULL,
      id ${text} NOT NULL,
      event_id ${text} NOT NULL,
      event_n ${integer},
      type ${text} NOT NULL,
      body ${text},
      state ${text} NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
      tries ${integer} NOT NULL CHECK (tries >= 0),
      due_at ${integer} NOT NULL,
      doc ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, endpoint_id, id),
      CHECK (event_n IS NOT NULL OR body IS NOT NULL)
    ) ${strict}`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, endpoint_id, due_at) WHERE state = 'waiting'`,
    'CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (account_id, endpoint_id, state, id)',
  ],
];
