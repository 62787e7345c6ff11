import { randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Sql } from '../../store/database.ts';
import { putRecoveryCodes, spendCode, takeRecoveryCode } from '../../store/tables/person/codes.ts';
import { deleteSessionsOf } from '../../store/tables/person/sessions.ts';
import { putTotp, type UserRow } from '../../store/tables/person/users.ts';
import { seal, unseal } from '../link/sealed-token.ts';
import { hashSecret } from '../secret-code.ts';
import { stepOfCode } from './totp.ts';

const PURPOSE = 'totp';
const RECOVERY_CODES = 10;
/** Longer than a code can be valid. */
const SPENT_MS = 5 * 60_000;

/** Turns it on when the code shows that the app has the key: the recovery codes, shown this once. Other sessions end. */
export async function startSecondFactor(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { userId, sessionId, key, code }: { userId: string; sessionId: string; key: string; code: string },
  now: number,
): Promise<string[] | undefined> {
  const step = stepOfCode(key, code, now);
  if (step === undefined) return undefined;
  const codes = newRecoveryCodes();
  await db.write(async (tx) => {
    await spendCode(tx, `totp ${userId} ${step}`, now + SPENT_MS);
    await putTotp(tx, userId, seal(secret, PURPOSE, [key]));
    await putRecoveryCodes(tx, userId, codes.map(plain).map(hashSecret));
    await deleteSessionsOf(tx, userId, sessionId);
  });
  return codes;
}

/** In place of those that are left. */
export async function renewRecoveryCodes({ db }: Pick<Deps, 'db'>, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.write((tx) => putRecoveryCodes(tx, userId, codes.map(plain).map(hashSecret)));
  return codes;
}

export async function endSecondFactor(tx: Sql, userId: string, sessionId = ''): Promise<void> {
  await putTotp(tx, userId, null);
  await putRecoveryCodes(tx, userId, []);
  await deleteSessionsOf(tx, userId, sessionId);
}

export function turnOffSecondFactor(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  return db.write((tx) => endSecondFactor(tx, userId, sessionId));
}

/** Whether the code of the app, or one of the recovery codes, is right; each is so once. */
export async function isSecondFactor(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { id, totp }: Pick<UserRow, 'id' | 'totp'>,
  code: string,
  now: number,
): Promise<boolean> {
  const [key] = (totp && unseal(secret, PURPOSE, totp)) || [];
  const step = key && stepOfCode(key, code, now);
  if (step !== undefined && step !== '') {
    return db.write((tx) => spendCode(tx, `totp ${id} ${step}`, now + SPENT_MS));
  }
  return db.write((tx) => takeRecoveryCode(tx, id, hashSecret(plain(code))));
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const hex = randomBytes(8).toString('hex');
    return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`;
  });
}

/** As people may type it. */
function plain(code: string): string {
  return code
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '');
}
