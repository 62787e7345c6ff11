import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../store/database.ts';
import {
  countResetAttempt,
  type ResetCode,
  requestResetCode,
} from '../../store/tables/person/reset-codes.ts';

const VALID_MS = 10 * 60_000;
/** Minimum time between two emails, unless wrong guesses have voided the code; the number per hour is limited too. */
const MIN_INTERVAL_MS = 2 * 60_000;
const HOUR_MS = 60 * 60_000;
const MAX_EMAILS_PER_HOUR = 10;
/**
 * A code has 40 bits, so a thousand guesses find it once in a billion times. A smaller number would let strangers void the
 * code of somebody else; guesses slow down the network that they come from.
 */
const MAX_TRIES = 1000;
/** Letters and digits that cannot be confused with each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

/**
 * A code that is emailed and typed. `subject` says what it is for: an address for a reset of its password, otherwise a
 * text that is no address.
 */
export function newMailedCode(
  secret: string,
  subject: string,
  now: number,
): { code: string; row: ResetCode } {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return {
    code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
    row: {
      addressHash: hashSubject(secret, subject),
      hash: hashCode(secret, subject, letters),
      expiresAt: now + VALID_MS,
    },
  };
}

/** Stores the code; `false` if another one was requested recently. */
export function requestMailedCode(tx: Sql, row: ResetCode, now: number): Promise<boolean> {
  const limits = {
    restedBy: now - MIN_INTERVAL_MS,
    countedAfter: now - HOUR_MS,
    maxRequests: MAX_EMAILS_PER_HOUR,
    maxTries: MAX_TRIES,
  };
  return requestResetCode(tx, row, limits, now);
}

/** Counts an attempt. Returns what identifies the stored code if the typed one is right. */
export async function checkMailedCode(
  tx: Sql,
  secret: string,
  subject: string,
  code: string,
  now: number,
): Promise<Pick<ResetCode, 'addressHash' | 'hash'> | undefined> {
  const addressHash = hashSubject(secret, subject);
  const expected = await countResetAttempt(tx, addressHash, MAX_TRIES, now);
  const typed = hashCode(secret, subject, code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  const isRight = expected !== undefined && timingSafeEqual(Buffer.from(typed), Buffer.from(expected));
  return isRight ? { addressHash, hash: expected } : undefined;
}

/** Uses the secret: a code that is short enough to type could otherwise be guessed from a copy of the database. */
function hashCode(secret: string, subject: string, letters: string): string {
  return createHmac('sha256', secret).update(`reset ${subject} ${letters}`).digest('hex');
}

function hashSubject(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(`reset of ${subject}`).digest('hex');
}
