import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../../app/config/config.ts';

/** The secret that signs, and the one that is also accepted. */
export interface Secrets {
  secret: string;
  config: Pick<Config, 'previousSecret'>;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and authenticates the parts with a separate key per purpose. */
export function seal(secret: string, purpose: string, parts: readonly string[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(parts), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Opens what the secret of the service sealed, or the one before it was changed. */
export function unseal({ secret, config }: Secrets, purpose: string, token: string): string[] | undefined {
  const opened = unsealWith(secret, purpose, token);
  if (opened !== undefined || config.previousSecret === null) return opened;
  return unsealWith(config.previousSecret, purpose, token);
}

export function unsealWith(secret: string, purpose: string, token: string): string[] | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  // Node ignores other characters and the unused bits of the last one, so other texts decode to the same bytes.
  if (bytes.toString('base64url') !== token) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    return JSON.parse(opened.toString('utf8')) as string[];
  } catch {
    return undefined;
  }
}

const keys = new Map<string, Buffer>();

function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose}:${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', `proffer ${purpose}`, 32));
    keys.set(name, key);
  }
  return key;
}
