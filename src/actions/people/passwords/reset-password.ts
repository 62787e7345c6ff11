import { renderResetCodeEmail } from '../../../adapters/mail/letters/to-user.ts';
import type { Deps } from '../../../app/deps.ts';
import type { PasswordError } from '../../../domain/people/password-rules.ts';
import { type Locale, resolveLocale } from '../../../i18n/locale.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { deleteUserGrants } from '../../../store/tables/apps/grants.ts';
import { spendCode } from '../../../store/tables/person/codes.ts';
import {
  consumeResetCode,
  putResetCode,
  uncountResetAttempt,
} from '../../../store/tables/person/reset-codes.ts';
import { deleteUserSessions } from '../../../store/tables/person/sessions.ts';
import {
  findUserByEmail,
  listMemberships,
  putPassword,
  type UserRow,
} from '../../../store/tables/person/users.ts';
import { checkMailedCode, newMailedCode, requestMailedCode } from '../mailed-code.ts';
import { newSecretCode } from '../secret-code.ts';
import { queueUserMail } from '../user-mails.ts';
import { checkNewPassword } from './new-password.ts';
import { hashPassword } from './password-hash.ts';

/**
 * Emails a code if a user has this address. Returns `false` if a code was requested recently, which does not reveal
 * whether the address has a user.
 */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'publicUrl'>,
  address: string,
  requestedLocale: Locale,
  now: number,
): Promise<boolean> {
  const { code, row } = newMailedCode(deps.secret, address, now);
  return deps.db.write(async (tx) => {
    if (!(await requestMailedCode(tx, row, now))) return false;
    const user = await findUserByEmail(tx, address);
    const locale = user?.locale ? resolveLocale(user.locale) : requestedLocale;
    const content = renderResetCodeEmail({ code, url: `${deps.publicUrl()}/reset` }, locale);
    // For an address without a user, a write of the same cost hides that there is none.
    if (user) await queueUserMail(tx, deps, { to: address, content, expiresAt: row.expiresAt }, now);
    else await spendCode(tx, newSecretCode(), now);
    return true;
  });
}

/** Creates a code that replaces the previous one. */
export async function newResetCode(
  tx: Sql,
  { secret }: Pick<Deps, 'secret'>,
  address: string,
  now: number,
): Promise<string> {
  const { code, row } = newMailedCode(secret, address, now);
  await putResetCode(tx, row, now);
  return code;
}

/**
 * Sets the password and ends all sessions and connected apps. `wrong` for a code that is wrong, expired, used or tried too often. The user's
 * own words in the password are rejected only after the code was correct, so that they do not leak. The code stays valid.
 */
export async function resetPassword(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { address, code, password }: { address: string; code: string; password: string },
  now: number,
): Promise<'done' | 'wrong' | PasswordError> {
  const right = await db.write((tx) => checkMailedCode(tx, secret, address, code, now));
  const user = await findUserByEmail(db.read, address);
  if (!user || !right) return 'wrong';
  const fault = await checkNewPassword(password, [
    user.name,
    address,
    ...(await findAccountNames({ db }, user)),
  ]);
  if (fault) {
    await db.write((tx) => uncountResetAttempt(tx, right.addressHash, right.hash));
    return fault;
  }
  const hash = await hashPassword(password);
  return db.write(async (tx) => {
    if (!(await consumeResetCode(tx, right.addressHash, right.hash))) return 'wrong';
    await putPassword(tx, user.id, hash);
    await deleteUserSessions(tx, user.id);
    await deleteUserGrants(tx, user.id);
    return 'done';
  });
}

async function findAccountNames({ db }: Pick<Deps, 'db'>, { id }: Pick<UserRow, 'id'>): Promise<string[]> {
  const names: string[] = [];
  for (const { accountId } of await listMemberships(db.read, id)) {
    names.push((await findAccount(db.read, accountId))?.account.name ?? '');
  }
  return names;
}
