/**
 * Replaces number signs that would be read as codes: XRechnung takes a line that begins with one for a cash discount
 * (`#SKONTO#…`), and EN 16931 takes a note with two for a subject code.
 */
export function hideCodes(text: string | null): string | null {
  const clean = toText(text);
  return clean !== null && hasCode(clean) ? clean.replaceAll('#', '＃') : clean;
}

/** Whether there are two number signs, or one that begins a line. */
function hasCode(text: string): boolean {
  const first = text.indexOf('#');
  if (first === -1) return false;
  return text.includes('#', first + 1) || text.slice(text.lastIndexOf('\n', first) + 1, first).trim() === '';
}

/** Returns the text without characters that XML cannot contain; `null` if nothing is left. */
export function toText(text: string | null | undefined): string | null {
  return (text && cleanText(text)) || null;
}

/** Removes what XML 1.0 cannot contain: control characters, noncharacters and lone surrogates. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|[\u{7f}-\u{9f}]/gu, '')
    .trim();
}
