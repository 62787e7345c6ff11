/** Normalizes line breaks, and removes characters that are invisible or change the reading direction. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\t\n])[\p{Cc}\p{Bidi_Control}\ufeff]/gu, '');
}

/** Converts the value of a header to one line of at most `maxLength` characters. */
export function cleanLine(text: string, maxLength: number): string {
  // Bounds the work on a long value; a character has at most two code units.
  const line = cleanText(text.slice(0, 4 * maxLength))
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(line, maxLength).text;
}

/** Shortens a text to `maxLength` characters. */
export function cutText(text: string, maxLength: number): { text: string; isCut: boolean } {
  if (text.length <= maxLength) return { text, isCut: false };
  const characters = [...text.slice(0, 2 * maxLength)];
  const isCut = characters.length > maxLength || text.length > 2 * maxLength;
  return { text: characters.slice(0, maxLength).join(''), isCut };
}
