export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close'; name: string; attributes: Map<string, string> };

/** Elements whose content is no text for the reader. */
const SKIPPED = new Set([
  ...['script', 'style', 'title', 'textarea', 'iframe', 'object', 'noembed', 'noframes', 'xmp'],
  ...['template', 'svg', 'math', 'select', 'audio', 'video'],
]);

/**
 * Splits HTML into texts and tags, in one pass: every search begins where the one before has ended, and one that finds
 * nothing ends the document.
 */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let at = 0;
  while (at < html.length) {
    const open = findMarkup(html, at);
    if (open > at) yield { kind: 'text', text: html.slice(at, open) };
    if (open === html.length) return;
    if (html[open + 1] === '!' || html[open + 1] === '?') {
      at = skipDeclaration(html, open);
      continue;
    }
    const end = findTagEnd(html, open);
    const isClosing = html[open + 1] === '/';
    const start = open + (isClosing ? 2 : 1);
    const [name = ''] = /^[a-z][a-z0-9:-]{0,30}/.exec(lower.slice(start, start + 32)) ?? [];
    const attributes = isClosing
      ? new Map<string, string>()
      : parseAttributes(html.slice(start + name.length, end));
    yield { kind: isClosing ? 'close' : 'open', name, attributes };
    at = end + 1;
    if (!isClosing && SKIPPED.has(name)) at = indexOrEnd(lower, `</${name}`, at);
  }
}

/** Finds the next "<" that begins a tag, a comment or a declaration. */
function findMarkup(html: string, from: number): number {
  let at = indexOrEnd(html, '<', from);
  while (at < html.length && !/[a-z/!?]/i.test(html[at + 1] ?? '')) at = indexOrEnd(html, '<', at + 1);
  return at;
}

function skipDeclaration(html: string, open: number): number {
  return html.startsWith('<!--', open)
    ? indexOrEnd(html, '-->', open + 2) + 3
    : indexOrEnd(html, '>', open) + 1;
}

/** Finds the ">" that ends a tag. One in a quoted value does not. */
function findTagEnd(html: string, open: number): number {
  let at = open + 1;
  while (at < html.length && html[at] !== '>') {
    const isQuote = (html[at] === '"' || html[at] === "'") && html[at - 1] === '=';
    at = isQuote ? indexOrEnd(html, html[at] ?? '', at + 1) + 1 : at + 1;
  }
  return Math.min(at, html.length);
}

/** Reads `name="value"` pairs. The first of several with the same name counts. */
function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const equals = indexOrEnd(text, '=', at);
    const name = text.slice(at, equals).trim().split(/\s+/).at(-1)?.toLowerCase() ?? '';
    let start = equals + 1;
    while (start < text.length && /\s/.test(text[start] ?? '')) start++;
    const quote = text[start] === '"' || text[start] === "'" ? text[start] : undefined;
    if (quote) start++;
    let end = quote ? indexOrEnd(text, quote, start) : start;
    while (!quote && end < text.length && !/\s/.test(text[end] ?? '')) end++;
    if (equals < text.length && name !== '' && !attributes.has(name))
      attributes.set(name, text.slice(start, end));
    at = end + 1;
  }
  return attributes;
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const index = text.indexOf(searched, from);
  return index === -1 ? text.length : index;
}
