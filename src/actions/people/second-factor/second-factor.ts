import type { Deps } from '../../../app/deps.ts';
import type { Sql } from '../../../store/database.ts';
import { putRecoveryCodes, spendCode } from '../../../store/tables/person/codes.ts';
import { deleteUserSessions, markTwoStep, unmarkTwoStep } from '../../../store/tables/person/sessions.ts';
import { putTotp, type UserRow } from '../../../store/tables/person/users.ts';
import { deleteUserWrongCodes } from '../../../store/tables/person/wrong-codes.ts';
import { openField, type SealedPlace, sealField } from '../../account/sealing/sealed-field.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { findCodeStep } from './totp.ts';

/** Used codes are remembered for longer than a code can be valid. */
const USED_CODE_TTL_MS = 5 * 60_000;

/** Turns it on if the code proves that the app has the key, and ends other sessions. Returns the recovery codes. */
export async function startSecondFactor(
  deps: Pick<Deps, 'db' | 'secret' | 'sealing'>,
  { userId, sessionId, key, code }: { userId: string; sessionId: string; key: string; code: string },
  now: number,
): Promise<string[] | undefined> {
  const step = findCodeStep(key, code, now);
  if (step === undefined) return undefined;
  const codes = newRecoveryCodes();
  await deps.db.write(async (tx) => {
    await spendCode(tx, `totp ${userId} ${step}`, now + USED_CODE_TTL_MS);
    await putTotp(tx, userId, sealField(deps, getSecretPlace(userId), key));
    await storeRecoveryCodes(tx, deps.secret, userId, codes);
    await deleteUserSessions(tx, userId, sessionId);
    await markTwoStep(tx, sessionId);
  });
  return codes;
}

/** Creates recovery codes that replace the remaining ones. */
export async function renewRecoveryCodes(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.write((tx) => storeRecoveryCodes(tx, secret, userId, codes));
  return codes;
}

export async function endSecondFactor(tx: Sql, userId: string, sessionId = ''): Promise<void> {
  await putTotp(tx, userId, null);
  await putRecoveryCodes(tx, userId, []);
  await deleteUserWrongCodes(tx, userId);
  await deleteUserSessions(tx, userId, sessionId);
  await unmarkTwoStep(tx, userId);
}

export function turnOffSecondFactor(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  return db.write((tx) => endSecondFactor(tx, userId, sessionId));
}

/** Whether the code of the app is correct and was not used before. */
export async function spendAppCode(
  tx: Sql,
  deps: Pick<Deps, 'sealing'>,
  { id, totp }: Pick<UserRow, 'id' | 'totp'>,
  code: string,
  now: number,
): Promise<boolean> {
  const key = totp === null ? undefined : openField(deps, getSecretPlace(id), totp);
  const step = key === undefined ? undefined : findCodeStep(key, code, now);
  return step !== undefined && spendCode(tx, `totp ${id} ${step}`, now + USED_CODE_TTL_MS);
}

/** Whether the user has an authenticator app whose key cannot be read, so that none of its codes is accepted. */
export function isAuthenticatorLost(
  deps: Pick<Deps, 'sealing'>,
  { id, totp }: Pick<UserRow, 'id' | 'totp'>,
): boolean {
  return totp !== null && openField(deps, getSecretPlace(id), totp) === undefined;
}

function getSecretPlace(userId: string): SealedPlace {
  return { ownerId: userId, field: 'totp' };
}

function storeRecoveryCodes(
  tx: Sql,
  secret: string,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  return putRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(secret, userId, code)),
  );
}
