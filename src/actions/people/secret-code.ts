import { createHash, randomBytes } from 'node:crypto';
import { memoize } from '../../domain/bounded-cache.ts';

/** Generates a secret for a URL or a cookie: at least 128 bits cannot be guessed, so a fast hash is enough to store it. */
export function newSecretCode(bytes = 16): string {
  return randomBytes(bytes).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const hashes = new Map<string, string>();
const MAX_HASHES = 10_000;
/** Longest secret that is cached, in characters; the service issues none that are longer. */
const MAX_CACHED_LENGTH = 200;

/** Caches the hash of a key or session token, which every request sends: hashing costs as much as a database lookup. */
export function hashSecretCached(secret: string): string {
  if (secret.length > MAX_CACHED_LENGTH) return hashSecret(secret);
  return memoize(hashes, MAX_HASHES, secret, () => hashSecret(secret));
}
