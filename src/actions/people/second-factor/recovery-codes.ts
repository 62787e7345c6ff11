import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../../../store/database.ts';
import { listRecoveryHashes, replaceRecoveryHash } from '../../../store/tables/person/codes.ts';
import { hashSecret } from '../secret-code.ts';

const RECOVERY_CODES = 10;
/** Prefix of hashes that use the secret; hashes of earlier versions do not have it. */
const KEYED_PREFIX = 'hmac:';

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const hex = randomBytes(8).toString('hex');
    return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`;
  });
}

/** Uses the secret, so that codes cannot be guessed from a copy of the database. */
export function hashRecoveryCode(secret: string, userId: string, code: string): string {
  return keyHash(secret, userId, hashSecret(normalize(code)));
}

/** Upgrades the hashes of earlier versions to use the secret; runs at every start. */
export async function keyRecoveryHashes(tx: Sql, secret: string): Promise<void> {
  for (const { user_id, hash } of await listRecoveryHashes(tx, KEYED_PREFIX)) {
    await replaceRecoveryHash(tx, user_id, hash, keyHash(secret, user_id, hash));
  }
}

function keyHash(secret: string, userId: string, hash: string): string {
  return KEYED_PREFIX + createHmac('sha256', secret).update(`recovery ${userId} ${hash}`).digest('hex');
}

/** Normalizes a code as users type it. */
function normalize(code: string): string {
  return code
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '');
}
