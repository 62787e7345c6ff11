import type { Rights, Role } from '../../../domain/people/role.ts';
import type { Sql } from '../../database.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** Language of the console; `null` for the browser's. */
  locale: string | null;
  /** Format of `password-hash.ts`; `null` if the user signs in by other means. */
  password: string | null;
  /** Sealed. */
  totp: string | null;
  created_at: number;
}

export interface Membership extends Rights {
  accountId: string;
  role: Role;
}

/** The rights that a membership was given, whatever its role. */
export interface RightsRow {
  sees_costs: number;
  may_approve: number;
}

export function toRights({ sees_costs, may_approve }: RightsRow): Rights {
  return { seesCosts: sees_costs === 1, mayApprove: may_approve === 1 };
}

export async function hasUsers(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 FROM users LIMIT 1')) !== undefined;
}

export async function insertUser(tx: Sql, user: Omit<UserRow, 'totp'>): Promise<void> {
  const { id, email, name, locale, password, created_at } = user;
  await tx.run(
    'INSERT INTO users (id, email, name, locale, password, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[id, email, name, locale, password, created_at],
  );
}

export function findUserByEmail(sql: Sql, email: string): Promise<UserRow | undefined> {
  return sql.get<UserRow>('SELECT * FROM users WHERE email = ?', email);
}

export async function listMemberships(
  sql: Sql,
  userId: string,
): Promise<Pick<Membership, 'accountId' | 'role'>[]> {
  const rows = await sql.all<{ account_id: string; role: Role }>(
    'SELECT account_id, role FROM memberships WHERE user_id = ? ORDER BY account_id',
    userId,
  );
  return rows.map(({ account_id: accountId, role }) => ({ accountId, role }));
}

export async function putMembership(
  tx: Sql,
  userId: string,
  {
    accountId,
    role,
    seesCosts = false,
    mayApprove = false,
  }: Pick<Membership, 'accountId' | 'role'> & Partial<Rights>,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO memberships (account_id, user_id, role, sees_costs, may_approve, created_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, user_id) DO UPDATE
     SET role = excluded.role, sees_costs = excluded.sees_costs, may_approve = excluded.may_approve`,
    ...[accountId, userId, role, seesCosts ? 1 : 0, mayApprove ? 1 : 0, now],
  );
}

/** A user as a member of the account. */
export interface MemberRow extends Pick<UserRow, 'id' | 'name' | 'email'>, RightsRow {
  role: Role;
  since: number;
  has_password: number;
  has_totp: number;
}

/** Two queries: Citus distributes accounts over servers, but not users. */
export async function listMembers(sql: Sql, accountId: string): Promise<MemberRow[]> {
  const memberships = await sql.all<RightsRow & { user_id: string; role: Role; created_at: number }>(
    `SELECT user_id, role, sees_costs, may_approve, created_at FROM memberships WHERE account_id = ?
     ORDER BY user_id`,
    accountId,
  );
  const members: MemberRow[] = [];
  for (const { user_id: id, created_at: since, ...membership } of memberships) {
    const row = await sql.get<Omit<MemberRow, keyof typeof membership | 'since'>>(
      `SELECT id, name, email, CASE WHEN password IS NULL THEN 0 ELSE 1 END AS has_password,
         CASE WHEN totp IS NULL THEN 0 ELSE 1 END AS has_totp
       FROM users WHERE id = ?`,
      id,
    );
    if (row) members.push({ ...row, ...membership, since });
  }
  return members;
}

export function findUser(sql: Sql, id: string): Promise<UserRow | undefined> {
  return sql.get<UserRow>('SELECT * FROM users WHERE id = ?', id);
}

/** Locked until the transaction ends. */
export function loadUser(tx: Sql, id: string): Promise<UserRow | undefined> {
  return tx.get<UserRow>(`SELECT * FROM users WHERE id = ? ${tx.forUpdate}`, id);
}

export async function findMembership(
  sql: Sql,
  accountId: string,
  userId: string,
): Promise<Membership | undefined> {
  const row = await sql.get<RightsRow & { role: Role }>(
    'SELECT role, sees_costs, may_approve FROM memberships WHERE account_id = ? AND user_id = ?',
    accountId,
    userId,
  );
  return row && { accountId, role: row.role, ...toRights(row) };
}

/** Lists the users who may approve quotes. */
export async function listApproverIds(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.all<{ user_id: string }>(
    `SELECT user_id FROM memberships
     WHERE account_id = ? AND (role = 'owner' OR (role = 'member' AND may_approve = 1))`,
    accountId,
  );
  return rows.map((row) => row.user_id);
}

export async function findRole(sql: Sql, accountId: string, userId: string): Promise<Role | undefined> {
  return (await findMembership(sql, accountId, userId))?.role;
}

export async function countOwners(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM memberships WHERE account_id = ? AND role = 'owner'`,
    accountId,
  );
  return row?.n ?? 0;
}

export async function countOwnedAccounts(sql: Sql, userId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM memberships WHERE user_id = ? AND role = 'owner'`,
    userId,
  );
  return row?.n ?? 0;
}

export async function deleteMembership(tx: Sql, accountId: string, userId: string): Promise<void> {
  await tx.run('DELETE FROM memberships WHERE account_id = ? AND user_id = ?', accountId, userId);
}

/** Deletes a user with all sign-in methods. */
export async function deleteUser(tx: Sql, userId: string): Promise<void> {
  for (const table of ['sessions', 'passkeys', 'recovery_codes', 'wrong_codes', 'identities']) {
    await tx.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
  }
  await tx.run('DELETE FROM users WHERE id = ?', userId);
}

export async function updateUser(
  tx: Sql,
  userId: string,
  { name, locale }: Pick<UserRow, 'name' | 'locale'>,
): Promise<void> {
  await tx.run('UPDATE users SET name = ?, locale = ? WHERE id = ?', name, locale, userId);
}

export async function putEmail(tx: Sql, userId: string, email: string): Promise<void> {
  await tx.run('UPDATE users SET email = ? WHERE id = ?', email, userId);
}

export async function putPassword(tx: Sql, userId: string, password: string | null): Promise<void> {
  await tx.run('UPDATE users SET password = ? WHERE id = ?', password, userId);
}

export async function putTotp(tx: Sql, userId: string, totp: string | null): Promise<void> {
  await tx.run('UPDATE users SET totp = ? WHERE id = ?', totp, userId);
}
