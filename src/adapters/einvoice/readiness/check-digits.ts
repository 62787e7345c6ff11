/** Whether the last of 13 digits (a GLN) is the check digit of GS1. */
export function isGln(digits: string): boolean {
  const sum = reverseDigits(digits).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === lastDigit(digits);
}

/** Whether nine digits are a Norwegian organization number. */
export function isNorwegianNumber(digits: string): boolean {
  const sum = reverseDigits(digits).reduce((total, digit, index) => total + digit * ((index % 6) + 2), 0);
  return (11 - (sum % 11)) % 11 === lastDigit(digits);
}

/** Whether ten digits are a Belgian enterprise number. */
export function isBelgianNumber(digits: string): boolean {
  return 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8));
}

/** Whether ten digits are a Swedish organization number (Luhn). */
export function isSwedishNumber(digits: string): boolean {
  const sum = reverseDigits(digits).reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit * 2 : digit;
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10 === lastDigit(digits);
}

/** Whether eleven digits are an Australian Business Number. */
export function isAustralianNumber(digits: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = weights.reduce((total, weight, index) => {
    const digit = Number(digits[index]) - (index === 0 ? 1 : 0);
    return total + weight * digit;
  }, 0);
  return sum % 89 === 0;
}

/** Returns the digits before the check digit, last one first. */
function reverseDigits(digits: string): number[] {
  return [...digits.slice(0, -1)].reverse().map(Number);
}

function lastDigit(digits: string): number {
  return Number(digits.at(-1));
}
