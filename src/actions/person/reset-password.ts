import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { PasswordFault } from '../../domain/person/password-rules.ts';
import { type Locale, resolveLocale } from '../../i18n/locale.ts';
import { resetCodeMail } from '../../mail/letters/to-user.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { spendCode } from '../../store/tables/person/codes.ts';
import {
  putResetCode,
  type ResetCode,
  requestResetCode,
  takeResetCode,
  tryResetCode,
  uncountTry,
} from '../../store/tables/person/reset-codes.ts';
import { deleteSessionsOf } from '../../store/tables/person/sessions.ts';
import {
  findUserByEmail,
  membershipsOf,
  putPassword,
  type UserRow,
} from '../../store/tables/person/users.ts';
import { newSecretCode } from '../secret-code.ts';
import { findPasswordFault } from './new-password.ts';
import { hashPassword } from './password-hash.ts';
import { queueUserMail } from './user-mails.ts';

const VALID_MS = 15 * 60_000;
/** No second email within this time, unless wrong guesses have voided the code, and few per hour. */
const REST_MS = 2 * 60_000;
const HOUR_MS = 60 * 60_000;
const MAX_EMAILS_PER_HOUR = 10;
const MAX_TRIES = 5;
/** Without those that look like others. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

/**
 * Emails a code, if somebody has this address. `false` when none is sent, because one was requested recently: that
 * depends on the address alone, and not on whether anybody has it.
 */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'publicUrl'>,
  address: string,
  wished: Locale,
  now: number,
): Promise<boolean> {
  const { code, row } = newCode(deps.secret, address, now);
  const limits = {
    restedBy: now - REST_MS,
    countedAfter: now - HOUR_MS,
    maxRequests: MAX_EMAILS_PER_HOUR,
    maxTries: MAX_TRIES,
  };
  return deps.db.write(async (tx) => {
    if (!(await requestResetCode(tx, row, limits, now))) return false;
    const user = await findUserByEmail(tx, address);
    const locale = user?.locale ? resolveLocale(user.locale) : wished;
    const content = resetCodeMail({ code, url: `${deps.publicUrl()}/reset` }, locale);
    // For an address that nobody has, as much is done.
    if (user) await queueUserMail(tx, deps, { to: address, content, expiresAt: row.expiresAt }, now);
    else await spendCode(tx, newSecretCode(), now);
    return true;
  });
}

/** In place of the one before. */
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
 * Sets the password and ends all sessions. `wrong` for a code that is wrong, over, used or tried too often. Words about
 * the person are rejected only after the code was right: nobody else learns them, and the code can be used again.
 */
export async function resetPassword(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { address, code, password }: { address: string; code: string; password: string },
  now: number,
): Promise<'done' | 'wrong' | PasswordFault> {
  const addressHash = hashAddress(secret, address);
  const expected = await db.write((tx) => tryResetCode(tx, addressHash, MAX_TRIES, now));
  const user = await findUserByEmail(db.read, address);
  const typed = hashCode(secret, address, code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  const isRight = expected !== undefined && timingSafeEqual(Buffer.from(typed), Buffer.from(expected));
  if (!user || !isRight) return 'wrong';
  const fault = await findPasswordFault(password, [
    user.name,
    address,
    ...(await businessesOf({ db }, user)),
  ]);
  if (fault) {
    await db.write((tx) => uncountTry(tx, addressHash, expected));
    return fault;
  }
  const hash = await hashPassword(password);
  return db.write(async (tx) => {
    if (!(await takeResetCode(tx, addressHash, expected))) return 'wrong';
    await putPassword(tx, user.id, hash);
    await deleteSessionsOf(tx, user.id);
    return 'done';
  });
}

async function businessesOf({ db }: Pick<Deps, 'db'>, { id }: Pick<UserRow, 'id'>): Promise<string[]> {
  const names: string[] = [];
  for (const { accountId } of await membershipsOf(db.read, id)) {
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

/** Few enough letters to be typed are few enough to be tried, by who has the database; not without the secret. */
function hashCode(secret: string, address: string, letters: string): string {
  return createHmac('sha256', secret).update(`reset ${address} ${letters}`).digest('hex');
}

function hashAddress(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`reset of ${address}`).digest('hex');
}
