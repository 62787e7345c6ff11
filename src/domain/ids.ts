const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
/** Number of random digits. */
export const RANDOM_DIGITS = 16;

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'quo'
  | 'itm'
  | 'inv'
  | 'pay'
  | 'chk'
  | 'evt'
  | 'msg'
  | 'fil'
  | 'snd'
  | 'lnk'
  | 'rfd'
  | 'mail'
  | 'mac'
  | 'ans'
  | 'job'
  | 'cat'
  | 'tpl'
  | 'usr'
  | 'ses'
  | 'ivt'
  | 'whe'
  | 'whd'
  | 'dlv'
  | 'cus'
  | 'imp'
  | 'ser'
  | 'prl'
  | 'prp'
  | 'app'
  | 'grt';

/** The last identifier that was created. */
interface LastId {
  time: number;
  digits: readonly number[];
}

let lastId: LastId = { time: 0, digits: [] };
let lastQuoteId: LastId = { time: 0, digits: [] };

/**
 * Creates an opaque identifier that sorts by time: 48 bits of milliseconds and 80 random bits, in Crockford's base 32.
 * Within one thread each is larger than the one before, even in the same millisecond and after the clock was set
 * back. Identifiers of quotes are the exception: they follow the clock back, because quotes are sorted by them.
 */
export function newId(prefix: IdPrefix, now: number): string {
  const newest = prefix === 'quo' ? nextQuoteId(now) : nextId(now);
  let id = `${prefix}_${encodeTime(newest.time)}`;
  for (const digit of newest.digits) id += ALPHABET[digit];
  return id;
}

/** Creates an identifier that is larger than `last`, which may come from a process whose clock was ahead. */
export function newIdAfter(prefix: IdPrefix, now: number, last: string): string {
  const id = newId(prefix, now);
  return id > last ? id : incrementId(last);
}

function incrementId(id: string): string {
  let place = id.length - 1;
  while (id[place] === ALPHABET.at(-1)) place--;
  const digit = ALPHABET[ALPHABET.indexOf(id.charAt(place)) + 1];
  return id.slice(0, place) + digit + '0'.repeat(id.length - place - 1);
}

function nextId(now: number): LastId {
  lastId =
    now > lastId.time
      ? { time: now, digits: randomDigits() }
      : { ...lastId, digits: incrementDigits(lastId.digits) };
  return lastId;
}

function nextQuoteId(now: number): LastId {
  lastQuoteId =
    now === lastQuoteId.time
      ? { time: now, digits: incrementDigits(lastQuoteId.digits) }
      : { time: now, digits: randomDigits() };
  return lastQuoteId;
}

/** Returns the random part of an identifier, which the identifiers of the quote's items start with. */
export function getLineIdBase(id: string): string {
  return id.slice(-RANDOM_DIGITS);
}

/** A pool of random bytes: a call for each identifier would cost more. */
const randomPool = new Uint8Array(RANDOM_DIGITS * 64);
let poolPosition = randomPool.length;

function randomDigits(): number[] {
  const digits: number[] = [];
  // The top bit stays 0, which leaves room to count up within the millisecond.
  digits.push(randomDigit() & 15);
  while (digits.length < RANDOM_DIGITS) digits.push(randomDigit());
  return digits;
}

function randomDigit(): number {
  if (poolPosition === randomPool.length) {
    crypto.getRandomValues(randomPool);
    poolPosition = 0;
  }
  return (randomPool[poolPosition++] as number) & 31;
}

/** Returns a bound: smaller than identifiers of this time or later, larger than earlier ones. */
export function minIdAt(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(time)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.length === prefix.length + 1 + TIME_LENGTH + RANDOM_DIGITS && text.startsWith(`${prefix}_`);
}

const PLACE_LENGTH = 10;

/**
 * Creates the identifier of an event from its time, its place in the feed of the account, and random digits. It is
 * larger than `last`, the previous event of the same quote, even if the clock was set back.
 */
export function createEventId(now: number, place: number, last: string): string {
  const time = last === '' ? now : Math.max(now, parseIdTime(last));
  const id = formatEventId(time, place);
  return id > last ? id : formatEventId(time + 1, place);
}

function formatEventId(time: number, place: number): string {
  let digits = encodeBase32(place, PLACE_LENGTH);
  for (let digit = PLACE_LENGTH; digit < RANDOM_DIGITS; digit++) digits += ALPHABET[randomDigit()];
  return `evt_${encodeTime(time)}${digits}`;
}

/** Returns the place in the feed. */
export function parseEventPlace(id: string): number {
  return decodeBase32(id.slice('evt_'.length + TIME_LENGTH).slice(0, PLACE_LENGTH));
}

/** Returns the time of creation, by the clock of the process that created it. */
export function parseIdTime(id: string): number {
  return decodeBase32(id.slice(id.indexOf('_') + 1).slice(0, TIME_LENGTH));
}

/** Writes a number in digits of an identifier, with zeros before it. */
export function encodeBase32(number: number, length: number): string {
  let digits = '';
  for (let rest = number, digit = 0; digit < length; digit++) {
    digits = ALPHABET[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

export function decodeBase32(digits: string): number {
  let number = 0;
  for (const digit of digits) number = number * 32 + ALPHABET.indexOf(digit);
  return number;
}

let lastEncoded = { time: NaN, text: '' };

function encodeTime(time: number): string {
  if (lastEncoded.time === time) return lastEncoded.text;
  const text = encodeBase32(time, TIME_LENGTH);
  lastEncoded = { time, text };
  return text;
}

function incrementDigits(digits: readonly number[]): number[] {
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
