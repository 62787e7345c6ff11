import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Deps } from '../../app/deps.ts';
import { PASSKEY_ALGORITHMS } from '../../domain/people/passkey.ts';
import type { Sql } from '../../store/database.ts';
import { spendCode } from '../../store/tables/person/codes.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  usePasskey,
} from '../../store/tables/person/passkeys.ts';
import { deleteUserSessions, markTwoStep, unmarkTwoStep } from '../../store/tables/person/sessions.ts';
import { findUser, loadUser, type UserRow } from '../../store/tables/person/users.ts';

/** Origin and domain that a passkey is bound to. */
export interface Site {
  origin: string;
  rpId: string;
}

const SPENT_MS = 15 * 60_000;
const MAX_PASSKEYS = 20;

export type NewPasskey = Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>;

export function listUserPasskeys({ db }: Pick<Deps, 'db'>, userId: string): Promise<PasskeyRow[]> {
  return listPasskeys(db.read, userId);
}

/** Verifies the passkey that the browser created for this challenge; `undefined` if it is not valid. */
export async function readNewPasskey(
  credential: string,
  challenge: string,
  site: Site,
): Promise<NewPasskey | undefined> {
  // Imported here because it is slow to load and most processes do not need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const response = JSON.parse(credential) as RegistrationResponseJSON;
    if (isFromFrame(response)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!verified || !registrationInfo) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, public_key: publicKey, counter, transports: JSON.stringify(transports.slice(0, 10)) };
  } catch {
    return undefined;
  }
}

/**
 * Whether the response was made on a page inside a page of another site, which could lead a person to it unseen. Ours are
 * never framed. Some browsers name the outer site, others say only that there is one.
 */
function isFromFrame({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): boolean {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
  const { crossOrigin, topOrigin } = JSON.parse(text) as { crossOrigin?: unknown; topOrigin?: unknown };
  return (crossOrigin ?? false) !== false || topOrigin !== undefined;
}

/** Adds a passkey and ends other sessions. `false` if the challenge was used, the passkey exists, or there are too many. */
export function addPasskey(
  { db }: Pick<Deps, 'db'>,
  passkey: NewPasskey,
  {
    userId,
    sessionId,
    name,
    challenge,
  }: { userId: string; sessionId: string; name: string; challenge: string },
  now: number,
): Promise<boolean> {
  return db.write(async (tx) => {
    if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) return false;
    if (!(await storePasskey(tx, passkey, { userId, name, challenge }, now))) return false;
    await deleteUserSessions(tx, userId, sessionId);
    await markTwoStep(tx, sessionId);
    return true;
  });
}

export async function storePasskey(
  tx: Sql,
  passkey: NewPasskey,
  { userId, name, challenge }: { userId: string; name: string; challenge: string },
  now: number,
): Promise<boolean> {
  if (!(await spendCode(tx, `passkey ${challenge}`, now + SPENT_MS))) return false;
  return insertPasskey(tx, { ...passkey, user_id: userId, name, created_at: now });
}

/** Finds the user of a passkey. It requires user verification, so two-step verification is not needed. */
export async function checkPasskey(
  { db }: Pick<Deps, 'db'>,
  { credential, challenge, site }: { credential: string; challenge: string; site: Site },
  now: number,
): Promise<UserRow | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const response = JSON.parse(credential) as AuthenticationResponseJSON;
    if (isFromFrame(response)) return undefined;
    const known = await findPasskey(db.read, String(response.id));
    if (!known) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: { id: known.id, publicKey: new Uint8Array(known.public_key), counter: known.counter },
    });
    if (!verified) return undefined;
    const isFirst = await db.write(async (tx) => {
      if (!(await spendCode(tx, `passkey ${challenge}`, now + SPENT_MS))) return false;
      await usePasskey(tx, known.id, authenticationInfo.newCounter, now);
      return true;
    });
    return isFirst ? findUser(db.read, known.user_id) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a passkey and ends other sessions. `last` if the user could no longer sign in. */
export function removePasskey(
  { db }: Pick<Deps, 'db'>,
  { userId, sessionId, id }: { userId: string; sessionId: string; id: string },
): Promise<'removed' | 'gone' | 'last'> {
  return db.write(async (tx) => {
    const user = await loadUser(tx, userId);
    const own = await listPasskeys(tx, userId);
    if (!own.some((passkey) => passkey.id === id)) return 'gone';
    if (user?.password === null && own.length === 1) return 'last';
    await deletePasskey(tx, userId, id);
    await deleteUserSessions(tx, userId, sessionId);
    await unmarkTwoStep(tx, userId);
    return 'removed';
  });
}
