const PASSWORD_LENGTH = { min: 10, max: 200 };

export type PasswordError = 'short' | 'long' | 'easy';

/** Looks up a lower-case word without trailing digits. */
export type IsCommonPassword = (word: string) => boolean;

/** Common passwords in the console's languages that the English list lacks. */
const MORE_COMMON_PASSWORDS = new Set([
  'qwertz',
  'qwertzuiop',
  'azertyuiop',
  'contraseña',
  'motdepasse',
  'passwort',
]);
const MIN_WORD_LENGTH = 3;

/**
 * Requires length, and rejects what attackers guess first: common passwords and words about the person (name, email
 * address, account), regardless of case and of digits around them.
 */
export function findPasswordError(
  password: string,
  about: readonly string[],
  isCommon: IsCommonPassword,
): PasswordError | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return 'short';
  if (length > PASSWORD_LENGTH.max) return 'long';
  const folded = fold(password);
  const isEasy =
    new Set(folded).size < 4 ||
    isSequence(folded) ||
    listVariants(folded).some((word) => word === '' || isCommon(word) || MORE_COMMON_PASSWORDS.has(word)) ||
    consistsOf(folded, [...about, 'proffer']);
  return isEasy ? 'easy' : undefined;
}

/** Returns simplified forms of a password: without trailing digits and signs, without leading ones, without repetition. */
function listVariants(folded: string): string[] {
  return [folded, folded.replace(/^(.+?)\1+$/u, '$1')].flatMap((word) => {
    const base = word.replace(/\d*[^\p{L}\d]{0,3}$/u, '').replace(/\d+$/, '');
    return [word, base, base.replace(/^[^\p{L}]+/u, '')];
  });
}

/** Whether the password consists only of these texts, their words, digits and signs. */
function consistsOf(folded: string, texts: readonly string[]): boolean {
  const words = texts
    .flatMap((text) => [keepLettersAndDigits(fold(text)), ...fold(text).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => [...word].length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
  const letters = keepLettersAndDigits(folded);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), letters);
  return rest !== letters && !/\p{L}/u.test(rest);
}

function keepLettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  // One irregular step is tolerated: 1234567890 ends with a step back.
  return steps.filter((step) => step === steps[0]).length >= steps.length - 1 && Math.abs(steps[0] ?? 9) <= 1;
}
