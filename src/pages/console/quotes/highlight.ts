import { type HtmlValue, html } from '../../../domain/markup/html.ts';

/** Creates a function that highlights all matches of a search in a text. */
export function createHighlighter(search: string): (text: string) => HtmlValue {
  if (search === '') return (text) => text;
  const wanted = foldCase(search).join('');
  return (text) => {
    const parts = splitAtMatches(text, wanted);
    if (parts.length === 1) return text;
    return html`${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
  };
}

/** Splits a text: text around matches at even indexes, matches at odd ones. */
function splitAtMatches(text: string, wanted: string): string[] {
  if (isPlain(text)) return splitPlain(text, wanted);
  const letters = [...text.normalize('NFC')];
  const forms = letters.map((letter) => foldCase(letter).join(''));
  const whole = forms.join('');
  // Offset of each letter in the folded text, because some letters fold to two.
  const starts: number[] = [];
  let length = 0;
  for (const form of forms) {
    starts.push(length);
    length += form.length;
  }
  const parts: string[] = [];
  let shown = 0;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
    const first = starts.findLastIndex((start) => start <= at);
    const last = starts.findLastIndex((start) => start < at + wanted.length);
    if (first < shown) continue;
    parts.push(letters.slice(shown, first).join(''), letters.slice(first, last + 1).join(''));
    shown = last + 1;
  }
  return [...parts, letters.slice(shown).join('')];
}

/**
 * Fast path for ASCII, where folding keeps the length: per-letter folding took a quarter of the rendering time of
 * a search.
 */
function splitPlain(text: string, wanted: string): string[] {
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let shown = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, shown)) {
    parts.push(text.slice(shown, at), text.slice(at, at + wanted.length));
    shown = at + wanted.length;
  }
  return [...parts, text.slice(shown)];
}

function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is exactly ASCII
  return /^[\x00-\x7f]*$/.test(text);
}

/** Folds case letter by letter, as the search does. */
function foldCase(text: string): string[] {
  return [...text.normalize('NFC')].map((letter) => letter.toUpperCase().toLowerCase());
}
