/** Letters that do not come apart into one of the character set and a mark. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2022': '-',
  '\u1e9e': 'SS',
  '\u0192': 'f',
};

/** The characters that Swiss payments allow: Basic Latin, Latin-1, Latin Extended-A, four Romanian letters and the euro. */
const PERMITTED = /^[\x20-\x7e\xa0-\u017f\u0218-\u021b\u20ac]$/;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Characters of other scripts become points. */
const REPLACEMENT = '.';

/**
 * Rewrites a text in the characters that Swiss payments allow, on one line, cut to its maximum length. Returns an empty
 * text if it has no letter or digit of them.
 */
export function toBankText(text: string, maxLength: number): string {
  let permitted = '';
  for (const character of text.normalize('NFC').replaceAll(/\s/g, ' ').replaceAll(INVISIBLE, '')) {
    permitted += PERMITTED.test(character) ? character : (SPELLINGS[character] ?? simplify(character));
  }
  const compact = permitted.replaceAll(/[ \xa0]+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(compact)) return '';
  return compact.slice(0, maxLength).trimEnd();
}

/** Replaces a character by what it is made of, without marks: ệ is e, № is No, Ａ is A. */
function simplify(character: string): string {
  const parts = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return parts !== '' && [...parts].every((part) => PERMITTED.test(part)) ? parts : REPLACEMENT;
}
