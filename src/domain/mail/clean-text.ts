/** Makes a stranger's text storable: without the character that PostgreSQL rejects and without halves of characters. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Makes a stranger's text one line of a limited length. */
export function cleanLine(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(CONTROLS, ' ').trim().toWellFormed();
}

/** Line breaks, other control characters, and characters that change the reading direction. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
