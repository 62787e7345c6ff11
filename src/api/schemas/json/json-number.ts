/** A double represents every decimal of up to 15 digits exactly enough to print it again. */
export const SAFE_DIGITS = 15;
/** `SAFE_DIGITS` holds for powers of ten up to this, positive or negative. */
const MAX_SAFE_POWER = 290;

/** Whether the shortest text of the nearest double represents the same value as the JSON number. */
export function isExactNumber(text: string): boolean {
  const given = parseDecimal(text);
  if (given.digits === 0 || (given.digits <= SAFE_DIGITS && Math.abs(given.power) <= MAX_SAFE_POWER))
    return true;
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const shortest = String(value);
  const stored = parseDecimal(shortest);
  return (
    stored.digits === given.digits &&
    stored.power === given.power &&
    extractDigits(shortest, stored) === extractDigits(text, given)
  );
}

interface Decimal {
  /** Number of digits from the first to the last that is not zero. */
  digits: number;
  /** Power of ten by which these digits are multiplied. */
  power: number;
  /** Position of the digits in the text; a point may be among them. */
  start: number;
  end: number;
}

/** Uses a single pass without allocating strings, because a body may contain 250,000 numbers. */
function parseDecimal(text: string): Decimal {
  const decimal: Decimal = { digits: 0, power: 0, start: 0, end: 0 };
  let zeros = 0;
  let decimals = 0;
  let isFraction = false;
  let at = 0;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x65 || char === 0x45) break;
    if (char === 0x2e) isFraction = true;
    if (char < 0x30 || char > 0x39) continue;
    if (isFraction) decimals++;
    if (char === 0x30) zeros++;
    else {
      if (decimal.digits === 0) decimal.start = at;
      decimal.digits += decimal.digits === 0 ? 1 : zeros + 1;
      decimal.end = at + 1;
      zeros = 0;
    }
  }
  const exponent = at < text.length ? Number(text.slice(at + 1)) : 0;
  decimal.power = exponent - decimals + zeros;
  return decimal;
}

function extractDigits(text: string, { start, end }: Decimal): string {
  return text.slice(start, end).replace('.', '');
}
