const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;

/** Returns the time in an identifier. */
export function parseIdTime(id: string): number {
  const [, text = ''] = id.split('_');
  return [...text.slice(0, TIME_LENGTH)].reduce((time, char) => time * 32 + ALPHABET.indexOf(char), 0);
}
