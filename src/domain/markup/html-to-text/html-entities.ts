/** Entities that programs write for the characters from U+00A0 on, in their order. */
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
).split(' ');

const ENTITIES = new Map<string, string>([
  ...LATIN.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', trade: '™', bull: '•', hellip: '…' },
    ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
    ...{ lsaquo: '‹', rsaquo: '›', larr: '←', rarr: '→', ensp: ' ', emsp: ' ', thinsp: ' ', minus: '−' },
    ...{
      OElig: 'Œ',
      oelig: 'œ',
      Scaron: 'Š',
      scaron: 'š',
      Yuml: 'Ÿ',
      le: '≤',
      ge: '≥',
      permil: '‰',
      zwnj: '\u200c',
      zwj: '\u200d',
      zwsp: '\u200b',
    },
  }),
]);

/** Replaces entities such as `&amp;` and `&#228;`. Unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,7}));?/gi,
    (all, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES.get(name) ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff || code === 0 ? '\ufffd' : String.fromCodePoint(code).toWellFormed();
    },
  );
}
