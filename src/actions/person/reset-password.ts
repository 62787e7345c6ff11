import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { PasswordError } from '../../domain/person/password-rules.ts';
import { type Locale, resolveLocale } from '../../i18n/locale.ts';
import { renderResetCodeEmail } from '../../mail/letters/to-user.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { spendCode } from '../../store/tables/person/codes.ts';
import {
  consumeResetCode,
  countResetAttempt,
  putResetCode,
  type ResetCode,
  requestResetCode,
  uncountResetAttempt,
} from '../../store/tables/person/reset-codes.ts';
import { deleteUserSessions } from '../../store/tables/person/sessions.ts';
import {
  findUserByEmail,
  listMemberships,
  putPassword,
  type UserRow,
} from '../../store/tables/person/users.ts';
import { newSecretCode } from '../secret-code.ts';
import { checkNewPassword } from './new-password.ts';
import { hashPassword } from './password-hash.ts';
import { queueUserMail } from './user-mails.ts';

const VALID_MS = 15 * 60_000;
/** Minimum time between two emails, unless wrong guesses have voided the code; the number per hour is limited too. */
const MIN_INTERVAL_MS = 2 * 60_000;
const HOUR_MS = 60 * 60_000;
const MAX_EMAILS_PER_HOUR = 10;
const MAX_TRIES = 5;
/** Letters and digits that cannot be confused with each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

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
  const { code, row } = newCode(deps.secret, address, now);
  const limits = {
    restedBy: now - MIN_INTERVAL_MS,
    countedAfter: now - HOUR_MS,
    maxRequests: MAX_EMAILS_PER_HOUR,
    maxTries: MAX_TRIES,
  };
  return deps.db.write(async (tx) => {
    if (!(await requestResetCode(tx, row, limits, now))) return false;
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
  const { code, row } = newCode(secret, address, now);
  await putResetCode(tx, row, now);
  return code;
}

/**
 * Sets the password and ends all sessions. `wrong` for a code that is wrong, expired, used or tried too often. The user's
 * own words in the password are rejected only after the code was correct, so that they do not leak. The code stays valid.
 */
export async function resetPassword(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { address, code, password }: { address: string; code: string; password: string },
  now: number,
): Promise<'done' | 'wrong' | PasswordError> {
  const addressHash = hashAddress(secret, address);
  const expected = await db.write((tx) => countResetAttempt(tx, addressHash, MAX_TRIES, now));
  const user = await findUserByEmail(db.read, address);
  const typed = hashCode(secret, address, code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  const isRight = expected !== undefined && timingSafeEqual(Buffer.from(typed), Buffer.from(expected));
  if (!user || !isRight) return 'wrong';
  const fault = await checkNewPassword(password, [
    user.name,
    address,
    ...(await findAccountNames({ db }, user)),
  ]);
  if (fault) {
    await db.write((tx) => uncountResetAttempt(tx, addressHash, expected));
    return fault;
  }
  const hash = await hashPassword(password);
  return db.write(async (tx) => {
    if (!(await consumeResetCode(tx, addressHash, expected))) return 'wrong';
    await putPassword(tx, user.id, hash);
    await deleteUserSessions(tx, user.id);
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

function newCode(secret: string, address: string, now: number): { code: string; row: ResetCode } {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return {
    code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
    row: {
      addressHash: hashAddress(secret, address),
      hash: hashCode(secret, address, letters),
      expiresAt: now + VALID_MS,
    },
  };
}

/** Uses the secret: a code that is short enough to type could otherwise be guessed from a copy of the database. */
function hashCode(secret: string, address: string, letters: string): string {
  return createHmac('sha256', secret).update(`reset ${address} ${letters}`).digest('hex');
}

function hashAddress(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`reset of ${address}`).digest('hex');
}
