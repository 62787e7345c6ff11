import { startSession } from '../src/actions/people/sessions.ts';
import { newId } from '../src/domain/ids.ts';
import type { Database } from '../src/store/database.ts';
import { insertUser, putMembership } from '../src/store/tables/person/users.ts';
import { fillQuotes } from './fill.ts';
import { prepareFirstAccount } from './first-account.ts';

/** Creates a user who is signed in to the console, and quotes. */
export async function prepareSignedIn(
  db: Database,
  quotes: number,
): Promise<{ accountId: string; cookie: string; ids: string[] }> {
  const account = await prepareFirstAccount(db);
  const ids = await fillQuotes(db, account.id, quotes);
  return { accountId: account.id, cookie: await signIn(db, account.id), ids };
}

/** Returns the session cookie of a signed-in user. */
export async function signIn(db: Database, accountId: string): Promise<string> {
  const now = Date.now();
  const id = newId('usr', now);
  const user = { id, email: `${id}@example.test`, name: 'Bench', locale: 'en', password: null };
  const token = await db.write(async (tx) => {
    await insertUser(tx, { ...user, created_at: now });
    await putMembership(tx, id, { accountId, role: 'owner' }, now);
    return (await startSession(tx, id, { agent: 'Bench', isTwoStep: false }, now)).token;
  });
  return `proffer_session=${token}`;
}
