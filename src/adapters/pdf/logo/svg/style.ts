import { EXTERNAL, SvgError, shorten } from './error.ts';
import { FUNCTIONS, PROPERTIES } from './lists.ts';

const MAX_FUNCTION_LENGTH = 24;
const MAX_REFERENCE_LENGTH = 200;
const MARKERS = ['marker', 'marker-start', 'marker-mid', 'marker-end'];

/** Checks the value of an attribute or a property, and passes the IDs that it refers to to `refer`. */
export function checkValue(name: string, value: string, refer: (id: string) => void): void {
  // An escape could hide any of the words searched for here.
  if (value.includes('\\'))
    throw new SvgError(`must have no backslash in its attributes and styles (${shorten(name)})`);
  // A marker could be drawn at thousands of points.
  if (MARKERS.includes(name) && value.trim() !== 'none')
    throw new SvgError('must be an SVG picture without markers');
  for (let open = value.indexOf('('); open >= 0; open = value.indexOf('(', open + 1)) {
    const before = value.slice(Math.max(0, open - MAX_FUNCTION_LENGTH), open);
    const [called = ''] = /[\w-]*$/.exec(before) ?? [];
    if (called !== '' && !FUNCTIONS.has(called.toLowerCase())) {
      throw new SvgError(`must be an SVG picture without ${shorten(called)}()`);
    }
    if (called.toLowerCase() === 'url')
      refer(parseUrlTarget(value.slice(open + 1, open + MAX_REFERENCE_LENGTH)));
  }
}

/** Parses the rest of `url(…`, which must refer to the same file. */
function parseUrlTarget(rest: string): string {
  const inside = rest.slice(0, Math.max(0, rest.indexOf(')'))).trim();
  const quote = inside[0] === '"' || inside[0] === "'" ? inside[0] : '';
  const address = quote && inside.endsWith(quote) ? inside.slice(1, -1).trim() : inside;
  if (!address.startsWith('#')) throw new SvgError(EXTERNAL);
  return address.slice(1);
}

/** Checks the content of a `style` attribute or of a rule, and passes the lengths of dashes to `noteDashes`. */
export function checkDeclarations(
  text: string,
  refer: (id: string) => void,
  noteDashes: (lengths: string) => void,
): void {
  for (const declaration of text.split(';')) {
    if (declaration.trim() === '') continue;
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!PROPERTIES.has(name) && !/^-inkscape-[a-z-]{1,40}$/.test(name)) {
      throw new SvgError(`must be an SVG picture without the style "${shorten(name || declaration.trim())}"`);
    }
    checkValue(name, declaration.slice(colon + 1), refer);
    if (name === 'stroke-dasharray') noteDashes(declaration.slice(colon + 1));
  }
}

/** Checks the content of a `style` element, which may hold only selectors with declarations. */
export function checkSheet(
  sheet: string,
  refer: (id: string) => void,
  noteDashes: (lengths: string) => void,
): void {
  for (const rule of removeComments(sheet).split('}')) {
    if (rule.trim() === '') continue;
    const [selector = '', declarations, ...more] = rule.split('{');
    if (declarations === undefined || more.length > 0 || /[@\\]/.test(selector)) {
      throw new SvgError(
        'must be an SVG picture whose style sheet has plain rules only, such as ".a { fill: red }"',
      );
    }
    checkDeclarations(declarations, refer, noteDashes);
  }
}

/** Removes comments, but not inside strings, where a rule could hide behind a fake comment. */
function removeComments(sheet: string): string {
  const parts: string[] = [];
  const next = /\/\*|["']/g;
  let from = 0;
  for (let found = next.exec(sheet); found; found = next.exec(sheet)) {
    const isComment = found[0] === '/*';
    const end = sheet.indexOf(isComment ? '*/' : found[0], next.lastIndex);
    const inside = sheet.slice(next.lastIndex, end < 0 ? undefined : end);
    if (end < 0 || (!isComment && /[\n\r\f]/.test(inside))) {
      throw new SvgError(
        'must be an SVG picture whose style sheet can be read: a string or a comment does not end',
      );
    }
    next.lastIndex = end + (isComment ? 2 : 1);
    parts.push(sheet.slice(from, isComment ? found.index : next.lastIndex));
    from = next.lastIndex;
  }
  return parts.join(' ') + sheet.slice(from);
}
