/** Between texts that are searched together, so that nothing matches across them. */
export const BOUNDARY = '\ufdd0';

/**
 * The form in which text is searched: composed, and without case in any script. Letter by letter, so that the
 * result does not depend on a letter's place in the word (Σ, σ and ς are one letter), through upper case, so that
 * ß is found by SS. The noncharacter that separates texts in an index gives way to its neighbour.
 */
export function searchForm(text: string): string {
  // Up to ÿ, all but µ and ß have one lower case, wherever they stand.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts can take the quick way
  if (/^[\x00-\xb4\xb6-\xde\xe0-\xff]*$/.test(text)) return text.toLowerCase();
  let caseless = '';
  for (const char of text.normalize('NFC')) caseless += char.toUpperCase().toLowerCase();
  return caseless.normalize('NFC').replaceAll(BOUNDARY, '\ufdd1');
}
