import { createHmac, randomBytes } from 'node:crypto';
import { hashSecret } from '../secret-code.ts';

const RECOVERY_CODES = 10;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const hex = randomBytes(8).toString('hex');
    return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`;
  });
}

/** Uses the secret, so that codes cannot be guessed from a copy of the database. */
export function hashRecoveryCode(secret: string, userId: string, code: string): string {
  const hash = hashSecret(normalize(code));
  return createHmac('sha256', secret).update(`recovery ${userId} ${hash}`).digest('hex');
}

/** Normalizes a code as users type it. */
function normalize(code: string): string {
  return code
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '');
}
