import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import type { Sql } from '../../../store/database.ts';
import {
  insertSigningKey,
  listSigningKeys,
  retireSigningKeys,
} from '../../../store/tables/evidence/signing-keys.ts';
import { loadSetting } from '../../../store/tables/settings.ts';
import { openField, sealField } from '../../account/sealing/sealed-field.ts';
import { canonicalize } from './canonical-json.ts';

type WithSecrets = Pick<Deps, 'sealing'>;

export interface SigningKey {
  /** Thumbprint (RFC 7638) of its public key. */
  kid: string;
  key: KeyObject;
}

/**
 * Returns the key that signs decisions now. It is made if there is none that this service can open: a lost secret must not
 * keep customers from accepting. `undefined` without a secret outside the database, as a key that anyone with a copy of the
 * database can read would prove nothing.
 */
export async function ensureSigningKey(tx: Sql, deps: WithSecrets): Promise<SigningKey | undefined> {
  if (deps.sealing.current === null) return undefined;
  for (const { kid, private_key: sealed } of await listSigningKeys(tx)) {
    const key = sealed === null ? undefined : openKey(deps, kid, sealed);
    if (key) return { kid, key };
  }
  return createSigningKey(tx, deps);
}

/** Makes the first key at the start of a service, so that it is published before it signs. */
export async function prepareSigningKey({ db, sealing }: Pick<Deps, 'db' | 'sealing'>): Promise<void> {
  const keys = await listSigningKeys(db.read);
  if (keys.some(({ kid, private_key: sealed }) => sealed !== null && openKey({ sealing }, kid, sealed)))
    return;
  await db.write(async (tx) => {
    // The setting is locked, so that of several processes that start together only one makes a key.
    await loadSetting(tx, 'secret');
    await ensureSigningKey(tx, { sealing });
  });
}

/** Replaces the key that signs. The public keys stay, and what they have signed can always be checked. */
export async function rotateSigningKey(tx: Sql, deps: WithSecrets): Promise<SigningKey> {
  await retireSigningKeys(tx);
  return createSigningKey(tx, deps);
}

function openKey(deps: WithSecrets, kid: string, sealed: string): KeyObject | undefined {
  const text = openField(deps, { ownerId: kid, field: 'signing key' }, sealed);
  return text === undefined ? undefined : createPrivateKey({ key: JSON.parse(text), format: 'jwk' });
}

async function createSigningKey(tx: Sql, deps: WithSecrets): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(canonicalize({ crv, kty, x, y })).digest('base64url');
  const secret = JSON.stringify(privateKey.export({ format: 'jwk' }));
  const row = {
    kid,
    public_key: canonicalize({ alg: 'ES256', crv, kid, kty, use: 'sig', x, y }),
    private_key: sealField(deps, { ownerId: kid, field: 'signing key' }, secret),
  };
  await insertSigningKey(tx, row, tx.clock());
  return { kid, key: privateKey };
}

/** Returns a JWS in compact form with the payload left out (RFC 7515, appendix F). `signedAt` is what we claim, no proof. */
export function signDetached({ kid, key }: SigningKey, payload: string, signedAt: number): string {
  const header = { alg: 'ES256', iat: Math.floor(signedAt / 1000), kid };
  const protectedPart = Buffer.from(canonicalize(header)).toString('base64url');
  const input = `${protectedPart}.${Buffer.from(payload).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${protectedPart}..${signature.toString('base64url')}`;
}

/** Returns all public keys as a JWK set. */
export async function readKeySet({ db }: Pick<Deps, 'db'>): Promise<string> {
  const keys = await listSigningKeys(db.read);
  return formatKeySet(keys.map(({ public_key: key }) => key));
}

export function formatKeySet(publicKeys: readonly string[]): string {
  return `{"keys":[${publicKeys.join(',')}]}`;
}
