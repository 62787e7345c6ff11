import type { AppResource } from '../../../domain/apps/app.ts';
import type { KeyAccess } from '../../../domain/people/key-scopes.ts';
import type { Role } from '../../../domain/people/role.ts';
import type { Sql } from '../../database.ts';
import type { RightsRow } from '../person/users.ts';

export interface GrantRow {
  account_id: string;
  id: string;
  user_id: string;
  client_id: string;
  /** Name of the app. */
  name: string;
  host: string;
  resource: AppResource;
  access: KeyAccess;
  sees_costs: 0 | 1;
  /** 1 if the person had signed in with two-step verification. */
  two_step: 0 | 1;
  created_at: number;
  used_at: number | null;
  code_hash: string;
  code_until: number;
  challenge: string;
  redirect_uri: string;
  /** Hash of what all refresh tokens of the grant begin with; `null` until the code is redeemed. */
  family_hash: string | null;
  /** The refresh token that is valid, and those before it that were used just now: `hash@time@network`, separated by spaces. */
  refresh_hash: string | null;
  earlier_hash: string | null;
  rotated_at: number | null;
  /** End of the code, and then of the refresh token. */
  expires_at: number;
}

type NewGrant = Omit<GrantRow, 'used_at' | 'family_hash' | 'refresh_hash' | 'earlier_hash' | 'rotated_at'>;

/** A grant with what the person may do at this moment. */
export type UsableGrant = GrantRow & {
  token_until: number;
  /** Access of this token, if it has less than the grant. */
  token_access: KeyAccess | null;
  role: Role;
  require_two_step: number;
  user_name: string;
} & { [Right in keyof RightsRow as `member_${Right}`]: number };

export async function insertGrant(tx: Sql, grant: NewGrant): Promise<void> {
  await tx.run(
    `INSERT INTO app_grants (account_id, id, user_id, client_id, name, host, resource, access, sees_costs, two_step,
       created_at, code_hash, code_until, challenge, redirect_uri, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[grant.account_id, grant.id, grant.user_id, grant.client_id, grant.name, grant.host, grant.resource],
    ...[grant.access, grant.sees_costs, grant.two_step, grant.created_at, grant.code_hash, grant.code_until],
    ...[grant.challenge, grant.redirect_uri, grant.expires_at],
  );
}

type GrantKey = Pick<GrantRow, 'account_id' | 'id'>;

/** Finds the grant of a code or of a refresh token. It is locked by its account: Citus locks no row that it must look for. */
export function findGrant(
  sql: Sql,
  by: 'code_hash' | 'family_hash',
  hash: string,
): Promise<GrantKey | undefined> {
  return sql.get<GrantKey>(`SELECT account_id, id FROM app_grants WHERE ${by} = ?`, hash);
}

/** Locked until the transaction ends: only one concurrent request uses a code or a refresh token. */
export function loadGrant(tx: Sql, { account_id, id }: GrantKey): Promise<GrantRow | undefined> {
  return tx.get<GrantRow>(
    `SELECT * FROM app_grants WHERE account_id = ? AND id = ? ${tx.forUpdate}`,
    account_id,
    id,
  );
}

/** Stores the next refresh token, and those that were used just now. */
export async function rotateGrant(
  tx: Sql,
  { account_id, id }: GrantKey,
  {
    family,
    refresh,
    earlier,
    expiresAt,
  }: { family: string; refresh: string; earlier: string | null; expiresAt: number },
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE app_grants SET family_hash = ?, refresh_hash = ?, earlier_hash = ?, rotated_at = ?, expires_at = ?
     WHERE account_id = ? AND id = ?`,
    ...[family, refresh, earlier, now, expiresAt, account_id, id],
  );
}

export async function insertToken(
  tx: Sql,
  { account_id, id }: GrantKey,
  { hash, expiresAt, access = null }: { hash: string; expiresAt: number; access?: KeyAccess | null },
): Promise<void> {
  await tx.run(
    'INSERT INTO app_tokens (account_id, hash, grant_id, expires_at, access) VALUES (?, ?, ?, ?, ?)',
    ...[account_id, hash, id, expiresAt, access],
  );
}

/** Finds the grant of an access token, also of one that has expired, with the role that the person has now. */
export function findGrantByToken(sql: Sql, hash: string): Promise<UsableGrant | undefined> {
  return sql.get<UsableGrant>(
    `SELECT g.*, t.expires_at AS token_until, t.access AS token_access, m.role, m.sees_costs AS member_sees_costs,
       m.may_approve AS member_may_approve, a.require_two_step, u.name AS user_name
     FROM app_tokens AS t JOIN app_grants AS g ON g.account_id = t.account_id AND g.id = t.grant_id
     JOIN memberships AS m ON m.account_id = g.account_id AND m.user_id = g.user_id
     JOIN accounts AS a ON a.id = g.account_id JOIN users AS u ON u.id = g.user_id
     WHERE t.hash = ?`,
    hash,
  );
}

type NamedGrant = GrantRow & { user_name: string };

const NAMED = `SELECT g.*, u.name AS user_name FROM app_grants AS g JOIN users AS u ON u.id = g.user_id
  WHERE g.refresh_hash IS NOT NULL AND g.expires_at > ?`;

/** Latest first, like the next one. */
export function listAccountGrants(sql: Sql, accountId: string, now: number): Promise<NamedGrant[]> {
  return sql.all<NamedGrant>(`${NAMED} AND g.account_id = ? ORDER BY g.id DESC`, now, accountId);
}

export function listUserGrants(sql: Sql, userId: string, now: number): Promise<NamedGrant[]> {
  return sql.all<NamedGrant>(`${NAMED} AND g.user_id = ? ORDER BY g.id DESC`, now, userId);
}

export async function touchGrant(tx: Sql, { account_id, id }: GrantKey, now: number): Promise<void> {
  await tx.run('UPDATE app_grants SET used_at = ? WHERE account_id = ? AND id = ?', now, account_id, id);
}

/** Ends a grant with all its tokens. Returns `false` if there is none, or not of this person if one is named. */
export async function deleteGrant(tx: Sql, { account_id, id }: GrantKey, userId?: string): Promise<boolean> {
  const isOfUser = userId === undefined ? '' : ' AND user_id = ?';
  const values = [account_id, id, ...(userId === undefined ? [] : [userId])];
  const deleted = await tx.run(
    `DELETE FROM app_grants WHERE account_id = ? AND id = ?${isOfUser}`,
    ...values,
  );
  if (deleted > 0)
    await tx.run('DELETE FROM app_tokens WHERE account_id = ? AND grant_id = ?', account_id, id);
  return deleted > 0;
}

/** Ends all grants of a person, in one account if it is named. Their tokens open nothing without them. */
export async function deleteUserGrants(tx: Sql, userId: string, accountId?: string): Promise<void> {
  if (accountId === undefined) await tx.run('DELETE FROM app_grants WHERE user_id = ?', userId);
  else await tx.run('DELETE FROM app_grants WHERE account_id = ? AND user_id = ?', accountId, userId);
}

export function deleteGrantsBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM app_grants WHERE expires_at <= ?', time);
}

export function deleteTokensBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM app_tokens WHERE expires_at <= ?', time);
}
