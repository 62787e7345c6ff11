import { renderAddressChangedEmail, renderAddressCodeEmail } from '../../adapters/mail/letters/to-user.ts';
import type { Deps } from '../../app/deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { Locale } from '../../i18n/locale.ts';
import { spendCode } from '../../store/tables/person/codes.ts';
import { consumeResetCode } from '../../store/tables/person/reset-codes.ts';
import { findUser, findUserByEmail, putEmail } from '../../store/tables/person/users.ts';
import { checkMailedCode, newMailedCode, requestMailedCode } from './mailed-code.ts';
import { newSecretCode } from './secret-code.ts';
import { queueUserMail } from './user-mails.ts';

interface AddressChange {
  userId: string;
  /** The new address, normalized. */
  address: string;
  locale: Locale;
}

/** Longest time that the notice to the old address waits for the mail server. */
const NOTICE_MS = 3 * DAY_MS;

/**
 * Emails a code to the new address. Returns `false` if one was requested recently. For an address that somebody else signs
 * in with nothing is sent, and the response does not say so.
 */
export function requestAddressChange(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  { userId, address, locale }: AddressChange,
  now: number,
): Promise<boolean> {
  const { code, row } = newMailedCode(deps.secret, formatSubject(userId, address), now);
  return deps.db.write(async (tx) => {
    if (!(await requestMailedCode(tx, row, now))) return false;
    const content = renderAddressCodeEmail({ code }, locale);
    if (await findUserByEmail(tx, address)) await spendCode(tx, newSecretCode(), now);
    else await queueUserMail(tx, deps, { to: address, content, expiresAt: row.expiresAt }, now);
    return true;
  });
}

/** Changes the address that the user signs in with, and tells the old one. `false` for a wrong code. */
export async function changeAddress(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  { userId, address, locale, code }: AddressChange & { code: string },
  now: number,
): Promise<boolean> {
  const { db, secret } = deps;
  const subject = formatSubject(userId, address);
  const right = await db.write((tx) => checkMailedCode(tx, secret, subject, code, now));
  if (!right) return false;
  return db.write(async (tx) => {
    if (!(await consumeResetCode(tx, right.addressHash, right.hash))) return false;
    const user = await findUser(tx, userId);
    // Somebody else may have got the address in the meantime.
    if (!user || (await findUserByEmail(tx, address))) return false;
    await putEmail(tx, userId, address);
    const content = renderAddressChangedEmail({ address }, locale);
    await queueUserMail(tx, deps, { to: user.email, content, expiresAt: now + NOTICE_MS }, now);
    return true;
  });
}

/** A code is for one person and one address. */
function formatSubject(userId: string, address: string): string {
  return `change of ${userId} to ${address}`;
}
