import type { Deps } from '../../deps.ts';
import { knownAddress } from '../../domain/person/person.ts';
import { deleteSession } from '../../store/tables/person/sessions.ts';
import { findUser, findUserByEmail, type UserRow } from '../../store/tables/person/users.ts';
import { isPassword } from './password-hash.ts';
import { type OpenSession, startSession } from './sessions.ts';

/** Whose password it is. For an address that nobody has, the same work is done. */
export async function checkPassword(
  { db }: Pick<Deps, 'db'>,
  email: string,
  password: string,
): Promise<UserRow | undefined> {
  const user = await findUserByEmail(db.read, knownAddress(email) ?? '');
  return (await isPassword(password, user?.password ?? null)) ? user : undefined;
}

/** A new session with a new token; the one that this browser had before ends. */
export function signIn(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { agent, replaced }: { agent: string | undefined; replaced: OpenSession | undefined },
  now: number,
): Promise<string> {
  return db.write(async (tx) => {
    if (replaced) await deleteSession(tx, replaced.sessionId);
    return startSession(tx, userId, agent, now);
  });
}

export function findSigner({ db }: Pick<Deps, 'db'>, userId: string): Promise<UserRow | undefined> {
  return findUser(db.read, userId);
}
