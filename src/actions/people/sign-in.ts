import type { Deps } from '../../app/deps.ts';
import { normalizeEmail } from '../../domain/people/person.ts';
import { deleteSession } from '../../store/tables/person/sessions.ts';
import { findUserByEmail, loadUser, type UserRow } from '../../store/tables/person/users.ts';
import { type NewSession, type OpenSession, type SignInProof, startSession } from './sessions.ts';

/** Finds the user with this email address. */
export function findSignInUser({ db }: Pick<Deps, 'db'>, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(db.read, normalizeEmail(email) ?? '');
}

/**
 * Starts a session with a new token and ends the previous one of this browser. Returns `undefined` if the password or the
 * two-step verification has changed since it was checked, which may be seconds ago.
 */
export function signIn(
  { db }: Pick<Deps, 'db'>,
  checked: Pick<UserRow, 'id' | 'password' | 'totp'>,
  { replaced, ...proof }: SignInProof & { replaced: OpenSession | undefined },
  now: number,
): Promise<NewSession | undefined> {
  return db.write(async (tx) => {
    const user = await loadUser(tx, checked.id);
    if (user?.password !== checked.password || user.totp !== checked.totp) return undefined;
    if (replaced) await deleteSession(tx, replaced.sessionId);
    return startSession(tx, checked.id, proof, now);
  });
}
