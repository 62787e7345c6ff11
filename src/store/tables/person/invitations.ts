import type { Role } from '../../../domain/people/role.ts';
import type { Sql } from '../../database.ts';

export interface InvitationRow {
  account_id: string;
  id: string;
  email: string;
  role: Role;
  code_hash: string;
  /** The inviting user; `null` for the command line. */
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

/** Replaces an earlier invitation to the same address. */
export async function putInvitation(tx: Sql, invitation: InvitationRow): Promise<void> {
  const { account_id, id, email, role, code_hash, invited_by, created_at, expires_at } = invitation;
  await tx.run('DELETE FROM invitations WHERE account_id = ? AND email = ?', account_id, email);
  await tx.run(
    `INSERT INTO invitations (account_id, id, email, role, code_hash, invited_by, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[account_id, id, email, role, code_hash, invited_by, created_at, expires_at],
  );
}

export function listInvitations(sql: Sql, accountId: string, now: number): Promise<InvitationRow[]> {
  return sql.all<InvitationRow>(
    'SELECT * FROM invitations WHERE account_id = ? AND expires_at > ? ORDER BY id',
    accountId,
    now,
  );
}

export function findInvitation(sql: Sql, codeHash: string, now: number): Promise<InvitationRow | undefined> {
  return sql.get<InvitationRow>(
    'SELECT * FROM invitations WHERE code_hash = ? AND expires_at > ?',
    codeHash,
    now,
  );
}

export function listInvitationsByEmail(sql: Sql, email: string, now: number): Promise<InvitationRow[]> {
  return sql.all<InvitationRow>(
    'SELECT * FROM invitations WHERE email = ? AND expires_at > ? ORDER BY account_id',
    email,
    now,
  );
}

/** Returns `false` if it no longer exists: only one concurrent request wins. */
export async function consumeInvitation(tx: Sql, accountId: string, id: string): Promise<boolean> {
  return (await tx.run('DELETE FROM invitations WHERE account_id = ? AND id = ?', accountId, id)) > 0;
}

export function deleteInvitationsBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM invitations WHERE expires_at <= ?', time);
}
