import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { newId } from '../../domain/ids.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import type { Sql } from '../../store/database.ts';
import { putSessionAccount } from '../../store/tables/person/session-accounts.ts';
import {
  deleteSession,
  type Entry,
  findSessionByHash,
  findSessionEntry,
  insertSession,
  type PersonalSession,
  renewSession,
  touchSession,
} from '../../store/tables/person/sessions.ts';
import { hashSecret, hashSecretCached, newSecretCode } from './secret-code.ts';

export const SESSION_IDLE_MS = 14 * DAY_MS;
export const SESSION_MS = 90 * DAY_MS;
/** Maximum age of a sign-in that counts as recent. */
export const RECENT_SIGN_IN_MS = 15 * 60_000;
/** Interval for recording the last use: a write per request would cost more than the request. */
const TOUCH_INTERVAL_MS = 10 * 60_000;
/** Keeps the old token valid for requests that were in progress when it was renewed. */
const OLD_TOKEN_TTL_MS = 60_000;
const MAX_AGENT = 300;

/** Whether a session may open an account, was ended there by an owner, or lacks the required two-step verification. */
export type Access = SignedIn['accounts'][number]['access'];

/** A valid session, its user, and their role per account. */
export interface OpenSession extends Pick<SignedIn, 'sessionId' | 'signedInAt' | 'isTwoStep' | 'user'> {
  roles: (Omit<Entry, 'hasEnded' | 'requiresTwoStep'> & { access: Access })[];
  /** New token, if this request has renewed the session. */
  newToken?: string;
}

/** Details of a completed sign-in. */
export interface SignInProof {
  agent: string | undefined;
  /** Whether two-step verification or an equivalent was used. */
  isTwoStep: boolean;
  /** Time of the sign-in at a provider, if it was earlier. */
  signedInAt?: number;
}

export interface NewSession {
  userId: string;
  /** Token, which cannot be read again: only its hash is stored. */
  token: string;
}

export async function startSession(
  tx: Sql,
  userId: string,
  { agent, isTwoStep, signedInAt }: SignInProof,
  now: number,
): Promise<NewSession> {
  const token = newSecretCode(32);
  const session = {
    id: newId('ses', now),
    user_id: userId,
    token_hash: hashSecret(token),
    agent: agent?.slice(0, MAX_AGENT) ?? null,
    signed_in_at: signedInAt ?? now,
    two_step: isTwoStep ? 1 : 0,
  };
  await insertSession(tx, session, now);
  return { userId, token };
}

export async function findSession(
  deps: Pick<Deps, 'db' | 'log'>,
  token: string,
  now: number,
): Promise<OpenSession | undefined> {
  const found = await findSessionByHash(deps.db.read, hashSecretCached(token), now);
  if (!found || !isSessionValid(found.session, now)) return undefined;
  const { session, entries } = found;
  if (session.seen_at + TOUCH_INTERVAL_MS <= now) await touch(deps, session, now);
  const newToken = session.renew === 1 ? await renew(deps, session, now) : undefined;
  const { user_id: id, name, email, locale } = session;
  return {
    user: { id, name, email, locale },
    sessionId: session.id,
    signedInAt: session.signed_in_at,
    isTwoStep: session.two_step === 1,
    roles: entries.map((entry) => ({ ...entry, access: getAccess(entry, session) })),
    ...(newToken !== undefined && { newToken }),
  };
}

/** Whether the session may still act for the account as an owner, for work that took a while. */
export async function isOwnerSession(
  tx: Sql,
  sessionId: string,
  accountId: string,
  now: number,
): Promise<boolean> {
  const found = await findSessionEntry(tx, sessionId, accountId);
  if (!found || !isSessionValid(found.session, now)) return false;
  return found.entry.role === 'owner' && getAccess(found.entry, found.session) === 'open';
}

function getAccess({ hasEnded, requiresTwoStep }: Entry, { two_step }: PersonalSession): Access {
  if (hasEnded) return 'ended';
  return requiresTwoStep && two_step === 0 ? 'two-step' : 'open';
}

/** Records for the owners that the session is used in the account, though not at every request. */
export async function recordAccountUse(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { sessionId, user }: Pick<OpenSession, 'sessionId' | 'user'>,
  { accountId, seenAt }: { accountId: string; seenAt: number | null },
  now: number,
): Promise<void> {
  if (seenAt !== null && seenAt + TOUCH_INTERVAL_MS > now) return;
  await tryWrite(log, () =>
    db.write((tx) => putSessionAccount(tx, { accountId, sessionId, userId: user.id }, now)),
  );
}

export function isRecent({ signedInAt }: Pick<SignedIn, 'signedInAt'>, now: number): boolean {
  return now - signedInAt < RECENT_SIGN_IN_MS;
}

export async function endSession({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<void> {
  await db.write((tx) => deleteSession(tx, sessionId));
}

export function isSessionValid(
  session: Pick<PersonalSession, 'created_at' | 'seen_at'>,
  now: number,
): boolean {
  return now - session.seen_at < SESSION_IDLE_MS && now - session.created_at < SESSION_MS;
}

function touch({ db, log }: Pick<Deps, 'db' | 'log'>, { id }: PersonalSession, now: number): Promise<void> {
  return tryWrite(log, () => db.write((tx) => touchSession(tx, id, now)));
}

/** Ignores errors, so that read requests succeed while the database accepts no writes. */
async function tryWrite(log: Deps['log'], write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.warn({ err: safeError(error) }, 'last use of a session not recorded');
  }
}

async function renew(
  { db }: Pick<Deps, 'db'>,
  { id, token_hash: from }: PersonalSession,
  now: number,
): Promise<string | undefined> {
  const token = newSecretCode(32);
  const change = { from, to: hashSecret(token), earlierUntil: now + OLD_TOKEN_TTL_MS };
  return (await db.write((tx) => renewSession(tx, id, change))) ? token : undefined;
}
