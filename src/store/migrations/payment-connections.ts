import type { Migration } from './dialect.ts';

/**
 * Connected payment providers. Keys are sealed, and forgotten when the connection has ended and nothing can be paid by it
 * any more. A connection is found by its id alone when a provider sends a notification.
 */
export const PAYMENT_CONNECTIONS: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `CREATE TABLE payment_connections (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      kind ${text} NOT NULL,
      secret_key ${text},
      webhook_secret ${text},
      last_four ${text} NOT NULL,
      live ${integer} NOT NULL CHECK (live IN (0, 1)),
      refused_at ${integer},
      created_at ${integer} NOT NULL,
      ended_at ${integer},
      PRIMARY KEY (account_id, id),
      CHECK (secret_key IS NOT NULL OR ended_at IS NOT NULL)
    ) ${strict}`,
    'CREATE UNIQUE INDEX payment_connections_current ON payment_connections (account_id) WHERE ended_at IS NULL',
    'CREATE INDEX payment_connections_by_id ON payment_connections (id)',
  ],
];
