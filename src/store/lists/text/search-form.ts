/** Separator of texts that are searched together: nothing matches across it. */
export const BOUNDARY = '\ufdd0';

/**
 * Search form of a text: composed and caseless in any script. Letters are folded one by one, so that the result does
 * not depend on their position (Σ, σ and ς are one letter), and through upper case, so that SS finds ß. The separator
 * is replaced if it occurs in the text.
 */
export function toSearchForm(text: string): string {
  // Up to ÿ, all characters except µ and ß have one lower case in any position.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the fast path covers most texts
  if (/^[\x00-\xb4\xb6-\xde\xe0-\xff]*$/.test(text)) return text.toLowerCase();
  let caseless = '';
  for (const char of text.normalize('NFC')) caseless += char.toUpperCase().toLowerCase();
  return caseless.normalize('NFC').replaceAll(BOUNDARY, '\ufdd1');
}
