const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
/** Digits of chance. */
export const DIGITS = 16;

export type IdPrefix = 'acc' | 'key' | 'quo' | 'inv' | 'evt' | 'snd' | 'lnk' | 'mail' | 'ans' | 'job';

let lastTime = 0;
let lastRandom: number[] = [];

/**
 * An opaque identifier that sorts by time: 48 bits of milliseconds, 80 bits of chance, in Crockford's base 32.
 * Within one thread each is larger than the one before, even in the same millisecond.
 */
export function newId(prefix: IdPrefix, now: number): string {
  if (now > lastTime) {
    lastTime = now;
    lastRandom = randomDigits();
  } else {
    increment(lastRandom);
  }
  let id = `${prefix}_${encodeTime(lastTime)}`;
  for (const digit of lastRandom) id += ALPHABET[digit];
  return id;
}

/** The time of the newest identifier of this thread. */
export function newestTime(): number {
  return lastTime;
}

/** Its digits of chance. */
export function newestDigits(): readonly number[] {
  return lastRandom;
}

/** Makes the next identifiers larger than the newest of another thread. */
export function continueFrom(time: number, digits: ArrayLike<number>): void {
  if (time < lastTime || (time === lastTime && !isLarger(digits, lastRandom))) return;
  lastTime = time;
  lastRandom = Array.from(digits);
}

function isLarger(digits: ArrayLike<number>, others: ArrayLike<number>): boolean {
  for (let index = 0; index < DIGITS; index++) {
    const difference = (digits[index] ?? 0) - (others[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** A new millisecond needs few bytes, and to ask for them costs more than to have some in store. */
const store = new Uint8Array(DIGITS * 64);
let used = store.length;

function randomDigits(): number[] {
  if (used === store.length) {
    crypto.getRandomValues(store);
    used = 0;
  }
  const digits = Array.from(store.subarray(used, used + DIGITS), (byte) => byte & 31);
  used += DIGITS;
  // Room to count up within the millisecond.
  digits[0] = (digits[0] ?? 0) & 15;
  return digits;
}

/** The moment that an identifier carries; the creation time is read from it so that both always agree. */
export function timeOfId(id: string): number {
  let time = 0;
  for (const char of id.slice(id.indexOf('_') + 1, id.indexOf('_') + 1 + TIME_LENGTH)) {
    time = time * 32 + ALPHABET.indexOf(char);
  }
  return time;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.length === prefix.length + 1 + TIME_LENGTH + DIGITS && text.startsWith(`${prefix}_`);
}

let encoded = { time: NaN, text: '' };

function encodeTime(time: number): string {
  if (encoded.time === time) return encoded.text;
  let text = '';
  for (let rest = time, digit = 0; digit < TIME_LENGTH; digit++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  encoded = { time, text };
  return text;
}

function increment(digits: number[]): void {
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits[index] ?? 0;
    if (digit < 31) {
      digits[index] = digit + 1;
      return;
    }
    digits[index] = 0;
  }
}
