import type { ProviderKind } from '../../../domain/invoice/payment/provider-kind.ts';
import type { Sql } from '../../database.ts';

export interface ConnectionRow {
  account_id: string;
  id: string;
  kind: ProviderKind;
  /** Sealed; `null` once it was forgotten. */
  secret_key: string | null;
  /** Sealed; `null` for a provider that does not sign. */
  webhook_secret: string | null;
  last_four: string;
  live: 0 | 1;
  /** Time at which the provider first rejected the key. */
  refused_at: number | null;
  created_at: number;
  /** Time at which it was replaced or disconnected. */
  ended_at: number | null;
}

const COLUMNS =
  'account_id, id, kind, secret_key, webhook_secret, last_four, live, refused_at, created_at, ended_at';

export async function insertConnection(tx: Sql, row: ConnectionRow): Promise<void> {
  await tx.run(
    `INSERT INTO payment_connections (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.account_id, row.id, row.kind, row.secret_key, row.webhook_secret, row.last_four, row.live],
    ...[row.refused_at, row.created_at, row.ended_at],
  );
}

/** Returns the connection of the account that new checkouts use. */
export function findCurrentRow(sql: Sql, accountId: string): Promise<ConnectionRow | undefined> {
  return sql.get<ConnectionRow>(
    `SELECT ${COLUMNS} FROM payment_connections WHERE account_id = ? AND ended_at IS NULL`,
    accountId,
  );
}

/** Returns a connection of any account, which may have ended. */
export function findConnectionRow(sql: Sql, id: string): Promise<ConnectionRow | undefined> {
  return sql.get<ConnectionRow>(`SELECT ${COLUMNS} FROM payment_connections WHERE id = ?`, id);
}

/** Number of connections that the account has had. */
export async function countConnections(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM payment_connections WHERE account_id = ?',
    accountId,
  );
  return row?.n ?? 0;
}

/** Replaces the keys of a connection that stays the same. */
export async function replaceKeys(
  tx: Sql,
  { account_id, id, secret_key, webhook_secret, last_four }: ConnectionRow,
): Promise<void> {
  await tx.run(
    `UPDATE payment_connections SET secret_key = ?, webhook_secret = ?, last_four = ?, refused_at = NULL
     WHERE account_id = ? AND id = ?`,
    ...[secret_key, webhook_secret, last_four, account_id, id],
  );
}

/** Ends the current connection. Returns `false` if there is none. */
export async function endCurrentConnection(tx: Sql, accountId: string, now: number): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE payment_connections SET ended_at = ? WHERE account_id = ? AND ended_at IS NULL',
    ...[now, accountId],
  );
  return changed > 0;
}

/** Records that the provider rejects the key; the first time is kept. */
export async function markRefused(tx: Sql, accountId: string, id: string, now: number): Promise<void> {
  await tx.run(
    'UPDATE payment_connections SET refused_at = ? WHERE account_id = ? AND id = ? AND refused_at IS NULL',
    ...[now, accountId, id],
  );
}

/** Forgets the keys of connections that ended before a time and whose checkouts can bring no more money. */
export function forgetIdleKeys(tx: Sql, before: number): Promise<number> {
  return tx.run(
    `UPDATE payment_connections SET secret_key = NULL, webhook_secret = NULL
     WHERE ended_at < ? AND secret_key IS NOT NULL
       AND NOT EXISTS (
         SELECT 1 FROM checkouts AS c WHERE c.account_id = payment_connections.account_id
           AND c.connection_id = payment_connections.id AND c.next_poll_at IS NOT NULL
       )`,
    before,
  );
}
