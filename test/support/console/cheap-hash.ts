import { argon2Sync, randomBytes } from 'node:crypto';

/** A password hash in the format of the service that is quick to check: its cost is stored in it. */
export function hashCheaply(password: string, { memory = 8 } = {}): string {
  const nonce = randomBytes(16);
  const cost = { memory, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${hash}`;
}
