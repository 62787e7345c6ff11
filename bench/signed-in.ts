import { prepareFirstStart } from '../src/actions/account/first-start.ts';
import { startSession } from '../src/actions/person/sessions.ts';
import { newId } from '../src/domain/ids.ts';
import type { Database } from '../src/store/database.ts';
import { firstAccount } from '../src/store/tables/account/accounts.ts';
import { insertUser, putMembership } from '../src/store/tables/person/users.ts';
import { fillQuotes } from './fill.ts';
import { API_KEY } from './harness.ts';

/** Somebody who is signed in to the console, and quotes to look at. */
export async function prepareSignedIn(
  db: Database,
  quotes: number,
): Promise<{ accountId: string; cookie: string; ids: string[] }> {
  const now = Date.now();
  await prepareFirstStart(db, { apiKey: API_KEY, secret: null, console: false }, now);
  const account = await firstAccount(db.read);
  if (!account) throw new Error('no account');
  const ids = await fillQuotes(db, account.id, quotes);
  const userId = newId('usr', now);
  const user = { id: userId, email: 'bench@example.test', name: 'Bench', locale: 'en', password: null };
  const token = await db.write(async (tx) => {
    await insertUser(tx, { ...user, created_at: now });
    await putMembership(tx, userId, { accountId: account.id, role: 'owner' }, now);
    return startSession(tx, userId, 'Bench', now);
  });
  return { accountId: account.id, cookie: `proffer_session=${token}`, ids };
}
