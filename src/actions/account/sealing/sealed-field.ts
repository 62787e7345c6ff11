import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Problem } from '../../../domain/errors.ts';
import type { SealedField } from '../../../store/tables/sealed-values.ts';

/** Secrets that encrypt stored values. */
export interface SealingSecrets {
  /** Seals new values and is not in the database. `null` on PostgreSQL without PROFFER_SECRET. */
  current: string | null;
  /** Open what was sealed before the secret was changed. */
  previous: readonly string[];
  /** The secret in the database, which anyone who has a copy of the database knows. */
  stored: string;
}

/** The owner and the field of a sealed value. It opens neither for another owner nor in another field. */
export interface SealedPlace {
  /** The account, the user for what belongs to a person, or the identifier of a key of the installation. */
  ownerId: string;
  field: SealedField;
}

/**
 * Fields that were sealed with the secret in the database before there was another one, and one that must not depend on
 * another. Without PROFFER_SECRET on PostgreSQL they still are; everything else then cannot be stored.
 */
const OLDER_FIELDS: readonly SealedField[] = ['webhook secret', 'totp', 'unfinished erasure'];

/** Format of a sealed value, followed by the id of the secret. */
const VERSION = 's1';
const SEALED = /^s1\.([\w-]{8})\.([\w-]+)$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type WithSecrets = Readonly<{ sealing: SealingSecrets }>;

/** Encrypts a value for the database. Throws `secret_needed` if there is no secret outside of it. */
export function sealField({ sealing }: WithSecrets, place: SealedPlace, text: string): string {
  const { id, key } = deriveKey(chooseSecret(sealing, place.field));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(describePlace(place, id));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${id}.${sealed.toString('base64url')}`;
}

/** Returns `undefined` if the value was sealed with a secret that is not known here, or for another place. */
export function openField(
  { sealing }: WithSecrets,
  place: SealedPlace,
  sealedText: string,
): string | undefined {
  const secrets = listSecrets(sealing, place.field);
  const [, id = '', data = ''] = SEALED.exec(sealedText) ?? [];
  const key = secrets.map(deriveKey).find((candidate) => candidate.id === id)?.key;
  const bytes = Buffer.from(data, 'base64url');
  if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(describePlace(place, id))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Whether the value was sealed with the secret that seals now. */
export function isSealCurrent({ sealing }: WithSecrets, { field }: SealedPlace, sealedText: string): boolean {
  return SEALED.exec(sealedText)?.[1] === findSealingId(sealing, field);
}

/** Throws `secret_needed` unless a value of this field can be sealed. */
export function requireSealing({ sealing }: WithSecrets, field: SealedField): void {
  chooseSecret(sealing, field);
}

/** Identifies the secret that seals, without revealing it. */
export function findSealingId(sealing: SealingSecrets, field: SealedField): string {
  return deriveKey(chooseSecret(sealing, field)).id;
}

function chooseSecret({ current, stored }: SealingSecrets, field: SealedField): string {
  if (current !== null) return current;
  if (OLDER_FIELDS.includes(field)) return stored;
  throw new Problem(
    'secret_needed',
    'This must be stored encrypted, and the service has no secret outside the database to encrypt it with. Set PROFFER_SECRET to at least 32 random characters, restart the service and repeat the request.',
  );
}

function listSecrets({ current, previous, stored }: SealingSecrets, field: SealedField): string[] {
  return [
    ...(current === null ? [] : [current]),
    ...previous,
    ...(OLDER_FIELDS.includes(field) ? [stored] : []),
  ];
}

function describePlace({ ownerId, field }: SealedPlace, secretId: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, secretId, ownerId, field]));
}

const keys = new Map<string, { id: string; key: Buffer }>();

function deriveKey(secret: string): { id: string; key: Buffer } {
  const known = keys.get(secret);
  if (known) return known;
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  const derived = {
    id: derive('proffer sealed field id', 6).toString('base64url'),
    key: derive('proffer sealed field', 32),
  };
  keys.set(secret, derived);
  return derived;
}
