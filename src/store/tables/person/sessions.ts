import { resolveRights } from '../../../domain/people/role.ts';
import type { Sql, SqlPart } from '../../database.ts';
import { type Membership, type RightsRow, toRights, type UserRow } from './users.ts';

export interface SessionRow {
  id: string;
  user_id: string;
  token_hash: string;
  /** The token before its renewal, which concurrent requests may still carry. */
  earlier_hash: string | null;
  earlier_until: number;
  /** 1 if the next request gets a new token. */
  renew: number;
  created_at: number;
  signed_in_at: number;
  seen_at: number;
  agent: string | null;
  /** 1 if the sign-in used two-step verification. */
  two_step: number;
}

export type PersonalSession = SessionRow & Pick<UserRow, 'name' | 'email' | 'locale'>;

/** Includes the version of the account, which tells whether a cached account is current. */
export type Entry = Membership & {
  accountVersion: number;
  /** Last use of the session in the account. */
  seenAt: number | null;
  /** Whether an owner has ended the session in this account. */
  hasEnded: boolean;
  requiresTwoStep: boolean;
};

type EntryRow = PersonalSession &
  RightsRow & {
    account_id: string;
    role: Membership['role'];
    account_version: number;
    require_two_step: number;
    account_seen_at: number | null;
    ended: number | null;
  };

export async function insertSession(
  tx: Sql,
  session: Pick<SessionRow, 'id' | 'user_id' | 'token_hash' | 'agent' | 'signed_in_at' | 'two_step'>,
  now: number,
): Promise<void> {
  const { id, user_id, token_hash, agent, signed_in_at, two_step } = session;
  await tx.run(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, signed_in_at, seen_at, agent, two_step)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, user_id, token_hash, now, signed_in_at, now, agent, two_step],
  );
}

const PERSONAL = `SELECT s.*, u.name, u.email, u.locale FROM sessions AS s JOIN users AS u ON u.id = s.user_id`;

/** One row per account that the user may enter. An outer join would make Citus fetch all rows of all servers. */
const SELECT_ENTRIES = `SELECT s.*, u.name, u.email, u.locale, m.account_id, m.role, m.sees_costs, m.may_approve,
    a.version AS account_version, a.require_two_step, x.seen_at AS account_seen_at, x.ended
  FROM sessions AS s JOIN users AS u ON u.id = s.user_id
  JOIN memberships AS m ON m.user_id = s.user_id
  JOIN accounts AS a ON a.id = m.account_id
  LEFT JOIN session_accounts AS x ON x.account_id = m.account_id AND x.session_id = s.id`;

/** Finds the session and its accounts in one statement: every browser request begins with it. */
export async function findSessionByHash(
  sql: Sql,
  hash: string,
  now: number,
): Promise<{ session: PersonalSession; entries: Entry[] } | undefined> {
  for (const { sql: condition, values } of buildConditions(hash, now)) {
    const rows = await sql.all<EntryRow>(
      `${SELECT_ENTRIES} WHERE ${condition} ORDER BY m.account_id`,
      ...values,
    );
    if (rows[0]) return { session: rows[0], entries: rows.map(toEntry) };
    const session = await sql.get<PersonalSession>(`${PERSONAL} WHERE ${condition}`, ...values);
    if (session) return { session, entries: [] };
  }
  return undefined;
}

/** Finds a session and its access to one account. */
export async function findSessionEntry(
  sql: Sql,
  id: string,
  accountId: string,
): Promise<{ session: PersonalSession; entry: Entry } | undefined> {
  const row = await sql.get<EntryRow>(`${SELECT_ENTRIES} WHERE s.id = ? AND m.account_id = ?`, id, accountId);
  return row && { session: row, entry: toEntry(row) };
}

function buildConditions(hash: string, now: number): SqlPart[] {
  return [
    { sql: 's.token_hash = ?', values: [hash] },
    { sql: 's.earlier_hash = ? AND s.earlier_until > ?', values: [hash, now] },
  ];
}

function toEntry(row: EntryRow): Entry {
  const { account_id: accountId, role, account_version: accountVersion, account_seen_at: seenAt } = row;
  const hasEnded = row.ended === 1;
  const rights = resolveRights(role, toRights(row));
  const requiresTwoStep = row.require_two_step === 1;
  return { accountId, role, ...rights, accountVersion, seenAt, hasEnded, requiresTwoStep };
}

export async function touchSession(tx: Sql, id: string, now: number): Promise<void> {
  await tx.run('UPDATE sessions SET seen_at = ? WHERE id = ? AND seen_at < ?', now, id, now);
}

/** Returns `false` if another request has already received the new token. */
export async function renewSession(
  tx: Sql,
  id: string,
  { from, to, earlierUntil }: { from: string; to: string; earlierUntil: number },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE sessions SET token_hash = ?, earlier_hash = ?, earlier_until = ?, renew = 0
     WHERE id = ? AND token_hash = ? AND renew = 1`,
    ...[to, from, earlierUntil, id, from],
  );
  return changed > 0;
}

export async function deleteSession(tx: Sql, id: string): Promise<boolean> {
  return (await tx.run('DELETE FROM sessions WHERE id = ?', id)) > 0;
}

export function deleteSessionsBefore(tx: Sql, created: number, seen: number): Promise<number> {
  return tx.run('DELETE FROM sessions WHERE created_at <= ? OR seen_at <= ?', created, seen);
}

/** Latest use first. */
export function listUserSessions(sql: Sql, userId: string): Promise<PersonalSession[]> {
  return sql.all<PersonalSession>(`${PERSONAL} WHERE s.user_id = ? ORDER BY s.seen_at DESC, s.id`, userId);
}

/** Marks the session after the user has passed two-step verification. */
export async function markTwoStep(tx: Sql, id: string): Promise<void> {
  await tx.run('UPDATE sessions SET two_step = 1 WHERE id = ?', id);
}

/** A user without an authenticator app and passkeys has no sessions and no apps with two-step verification. */
export async function unmarkTwoStep(tx: Sql, userId: string): Promise<void> {
  const means = await tx.get(
    `SELECT 1 FROM users WHERE id = ?
       AND (totp IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id))`,
    userId,
  );
  if (means) return;
  await tx.run('UPDATE sessions SET two_step = 0 WHERE user_id = ?', userId);
  await tx.run('UPDATE app_grants SET two_step = 0 WHERE user_id = ?', userId);
}

export function findSessionById(sql: Sql, id: string): Promise<SessionRow | undefined> {
  return sql.get<SessionRow>('SELECT * FROM sessions WHERE id = ?', id);
}

/** The next request of each session of the user gets a new token. */
export async function renewUserSessions(tx: Sql, userId: string): Promise<void> {
  await tx.run('UPDATE sessions SET renew = 1 WHERE user_id = ?', userId);
}

export async function deleteUserSessions(tx: Sql, userId: string, except = ''): Promise<void> {
  await tx.run('DELETE FROM sessions WHERE user_id = ? AND id <> ?', userId, except);
}
