import { createHash, randomBytes } from 'node:crypto';
import { madeOnce } from '../domain/bounded-memory.ts';

/** A secret for an address or a cookie: 128 bits and more cannot be guessed, so that a quick hash protects it. */
export function newSecretCode(bytes = 16): string {
  return randomBytes(bytes).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const hashes = new Map<string, string>();
const MAX_HASHES = 10_000;
/** What is longer is no key and no token of ours. */
const MAX_REMEMBERED = 200;

/** A hash costs as much as a look-up, and whoever has a key or a session sends the same with every request. */
export function hashOfSent(secret: string): string {
  if (secret.length > MAX_REMEMBERED) return hashSecret(secret);
  return madeOnce(hashes, MAX_HASHES, secret, () => hashSecret(secret));
}
