const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
/** Number of random digits. */
export const DIGITS = 16;

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'quo'
  | 'itm'
  | 'inv'
  | 'evt'
  | 'msg'
  | 'fil'
  | 'snd'
  | 'lnk'
  | 'mail'
  | 'ans'
  | 'job'
  | 'cat'
  | 'tpl'
  | 'usr'
  | 'ses'
  | 'ivt'
  | 'whe'
  | 'whd'
  | 'cus';

/** The last identifier that was created. */
export interface Newest {
  time: number;
  digits: readonly number[];
}

let newestRising: Newest = { time: 0, digits: [] };
let newestOfQuote: Newest = { time: 0, digits: [] };

/**
 * Creates an opaque identifier that sorts by time: 48 bits of milliseconds and 80 random bits, in Crockford's base 32.
 * Within one thread each is larger than the one before, even in the same millisecond and after the clock was set
 * back. Identifiers of quotes are the exception: they follow the clock back, because quotes are sorted by them.
 */
export function newId(prefix: IdPrefix, now: number): string {
  const newest = prefix === 'quo' ? quoteAt(now) : risingAt(now);
  let id = `${prefix}_${encodeTime(newest.time)}`;
  for (const digit of newest.digits) id += ALPHABET[digit];
  return id;
}

/** Creates an identifier that is larger than `last`, which may come from a process whose clock was ahead. */
export function newIdAfter(prefix: IdPrefix, now: number, last: string): string {
  const id = newId(prefix, now);
  return id > last ? id : following(last);
}

function following(id: string): string {
  let place = id.length - 1;
  while (id[place] === ALPHABET.at(-1)) place--;
  const digit = ALPHABET[ALPHABET.indexOf(id.charAt(place)) + 1];
  return id.slice(0, place) + digit + '0'.repeat(id.length - place - 1);
}

function risingAt(now: number): Newest {
  newestRising =
    now > newestRising.time
      ? { time: now, digits: randomDigits() }
      : { ...newestRising, digits: next(newestRising.digits) };
  return newestRising;
}

function quoteAt(now: number): Newest {
  newestOfQuote =
    now === newestOfQuote.time
      ? { time: now, digits: next(newestOfQuote.digits) }
      : { time: now, digits: randomDigits() };
  return newestOfQuote;
}

/** Returns the random part of an identifier, which the identifiers of the quote's items start with. */
export function lineBase(id: string): string {
  return id.slice(-DIGITS);
}

/** Returns the last identifiers of this thread, so that another thread can continue from them. */
export function newestIds(): { rising: Newest; ofQuote: Newest } {
  return { rising: newestRising, ofQuote: newestOfQuote };
}

/** Continues from the last identifiers of another thread; for quotes only within the same millisecond. */
export function continueFrom({ rising, ofQuote }: { rising: Newest; ofQuote: Newest }): void {
  if (isLarger(rising, newestRising)) newestRising = rising;
  if (ofQuote.time !== newestOfQuote.time || isLarger(ofQuote, newestOfQuote)) newestOfQuote = ofQuote;
}

function isLarger(one: Newest, other: Newest): boolean {
  if (one.time !== other.time) return one.time > other.time;
  for (let index = 0; index < DIGITS; index++) {
    const difference = (one.digits[index] ?? 0) - (other.digits[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** A pool of random bytes: a call for each identifier would cost more. */
const store = new Uint8Array(DIGITS * 64);
let used = store.length;

function randomDigits(): number[] {
  const digits: number[] = [];
  // The top bit stays 0, which leaves room to count up within the millisecond.
  digits.push(randomDigit() & 15);
  while (digits.length < DIGITS) digits.push(randomDigit());
  return digits;
}

function randomDigit(): number {
  if (used === store.length) {
    crypto.getRandomValues(store);
    used = 0;
  }
  return (store[used++] as number) & 31;
}

/** Returns a bound: smaller than identifiers of this time or later, larger than earlier ones. */
export function leastId(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(time)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.length === prefix.length + 1 + TIME_LENGTH + DIGITS && text.startsWith(`${prefix}_`);
}

const PLACE_LENGTH = 10;

/**
 * Creates the identifier of an event from its time, its place in the feed of the account, and random digits. It is
 * larger than `last`, the previous event of the same quote, even if the clock was set back.
 */
export function eventId(now: number, place: number, last: string): string {
  const time = last === '' ? now : Math.max(now, timeOfId(last));
  const id = eventIdAt(time, place);
  return id > last ? id : eventIdAt(time + 1, place);
}

function eventIdAt(time: number, place: number): string {
  let digits = '';
  for (let rest = place, digit = 0; digit < PLACE_LENGTH; digit++) {
    digits = ALPHABET[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  }
  for (let digit = PLACE_LENGTH; digit < DIGITS; digit++) digits += ALPHABET[randomDigit()];
  return `evt_${encodeTime(time)}${digits}`;
}

/** Returns the place in the feed. Identifiers from earlier versions yield an arbitrary number. */
export function placeInEventId(id: string): number {
  return numberIn(id.slice('evt_'.length + TIME_LENGTH).slice(0, PLACE_LENGTH));
}

/** Returns the time of creation, by the clock of the process that created it. */
export function timeOfId(id: string): number {
  return numberIn(id.slice(id.indexOf('_') + 1).slice(0, TIME_LENGTH));
}

function numberIn(digits: string): number {
  let number = 0;
  for (const digit of digits) number = number * 32 + ALPHABET.indexOf(digit);
  return number;
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

function next(digits: readonly number[]): number[] {
  const larger = [...digits];
  for (let index = larger.length - 1; index >= 0; index--) {
    const digit = larger[index] ?? 0;
    if (digit < 31) {
      larger[index] = digit + 1;
      break;
    }
    larger[index] = 0;
  }
  return larger;
}
