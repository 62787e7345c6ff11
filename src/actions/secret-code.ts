import { createHash, randomBytes } from 'node:crypto';

/** A secret for an address or a cookie: 128 bits and more cannot be guessed, so that a quick hash protects it. */
export function newSecretCode(bytes = 16): string {
  return randomBytes(bytes).toString('base64url');
}

export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
