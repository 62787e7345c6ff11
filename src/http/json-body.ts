import { isUtf8 } from 'node:buffer';
import { type FieldError, Problem } from '../domain/errors.ts';

const MAX_DEPTH = 32;
/** A double keeps every decimal of up to 15 digits. */
const SAFE_DIGITS = 15;

/**
 * Reads a JSON body strictly: UTF-8, bounded depth, no NUL, no half characters, and no number that a double would
 * change. What is wrong with single values comes back as errors with a path, beside the failures of the schema.
 */
export function readJson(body: Buffer): { value: unknown; errors: FieldError[] } {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8. Send it as UTF-8.');
  const text = body.toString('utf8');
  const { tooDeep, escapes, longNumbers } = scan(text);
  if (tooDeep) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);

  const inexact: InexactNumber[] = [];
  let value: unknown;
  try {
    value = longNumbers ? JSON.parse(text, keepExact(inexact)) : JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON. Check quotes, commas and brackets.');
  }
  const errors: FieldError[] = [];
  if (escapes || inexact.length > 0) value = inspect(value, '', errors);
  return { value, errors };
}

function malformed(detail: string): Problem {
  return new Problem('malformed_json', detail);
}

/** One pass over the text, so that the usual body is parsed by the engine alone. */
function scan(text: string): { tooDeep: boolean; escapes: boolean; longNumbers: boolean } {
  const seen = { tooDeep: false, escapes: false, longNumbers: false };
  let depth = 0;
  let digits = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) {
        index++;
        if (text.charCodeAt(index) === 0x75) seen.escapes = true;
      } else if (char === 0x22) inString = false;
    } else if (char >= 0x30 && char <= 0x39) {
      if (++digits > SAFE_DIGITS) seen.longNumbers = true;
    } else if (char !== 0x2e) {
      // An exponent directly behind a digit makes a number whose size the digits do not show.
      if (digits > 0 && (char === 0x65 || char === 0x45)) seen.longNumbers = true;
      digits = 0;
      if (char === 0x22) inString = true;
      else if (char === 0x7b || char === 0x5b) {
        if (++depth > MAX_DEPTH) seen.tooDeep = true;
      } else if (char === 0x7d || char === 0x5d) depth--;
    }
  }
  return seen;
}

class InexactNumber {
  readonly nearest: number;
  constructor(nearest: number) {
    this.nearest = nearest;
  }
}

function keepExact(inexact: InexactNumber[]) {
  return (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    if (Number.isFinite(value) && sameDecimal(context.source, String(value))) return value;
    const marker = new InexactNumber(value);
    inexact.push(marker);
    return marker;
  };
}

function sameDecimal(a: string, b: string): boolean {
  return normalDecimal(a) === normalDecimal(b);
}

function normalDecimal(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

function inspect(value: unknown, path: string, errors: FieldError[]): unknown {
  if (typeof value === 'string') checkText(value, path, errors);
  else if (value instanceof InexactNumber) {
    errors.push({ path, message: 'has more digits than can be kept exactly' });
    return Number.isFinite(value.nearest) ? value.nearest : 0;
  } else if (Array.isArray(value))
    return value.map((entry, index) => inspect(entry, `${path}/${index}`, errors));
  else if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        const below = `${path}/${pointerPart(key)}`;
        checkText(key, below, errors);
        return [key, inspect(entry, below, errors)];
      }),
    );
  }
  return value;
}

function checkText(text: string, path: string, errors: FieldError[]): void {
  if (text.includes('\0'))
    errors.push({ path: path.toWellFormed(), message: 'must not contain the character NUL' });
  if (!text.isWellFormed()) {
    errors.push({
      path: path.toWellFormed(),
      message: 'must not contain half a character (a lone surrogate)',
    });
  }
}

/** A key as a part of a JSON pointer (RFC 6901). */
export function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
