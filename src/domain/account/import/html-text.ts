/** Elements that begin and end a line. The text of a paragraph has an empty line around it. */
const LINES = new Set(
  'address article blockquote div dl dt dd figure h1 h2 h3 h4 h5 h6 hr li ol pre section table tr ul'.split(
    ' ',
  ),
);
const ENTRY = '- ';

/** A tag, an entity, or text up to the next one. No part can match in two ways, so the time is linear. */
const TOKEN = /<\/?([a-z][a-z0-9]*)\b[^<>]*>|&(#?[a-z0-9]{1,31});|[^<&]+|[<&]/gi;

/**
 * Converts HTML to plain text with its lines; entries of lists begin with a hyphen. A text without elements that make
 * lines keeps its own line breaks.
 */
export function convertHtmlToText(source: string): string {
  const tokens = [...source.matchAll(TOKEN)];
  const isHtml = tokens.some(([, tag]) => tag !== undefined && isLineTag(tag.toLowerCase()));
  const parts: string[] = [];
  /** Line breaks before the next text. */
  let breaks = 0;
  for (const [token, name, entity] of tokens) {
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      const plain = isHtml ? token.replaceAll(/\s+/g, ' ') : token;
      const said = entity === undefined ? plain : decodeEntity(token, entity);
      if (said.trim() !== '') {
        parts.push('\n'.repeat(breaks));
        breaks = 0;
      }
      parts.push(said);
    } else if (tag === 'li' && token[1] !== '/') {
      parts.push('\n'.repeat(Math.max(breaks, 1)), ENTRY);
      breaks = 0;
    } else if (tag === 'br') parts.push('\n');
    else if (tag === 'td' || tag === 'th') parts.push(token[1] === '/' ? ' ' : '');
    // The paragraph of an entry begins behind its hyphen.
    else if (parts.at(-1) !== ENTRY) breaks = Math.max(breaks, countBreaks(tag));
  }
  const text = parts.join('');
  return isHtml ? tidyLines(text) : text;
}

function isLineTag(tag: string): boolean {
  return tag === 'br' || countBreaks(tag) > 0;
}

function countBreaks(tag: string): number {
  return tag === 'p' ? 2 : LINES.has(tag) ? 1 : 0;
}

/** Removes spaces around lines, and empty lines next to another. */
function tidyLines(text: string): string {
  const lines = text.split('\n').map((line) => (line.trim() === '-' ? '' : line.trim()));
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** Names of the characters from U+00A0, in the order of Unicode. */
const LATIN =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
  para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
  Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
  Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
  iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(
    /\s+/,
  );

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    euro: '€',
    hellip: '…',
    bull: '•',
    trade: '™',
  }),
  ...Object.entries({
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
  }),
  ...Object.entries({
    lsaquo: '‹',
    rsaquo: '›',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
  }),
  ...Object.entries({
    minus: '−',
    le: '≤',
    ge: '≥',
    rarr: '→',
    permil: '‰',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
  }),
]);

/** An entity that is not known stays as it is written. */
function decodeEntity(source: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? source;
  const isHex = name[1] === 'x' || name[1] === 'X';
  const code = Number(isHex ? `0x${name.slice(2)}` : name.slice(1));
  const isCharacter =
    Number.isInteger(code) && code > 0 && code <= 0x10_ffff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : source;
}
