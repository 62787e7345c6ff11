import { createHmac, randomBytes } from 'node:crypto';

/** RFC 6238 with the parameters that all apps support: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Generates a secret in base 32, which users can type. */
export function newTotpKey(): string {
  return Array.from(randomBytes(32), (byte) => ALPHABET[byte % 32]).join('');
}

/** Returns the URI that an app reads from the QR code. */
export function formatTotpUri(key: string, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Proffer:${email}`)}?secret=${key}&issuer=Proffer`;
}

/** Whether the code has the format of an app code instead of a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ''));
}

/** Returns the time step of the code: the current, previous or next one, as clocks differ. */
export function findCodeStep(key: string, code: string, now: number): number | undefined {
  const digits = code.replaceAll(/\s/g, '');
  if (!isAppCode(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  return [current, current - 1, current + 1].find((step) => computeTotpCode(key, step) === digits);
}

export function computeTotpCode(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

function decodeBase32(key: string): Buffer {
  let bits = '';
  for (const letter of key) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
