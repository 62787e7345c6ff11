/** A double keeps every decimal of up to 15 digits. */
export const SAFE_DIGITS = 15;
/** Between these powers of ten, that is. */
const SAFE_POWER = 290;

/** Whether the double next to a JSON number, written as short as can be, stands for the same value. */
export function isExactNumber(text: string): boolean {
  const given = readDecimal(text);
  if (given.digits === 0 || (given.digits <= SAFE_DIGITS && Math.abs(given.power) <= SAFE_POWER)) return true;
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const shortest = String(value);
  const kept = readDecimal(shortest);
  return (
    kept.digits === given.digits &&
    kept.power === given.power &&
    digitsOf(shortest, kept) === digitsOf(text, given)
  );
}

interface Decimal {
  /** From the first to the last that is not zero. */
  digits: number;
  /** Of ten, by which these digits are multiplied. */
  power: number;
  /** Where they stand in the text; there may be a point between them. */
  start: number;
  end: number;
}

/** One pass, and nothing new made: a body may hold a quarter of a million numbers. */
function readDecimal(text: string): Decimal {
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

function digitsOf(text: string, { start, end }: Decimal): string {
  return text.slice(start, end).replace('.', '');
}
