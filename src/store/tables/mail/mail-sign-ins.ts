import type { OAuthMailKind } from '../../../domain/mail/mail-account.ts';
import type { Sql } from '../../database.ts';

/** A sign-in at the provider of a mailbox that an owner has begun. */
export interface MailSignInRow {
  account_id: string;
  state_hash: string;
  kind: OAuthMailKind;
  session_id: string;
  expires_at: number;
}

/** Replaces an earlier one of the same session, so that a session has at most one per account. */
export async function putMailSignIn(tx: Sql, row: MailSignInRow): Promise<void> {
  const { account_id, session_id } = row;
  await tx.run('DELETE FROM mail_sign_ins WHERE account_id = ? AND session_id = ?', account_id, session_id);
  await tx.run(
    'INSERT INTO mail_sign_ins (account_id, state_hash, kind, session_id, expires_at) VALUES (?, ?, ?, ?, ?)',
    ...[account_id, row.state_hash, row.kind, session_id, row.expires_at],
  );
}

/** Deletes and returns it, so that it is used once. It stays if another session asks for it. */
export function takeMailSignIn(
  tx: Sql,
  { account_id, state_hash, session_id }: Pick<MailSignInRow, 'account_id' | 'state_hash' | 'session_id'>,
): Promise<Pick<MailSignInRow, 'kind' | 'expires_at'> | undefined> {
  return tx.get(
    `DELETE FROM mail_sign_ins WHERE account_id = ? AND state_hash = ? AND session_id = ?
     RETURNING kind, expires_at`,
    ...[account_id, state_hash, session_id],
  );
}

export function deleteMailSignInsBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM mail_sign_ins WHERE expires_at <= ?', time);
}
