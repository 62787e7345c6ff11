import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { knownAddress } from '../../domain/person/person.ts';
import { type Locale, resolveLocale } from '../../i18n/locale.ts';
import { resetCodeMail } from '../../mail/letters/to-user.ts';
import type { Sql } from '../../store/database.ts';
import {
  deleteResetCode,
  putResetCode,
  resetCodeUntil,
  spendCode,
  tryResetCode,
} from '../../store/tables/person/codes.ts';
import { deleteSessionsOf } from '../../store/tables/person/sessions.ts';
import { findUserByEmail, putPassword } from '../../store/tables/person/users.ts';
import { newSecretCode } from '../secret-code.ts';
import { queueUserMail } from './user-mails.ts';

const VALID_MS = 15 * 60_000;
/** No second mail within this time: nobody's mailbox shall be filled. */
const REST_MS = 2 * 60_000;
const MAX_TRIES = 5;
/** Without those that look like others. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

/** Mails a code, if somebody has this address. For an address that nobody has, as much is done. */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'publicUrl'>,
  email: string,
  wished: Locale,
  now: number,
): Promise<void> {
  await deps.db.write(async (tx) => {
    const user = await findUserByEmail(tx, knownAddress(email) ?? '');
    const until = user && (await resetCodeUntil(tx, user.id));
    if (!user || (until !== undefined && until > now + VALID_MS - REST_MS)) {
      await spendCode(tx, newSecretCode(), now);
      return;
    }
    const code = await newResetCode(tx, deps, user.id, now);
    const locale = user.locale ? resolveLocale(user.locale) : wished;
    const content = resetCodeMail({ code, url: `${deps.publicUrl()}/reset` }, locale);
    await queueUserMail(tx, deps, { to: user.email, content, expiresAt: now + VALID_MS }, now);
  });
}

/** In place of the one before. */
export async function newResetCode(
  tx: Sql,
  { secret }: Pick<Deps, 'secret'>,
  userId: string,
  now: number,
): Promise<string> {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  await putResetCode(tx, userId, { hash: hashOf(secret, userId, letters), expiresAt: now + VALID_MS });
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Sets the password and ends all sessions; `false` for a code that is wrong, over, used or tried too often. */
export function resetPassword(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { email, code, password }: { email: string; code: string; password: string },
  now: number,
): Promise<boolean> {
  return db.write(async (tx) => {
    const user = await findUserByEmail(tx, knownAddress(email) ?? '');
    const expected = user && (await tryResetCode(tx, user.id, MAX_TRIES, now));
    if (!user || expected === undefined) {
      await spendCode(tx, newSecretCode(), now);
      return false;
    }
    const typed = hashOf(secret, user.id, code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
    if (!timingSafeEqual(Buffer.from(typed), Buffer.from(expected))) return false;
    await putPassword(tx, user.id, password);
    await deleteResetCode(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    return true;
  });
}

/** Few enough letters to be typed are few enough to be tried, by who has the database; not without the secret. */
function hashOf(secret: string, userId: string, letters: string): string {
  return createHmac('sha256', secret).update(`reset ${userId} ${letters}`).digest('hex');
}
