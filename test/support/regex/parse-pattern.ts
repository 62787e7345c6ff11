/** A part of a regular expression. `source` of a character is what alone matches one: a letter, an escape or a class. */
export type Node =
  | { type: 'char'; source: string }
  | { type: 'seq' | 'alt'; parts: Node[] }
  | { type: 'repeat'; body: Node; min: number; max: number; isLazy: boolean }
  | { type: 'group'; body: Node; index: number; name: string | undefined }
  | { type: 'look'; body: Node; isBehind: boolean; isNegative: boolean }
  | { type: 'reference'; to: string }
  | { type: 'edge'; source: '^' | '$' | '\\b' | '\\B' };

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,(\d*))?\})(\??)/;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/u;
const GROUP = /^\((?:\?(?::|<?[=!]|<(\w+)>))?/;

/** Parses a pattern that JavaScript takes. */
export function parsePattern(pattern: string, flags: string): Node {
  const isNested = flags.includes('v');
  let at = 0;
  let groups = 0;
  const rest = () => pattern.slice(at);

  function parseAlternatives(): Node {
    const parts = [parseSequence()];
    while (pattern[at] === '|') {
      at++;
      parts.push(parseSequence());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'alt', parts };
  }

  function parseSequence(): Node {
    const parts: Node[] = [];
    while (at < pattern.length && !'|)'.includes(pattern[at] ?? '')) parts.push(parseQuantified());
    return { type: 'seq', parts };
  }

  function parseQuantified(): Node {
    const body = parseAtom();
    const [found, least, comma, most] = QUANTIFIER.exec(rest()) ?? [];
    if (found === undefined) return body;
    at += found.length;
    const isLazy = found.length > 1 && found.endsWith('?');
    if (least === undefined)
      return {
        type: 'repeat',
        body,
        min: found[0] === '+' ? 1 : 0,
        max: found[0] === '?' ? 1 : Infinity,
        isLazy,
      };
    const max = comma === undefined ? Number(least) : most ? Number(most) : Infinity;
    return { type: 'repeat', body, min: Number(least), max, isLazy };
  }

  function parseAtom(): Node {
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    if (sign === '(') return parseGroup();
    if (sign === '[') return take(endOfClass() - at);
    if (sign === '\\') return parseEscape();
    if (sign === '^' || sign === '$') {
      at++;
      return { type: 'edge', source: sign };
    }
    return take(sign.length);
  }

  function parseGroup(): Node {
    const [open = '', name] = GROUP.exec(rest()) ?? [];
    const isCapture = open === '(' || name !== undefined;
    const index = isCapture ? ++groups : 0;
    at += open.length;
    const body = parseAlternatives();
    if (pattern[at] !== ')') throw new Error(`not understood: ${pattern}`);
    at++;
    if (isCapture) return { type: 'group', body, index, name };
    if (open === '(?:') return body;
    return { type: 'look', body, isBehind: open.includes('<'), isNegative: open.endsWith('!') };
  }

  function parseEscape(): Node {
    const [named, to] = /^\\k<(\w+)>/.exec(rest()) ?? [];
    if (named !== undefined && to !== undefined) {
      at += named.length;
      return { type: 'reference', to };
    }
    const [sign = ''] = ESCAPE.exec(rest()) ?? [];
    if (/^\\[1-9]/.test(sign)) {
      at += sign.length;
      return { type: 'reference', to: sign.slice(1) };
    }
    if (sign === '\\b' || sign === '\\B') {
      at += 2;
      return { type: 'edge', source: sign };
    }
    return take(sign.length);
  }

  function endOfClass(): number {
    let depth = 0;
    for (let end = at; end < pattern.length; end++) {
      if (pattern[end] === '\\') end++;
      else if (pattern[end] === '[' && (isNested || depth === 0)) depth++;
      else if (pattern[end] === ']' && --depth === 0) return end + 1;
    }
    throw new Error(`not understood: ${pattern}`);
  }

  function take(length: number): Node {
    const source = pattern.slice(at, at + length);
    at += length;
    return { type: 'char', source };
  }

  const whole = parseAlternatives();
  if (at !== pattern.length) throw new Error(`not understood: ${pattern}`);
  return whole;
}
