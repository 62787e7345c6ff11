import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { type Locale, resolveLocale } from '../../../i18n/locale.ts';
import { codesLockedMail } from '../../../mail/letters/to-user.ts';
import type { Sql } from '../../../store/database.ts';
import { isSpent, spendCode, takeRecoveryCode } from '../../../store/tables/person/codes.ts';
import { loadUser, type UserRow } from '../../../store/tables/person/users.ts';
import { insertWrongCode, listWrongCodes } from '../../../store/tables/person/wrong-codes.ts';
import { hashSecret, newSecretCode } from '../../secret-code.ts';
import { queueUserMail } from '../user-mails.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendAppCode } from './second-factor.ts';
import { isAppCode } from './totp.ts';

/** Wrong entries per person within 24 hours; then codes of the app are refused. Only who knows the password gets here. */
const MAX_WRONG = 10;

/** A sign-in whose first step is done. */
export interface SecondStep {
  userId: string;
  /** Makes it one that is used once. */
  id: string;
  /** Password and app as they were then: when one of them changes, the step is over. */
  means: string;
  until: number;
}

export type SecondStepResult =
  | { user: UserRow; method: 'totp' | 'recovery_code' }
  | 'wrong'
  /** Used, over, or begun with a password or an app that has changed since. */
  | 'gone'
  /** Codes of the app are not accepted before that time. */
  | { lockedUntil: number };

export function newSecondStep(user: Pick<UserRow, 'id' | 'password' | 'totp'>): Omit<SecondStep, 'until'> {
  return { userId: user.id, id: newSecretCode(), means: hashMeans(user) };
}

/** Checks a code of the app or a recovery code. A wrong one is counted, whichever process is asked; success resets nothing. */
export function checkSecondStep(
  deps: Pick<Deps, 'db' | 'secret' | 'config'>,
  step: SecondStep,
  { code, wished }: { code: string; wished: Locale },
  now: number,
): Promise<SecondStepResult> {
  return deps.db.write(async (tx) => {
    const user = await loadStep(tx, step, now);
    if (!user) return 'gone';
    const wrong = await listWrongCodes(tx, user.id, now - DAY_MS, MAX_WRONG);
    const isLocked = wrong.length >= MAX_WRONG;
    const isOfApp = isAppCode(code);
    if (isLocked && isOfApp) return { lockedUntil: (wrong.at(-1) ?? now) + DAY_MS };
    const isRight = isOfApp
      ? await spendAppCode(tx, deps.secret, user, code, now)
      : await takeRecoveryCode(tx, user.id, hashRecoveryCode(deps.secret, user.id, code));
    if (isRight) {
      await spendCode(tx, spentName(step), step.until);
      return { user, method: isOfApp ? 'totp' : 'recovery_code' };
    }
    if (isLocked) return 'wrong';
    await insertWrongCode(tx, user.id, newSecretCode(), now);
    if (wrong.length + 1 === MAX_WRONG) await notifyLocked(tx, deps, user, wished, now);
    return 'wrong';
  });
}

/** Locks the person, so that concurrent entries are counted one after the other. */
async function loadStep(tx: Sql, step: SecondStep, now: number): Promise<UserRow | undefined> {
  const user = step.until > now ? await loadUser(tx, step.userId) : undefined;
  const isOpen = user?.totp && hashMeans(user) === step.means && !(await isSpent(tx, spentName(step)));
  return isOpen ? user : undefined;
}

/** Once a day at most. */
async function notifyLocked(
  tx: Sql,
  { config, secret }: Pick<Deps, 'config' | 'secret'>,
  { id, email, locale }: UserRow,
  wished: Locale,
  now: number,
): Promise<void> {
  if (config.smtpUrl === null || !(await spendCode(tx, `codes locked ${id}`, now + DAY_MS))) return;
  const content = codesLockedMail(locale ? resolveLocale(locale) : wished);
  await queueUserMail(tx, { config, secret }, { to: email, content, expiresAt: now + DAY_MS }, now);
}

function hashMeans({ password, totp }: Pick<UserRow, 'password' | 'totp'>): string {
  return hashSecret(JSON.stringify([password, totp]));
}

function spentName({ id }: SecondStep): string {
  return `second step ${id}`;
}
