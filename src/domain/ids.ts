const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

export type IdPrefix = 'acc' | 'key' | 'quo' | 'inv' | 'evt' | 'snd' | 'lnk' | 'mail' | 'ans' | 'job';

let lastTime = 0;
let lastRandom: number[] = [];

/**
 * An opaque identifier that sorts by time: 48 bits of milliseconds, 80 bits of chance, in Crockford's base 32.
 * Within one process each is larger than the one before, even in the same millisecond.
 */
export function newId(prefix: IdPrefix, now: number): string {
  if (now > lastTime) {
    lastTime = now;
    lastRandom = [...crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH))].map((byte) => byte & 31);
    // Room to count up within the millisecond.
    lastRandom[0] = (lastRandom[0] ?? 0) & 15;
  } else {
    increment(lastRandom);
  }
  return `${prefix}_${encodeTime(lastTime)}${lastRandom.map((digit) => ALPHABET[digit]).join('')}`;
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
  return text.length === prefix.length + 1 + TIME_LENGTH + RANDOM_LENGTH && text.startsWith(`${prefix}_`);
}

function encodeTime(time: number): string {
  let text = '';
  for (let rest = time, digit = 0; digit < TIME_LENGTH; digit++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
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
