import { renderCodesLockedEmail } from '../../../adapters/mail/letters/to-user.ts';
import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { type Locale, resolveLocale } from '../../../i18n/locale.ts';
import type { Sql } from '../../../store/database.ts';
import { consumeRecoveryCode, isCodeSpent, spendCode } from '../../../store/tables/person/codes.ts';
import { loadUser, type UserRow } from '../../../store/tables/person/users.ts';
import { insertWrongCode, listWrongCodes } from '../../../store/tables/person/wrong-codes.ts';
import { hashSecret, newSecretCode } from '../secret-code.ts';
import { queueUserMail } from '../user-mails.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendAppCode } from './second-factor.ts';
import { isAppCode } from './totp.ts';

/** Wrong codes per user in 24 hours, before app codes are rejected. Only a user who knows the password gets here. */
const MAX_WRONG_CODES = 10;

/** A sign-in whose password was correct. */
export interface SecondStep {
  userId: string;
  /** Makes the step usable only once. */
  id: string;
  /** Fingerprint of password and app: the step becomes invalid when one of them changes. */
  means: string;
  until: number;
}

export type SecondStepResult =
  | { user: UserRow; method: 'totp' | 'recovery_code' }
  | 'wrong'
  /** The step was used, has expired, or its password or app has changed since. */
  | 'gone'
  /** App codes are rejected until that time. */
  | { lockedUntil: number };

export function newSecondStep(user: Pick<UserRow, 'id' | 'password' | 'totp'>): Omit<SecondStep, 'until'> {
  return { userId: user.id, id: newSecretCode(), means: hashCredentials(user) };
}

/** Checks an app code or a recovery code. Wrong codes count across all processes; a correct one does not reset the count. */
export function checkSecondStep(
  deps: Pick<Deps, 'db' | 'secret' | 'sealing' | 'config'>,
  step: SecondStep,
  { code, preferred }: { code: string; preferred: Locale },
  now: number,
): Promise<SecondStepResult> {
  return deps.db.write(async (tx) => {
    const user = await loadStep(tx, step, now);
    if (!user) return 'gone';
    const wrong = await listWrongCodes(tx, user.id, now - DAY_MS, MAX_WRONG_CODES);
    const isLocked = wrong.length >= MAX_WRONG_CODES;
    const isOfApp = isAppCode(code);
    if (isLocked && isOfApp) return { lockedUntil: (wrong.at(-1) ?? now) + DAY_MS };
    const isRight = isOfApp
      ? await spendAppCode(tx, deps, user, code, now)
      : await spendRecoveryCode(tx, deps, user.id, code);
    if (isRight) {
      await spendCode(tx, spentName(step), step.until);
      return { user, method: isOfApp ? 'totp' : 'recovery_code' };
    }
    if (isLocked) return 'wrong';
    await insertWrongCode(tx, user.id, newSecretCode(), now);
    if (wrong.length + 1 === MAX_WRONG_CODES) await notifyLocked(tx, deps, user, preferred, now);
    return 'wrong';
  });
}

/** Locks the user, so that concurrent attempts are counted one after the other. */
async function loadStep(tx: Sql, step: SecondStep, now: number): Promise<UserRow | undefined> {
  const user = step.until > now ? await loadUser(tx, step.userId) : undefined;
  const isOpen =
    user?.totp && hashCredentials(user) === step.means && !(await isCodeSpent(tx, spentName(step)));
  return isOpen ? user : undefined;
}

/** Codes of before the secret was changed are hashed with the previous one. */
async function spendRecoveryCode(
  tx: Sql,
  { secret, config }: Pick<Deps, 'secret' | 'config'>,
  userId: string,
  code: string,
): Promise<boolean> {
  if (await consumeRecoveryCode(tx, userId, hashRecoveryCode(secret, userId, code))) return true;
  const { previousSecret } = config;
  return (
    previousSecret !== null && consumeRecoveryCode(tx, userId, hashRecoveryCode(previousSecret, userId, code))
  );
}

/** Notifies the user at most once per day. */
async function notifyLocked(
  tx: Sql,
  { config, secret }: Pick<Deps, 'config' | 'secret'>,
  { id, email, locale }: UserRow,
  preferred: Locale,
  now: number,
): Promise<void> {
  if (config.smtpUrl === null || !(await spendCode(tx, `codes locked ${id}`, now + DAY_MS))) return;
  const content = renderCodesLockedEmail(locale ? resolveLocale(locale) : preferred);
  await queueUserMail(tx, { config, secret }, { to: email, content, expiresAt: now + DAY_MS }, now);
}

function hashCredentials({ password, totp }: Pick<UserRow, 'password' | 'totp'>): string {
  return hashSecret(JSON.stringify([password, totp]));
}

function spentName({ id }: SecondStep): string {
  return `second step ${id}`;
}
