import type { Deps } from '../../app/deps.ts';
import { countRecoveryCodes } from '../../store/tables/person/codes.ts';
import { deleteSession, deleteUserSessions, findSessionById } from '../../store/tables/person/sessions.ts';
import { findUser, putPassword, type UserRow, updateUser } from '../../store/tables/person/users.ts';

/** Reads the fields that users change themselves. */

export async function readProfile(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<{ user: UserRow; recoveryLeft: number }> {
  const user = await findUser(db.read, userId);
  if (!user) throw new Error('a session without a user');
  return { user, recoveryLeft: await countRecoveryCodes(db.read, userId) };
}

export function changeProfile(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  profile: Pick<UserRow, 'name' | 'locale'>,
): Promise<void> {
  return db.write((tx) => updateUser(tx, userId, profile));
}

/** Ends all other sessions, to sign out anyone who knew the old password. */
export function changePassword(
  { db }: Pick<Deps, 'db'>,
  { userId, sessionId, password }: { userId: string; sessionId: string; password: string },
): Promise<void> {
  return db.write(async (tx) => {
    await putPassword(tx, userId, password);
    await deleteUserSessions(tx, userId, sessionId);
  });
}

/** Ends a session if it belongs to the user. */
export function endOwnSession({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<boolean> {
  return db.write(async (tx) => {
    const session = await findSessionById(tx, id);
    return session?.user_id === userId && (await deleteSession(tx, id));
  });
}

export function endOtherSessions({ db }: Pick<Deps, 'db'>, userId: string, sessionId: string): Promise<void> {
  return db.write((tx) => deleteUserSessions(tx, userId, sessionId));
}
