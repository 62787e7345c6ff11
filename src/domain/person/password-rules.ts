const PASSWORD_LENGTH = { min: 10, max: 200 };

export type PasswordFault = 'short' | 'long' | 'easy';

/** Length is what counts; what everybody tries first does not count as one. */
export function passwordFault(password: string, about: readonly string[]): PasswordFault | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return 'short';
  if (length > PASSWORD_LENGTH.max) return 'long';
  const folded = password.normalize('NFKC').toLowerCase();
  if (new Set(folded).size < 4 || isSequence(folded)) return 'easy';
  const known = [...COMMON, ...about.map((text) => text.toLowerCase()).filter((text) => text.length >= 4)];
  const rest = known.reduce((text, word) => text.replaceAll(word, ''), folded);
  return rest.replaceAll(/[^\p{L}]/gu, '').length === 0 && rest.length < 6 && rest !== folded
    ? 'easy'
    : undefined;
}

/** The words that such passwords are made of, with digits around them. */
const COMMON = [
  ...['password', 'passwort', 'motdepasse', 'contraseña', 'qwertyuiop', 'qwertzuiop', 'azertyuiop'],
  ...[
    'qwerty',
    'qwertz',
    'azerty',
    'letmein',
    'welcome',
    'iloveyou',
    'proffer',
    'changeme',
    'administrator',
    'admin',
  ],
];

function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  // 1234567890 ends with a step back.
  return steps.filter((step) => step === steps[0]).length >= steps.length - 1 && Math.abs(steps[0] ?? 9) <= 1;
}
