import type { Role } from '../../../domain/person/role.ts';
import type { Sql } from '../../database.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** Of their console; `null` for that of the browser. */
  locale: string | null;
  /** As `password-hash.ts` writes it; `null` for who signs in otherwise. */
  password: string | null;
  /** Sealed. */
  totp: string | null;
  created_at: number;
}

export interface Membership {
  accountId: string;
  role: Role;
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

export async function membershipsOf(sql: Sql, userId: string): Promise<Membership[]> {
  const rows = await sql.all<{ account_id: string; role: Role }>(
    'SELECT account_id, role FROM memberships WHERE user_id = ? ORDER BY account_id',
    userId,
  );
  return rows.map(({ account_id: accountId, role }) => ({ accountId, role }));
}

export async function putMembership(
  tx: Sql,
  userId: string,
  { accountId, role }: Membership,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO memberships (account_id, user_id, role, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, user_id) DO UPDATE SET role = excluded.role`,
    ...[accountId, userId, role, now],
  );
}
