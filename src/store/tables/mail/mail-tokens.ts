import type { Sql } from '../../database.ts';
import type { MailAccountRow } from './mail-accounts.ts';

/** A mail account as it was read. Its id changes when an owner connects, and its tokens with every refresh. */
type Seen = Pick<MailAccountRow, 'account_id' | 'id' | 'refresh_token'>;

const SEEN = 'account_id = ? AND id = ? AND refresh_token = ?';

/** Leases the refresh of the tokens. Returns `false` if another process refreshes, or has refreshed since. */
export async function claimRefresh(
  tx: Sql,
  seen: Seen & Pick<MailAccountRow, 'access_token'>,
  until: number,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE mail_accounts SET refreshing_until = ?
     WHERE ${SEEN} AND access_token = ? AND (refreshing_until IS NULL OR refreshing_until <= ?)`,
    ...[until, seen.account_id, seen.id, seen.refresh_token, seen.access_token, now],
  );
  return changed > 0;
}

/** Ends the lease without new tokens. Returns `false` if another process has refreshed or connected since. */
export async function releaseRefresh(tx: Sql, seen: Seen, until: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE mail_accounts SET refreshing_until = NULL WHERE ${SEEN} AND refreshing_until = ?`,
    ...[seen.account_id, seen.id, seen.refresh_token, until],
  );
  return changed > 0;
}

/** Stores all new tokens in one write, and ends the lease. Returns `false` if the account was connected again. */
export async function storeTokens(
  tx: Sql,
  { account_id, id }: Seen,
  tokens: Pick<MailAccountRow, 'access_token' | 'access_expires_at' | 'refresh_token'>,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE mail_accounts SET access_token = ?, access_expires_at = ?, refresh_token = ?, refreshing_until = NULL
     WHERE account_id = ? AND id = ?`,
    ...[tokens.access_token, tokens.access_expires_at, tokens.refresh_token, account_id, id],
  );
  return changed > 0;
}
