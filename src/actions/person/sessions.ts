import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { newId } from '../../domain/ids.ts';
import type { Role } from '../../domain/person/role.ts';
import type { SignedIn } from '../../domain/person/signed-in.ts';
import type { Sql } from '../../store/database.ts';
import {
  deleteSession,
  type Entry,
  findSessionByHash,
  insertSession,
  type PersonalSession,
  renewSession,
  touchSession,
} from '../../store/tables/person/sessions.ts';
import { safeError } from '../../telemetry/safe-error.ts';
import { hashOfSent, hashSecret, newSecretCode } from '../secret-code.ts';

export const SESSION_IDLE_MS = 14 * DAY_MS;
export const SESSION_MS = 90 * DAY_MS;
/** What asks for a sign-in of late asks for one of this long ago at most. */
const RECENT_MS = 15 * 60_000;
/** To write down each request would cost more than to answer it. */
const TOUCH_EVERY_MS = 10 * 60_000;
/** For the requests that were under way when the token was renewed. */
const EARLIER_MS = 60_000;
const MAX_AGENT = 300;

/** Who has a session, and what they may do where. */
export interface OpenSession extends Pick<SignedIn, 'sessionId' | 'signedInAt' | 'user'> {
  roles: Entry[];
  /** The new token, when this request was the one that gets it. */
  newToken?: string;
}

/** The token is in the result and nowhere else: only its hash is kept. */
export async function startSession(
  tx: Sql,
  userId: string,
  agent: string | undefined,
  now: number,
): Promise<string> {
  const token = newSecretCode(32);
  const session = {
    id: newId('ses', now),
    user_id: userId,
    token_hash: hashSecret(token),
    agent: agent?.slice(0, MAX_AGENT) ?? null,
  };
  await insertSession(tx, session, now);
  return token;
}

export async function findSession(
  deps: Pick<Deps, 'db' | 'log'>,
  token: string,
  now: number,
): Promise<OpenSession | undefined> {
  const found = await findSessionByHash(deps.db.read, hashOfSent(token), now);
  if (!found || !isAlive(found.session, now)) return undefined;
  const { session, entries: roles } = found;
  if (session.seen_at + TOUCH_EVERY_MS <= now) await touch(deps, session, now);
  const newToken = session.renew === 1 ? await renew(deps, session, now) : undefined;
  const { user_id: id, name, email, locale } = session;
  return {
    user: { id, name, email, locale },
    sessionId: session.id,
    signedInAt: session.signed_in_at,
    roles,
    ...(newToken !== undefined && { newToken }),
  };
}

export function roleIn({ roles }: Pick<OpenSession, 'roles'>, accountId: string): Role | undefined {
  return roles.find((membership) => membership.accountId === accountId)?.role;
}

export function isRecent({ signedInAt }: Pick<SignedIn, 'signedInAt'>, now: number): boolean {
  return now - signedInAt < RECENT_MS;
}

export async function endSession({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<void> {
  await db.write((tx) => deleteSession(tx, sessionId));
}

export function isAlive(session: Pick<PersonalSession, 'created_at' | 'seen_at'>, now: number): boolean {
  return now - session.seen_at < SESSION_IDLE_MS && now - session.created_at < SESSION_MS;
}

/** Who only reads is answered also while the database takes no writes. */
async function touch(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id }: PersonalSession,
  now: number,
): Promise<void> {
  try {
    await db.write((tx) => touchSession(tx, id, now));
  } catch (error) {
    log.warn({ err: safeError(error) }, 'the use of a session was not written down');
  }
}

async function renew(
  { db }: Pick<Deps, 'db'>,
  { id, token_hash: from }: PersonalSession,
  now: number,
): Promise<string | undefined> {
  const token = newSecretCode(32);
  const change = { from, to: hashSecret(token), earlierUntil: now + EARLIER_MS };
  return (await db.write((tx) => renewSession(tx, id, change))) ? token : undefined;
}
