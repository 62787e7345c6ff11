export interface Header {
  /** In lower case. */
  name: string;
  /** On one line. */
  value: string;
}

/** Reads the headers of a text: lines with a colon, the next lines if they begin with a space, up to a blank line. */
export function parseHeaders(text: string): Header[] {
  const headers: { name: string; parts: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') break;
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) headers.at(-1)?.parts.push(line.trim());
    else if (colon > 0)
      headers.push({
        name: line.slice(0, colon).trim().toLowerCase(),
        parts: [line.slice(colon + 1).trim()],
      });
  }
  return headers.map(({ name, parts }) => ({ name, value: parts.join(' ') }));
}

export function findHeader(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name === name)?.value;
}

/** Removes comments in parentheses (RFC 5322), which may contain each other, but not those in quoted strings. */
export function removeComments(value: string): string {
  let result = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const char = value[at] ?? '';
    if (char === '\\') {
      if (depth === 0) result += value.slice(at, at + 2);
      at++;
    } else if (isQuoted) {
      result += char;
      isQuoted = char !== '"';
    } else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      result += char;
      isQuoted = char === '"';
    }
  }
  return result;
}
