import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../app/deps.ts';
import { type FieldError, Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { ListedSession, Member } from '../../domain/people/account-access.ts';
import { type Rights, type Role, resolveRights } from '../../domain/people/role.ts';
import type { Sql } from '../../store/database.ts';
import { loadAccount } from '../../store/tables/account/accounts.ts';
import { deleteUserGrants } from '../../store/tables/apps/grants.ts';
import {
  deleteAccountSessions,
  endAccountSession,
  listAccountSessions,
  listLastSeen,
} from '../../store/tables/person/session-accounts.ts';
import {
  listUserSessions,
  type PersonalSession,
  renewUserSessions,
} from '../../store/tables/person/sessions.ts';
import {
  countOwners,
  deleteMembership,
  deleteUser,
  findMembership,
  listMembers,
  listMemberships,
  type MemberRow,
  type Membership,
  putMembership,
  toRights,
} from '../../store/tables/person/users.ts';
import { isSessionValid } from './sessions.ts';

export async function listAccountMembers({ db }: Pick<Deps, 'db'>, accountId: string): Promise<Member[]> {
  const seen = await listLastSeen(db.read, accountId);
  return (await listMembers(db.read, accountId)).map((row) => toMember(row, seen.get(row.id)));
}

/** Throws unless the account has such a member. Checked before a body. */
export async function expectMember(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
): Promise<Member> {
  const member = (await listAccountMembers({ db }, accountId)).find(({ id }) => id === userId);
  if (!member) throw userNotFound();
  return member;
}

export async function changeMember(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
  change: { role?: Role } & Partial<Rights>,
  now: number,
): Promise<Member> {
  await db.write(
    async (tx) => {
      const before = await lockMembership(tx, accountId, userId);
      const after = applyChange(before, change);
      if (isDeepStrictEqual(after, before)) return;
      if (before.role === 'owner' && after.role !== 'owner') await expectAnotherOwner(tx, accountId);
      await putMembership(tx, userId, after, now);
      await renewUserSessions(tx, userId);
    },
    { account: accountId },
  );
  return expectMember({ db }, accountId, userId);
}

/** Removes a member from the account. A user without another account is deleted, so that they can be invited again. */
export function removeMember({ db }: Pick<Deps, 'db'>, accountId: string, userId: string): Promise<void> {
  return db.write(
    async (tx) => {
      if ((await lockMembership(tx, accountId, userId)).role === 'owner')
        await expectAnotherOwner(tx, accountId);
      await deleteMembership(tx, accountId, userId);
      await deleteAccountSessions(tx, accountId, userId);
      await deleteUserGrants(tx, userId, accountId);
      if ((await listMemberships(tx, userId)).length === 0) await deleteUser(tx, userId);
      else await renewUserSessions(tx, userId);
    },
    { account: accountId, evenIfClosed: true },
  );
}

/** Lists the sessions of all members that were used in the account. */
export async function listMemberSessions(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  currentId: string,
  now: number,
): Promise<ListedSession[]> {
  const rows = await listAccountSessions(db.read, accountId);
  return rows
    .filter((row) => isSessionValid(row, now))
    .map((row) => toListedSession({ ...row, seen_at: row.account_seen_at }, currentId));
}

export async function listOwnSessions(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  currentId: string,
  now: number,
): Promise<ListedSession[]> {
  const rows = await listUserSessions(db.read, userId);
  return rows.filter((row) => isSessionValid(row, now)).map((row) => toListedSession(row, currentId));
}

function toListedSession(row: PersonalSession, currentId: string): ListedSession {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.name,
    createdAt: formatTime(row.created_at),
    signedInAt: formatTime(row.signed_in_at),
    lastSeenAt: formatTime(row.seen_at),
    userAgent: row.agent,
    current: row.id === currentId,
  };
}

/** Ends a session in this account only: the user may belong to others. Throws `not_found` if it was never used here. */
export async function revokeSession(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const hasEnded = await db.write((tx) => endAccountSession(tx, accountId, sessionId), {
    ...{ account: accountId, evenIfClosed: true },
  });
  if (!hasEnded) throw new Problem('not_found', 'There is no such session in this account.');
}

/** Locks the account too: of two owners who remove each other concurrently, one remains. */
async function lockMembership(tx: Sql, accountId: string, userId: string): Promise<Membership> {
  await loadAccount(tx, accountId);
  const membership = await findMembership(tx, accountId, userId);
  if (!membership) throw userNotFound();
  return membership;
}

/** Only members have rights of their own. A change of role ends them, unless it names them. */
function applyChange(before: Membership, change: { role?: Role } & Partial<Rights>): Membership {
  const { role = before.role, ...rights } = change;
  assertNoErrors(findRightErrors(role, rights));
  if (role !== 'member') return { ...before, role, seesCosts: false, mayApprove: false };
  const kept = before.role === 'member' ? before : { seesCosts: false, mayApprove: false };
  const { seesCosts = kept.seesCosts, mayApprove = kept.mayApprove } = rights;
  return { ...before, role, seesCosts, mayApprove };
}

function findRightErrors(role: Role, rights: Partial<Rights>): FieldError[] {
  if (role === 'member') return [];
  const message =
    role === 'owner'
      ? 'cannot be false: an owner has every right'
      : 'cannot be true for a reader: make them a member first';
  return Object.entries(rights)
    .filter(([, value]) => value !== undefined && value !== (role === 'owner'))
    .map(([name]) => ({ path: `/${name}`, message }));
}

async function expectAnotherOwner(tx: Sql, accountId: string): Promise<void> {
  if ((await countOwners(tx, accountId)) > 1) return;
  throw new Problem('last_owner', 'An account needs an owner. Make someone else an owner first.');
}

function userNotFound(): Problem {
  return new Problem('not_found', 'There is no such user in this account.');
}

function toMember(row: MemberRow, seenAt: number | undefined): Member {
  const { id, name, email, role, since, has_password, has_totp } = row;
  return {
    id,
    name,
    email,
    role,
    ...resolveRights(role, toRights(row)),
    since: formatTime(since),
    lastSeenAt: seenAt === undefined ? null : formatTime(seenAt),
    hasPassword: has_password === 1,
    hasSecondFactor: has_totp === 1,
  };
}

function formatTime(at: number): string {
  return new Date(at).toISOString();
}
