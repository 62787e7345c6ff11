/** A token of a content stream. */
export interface Token {
  kind: 'word' | 'name' | 'string';
  /** For a string its bytes, one per character. */
  text: string;
  start: number;
  end: number;
}

/** Yields the operators of a content stream (in Latin-1) with their operands. */
export function* readOperations(stream: string): Generator<{ operator: Token; operands: Token[] }> {
  let operands: Token[] = [];
  for (const token of readTokens(stream)) {
    if (token.kind === 'word' && /^[A-Za-z'"*]+$/.test(token.text)) {
      yield { operator: token, operands };
      operands = [];
    } else {
      operands.push(token);
    }
  }
}

function* readTokens(stream: string): Generator<Token> {
  const pattern = /[()]|<<|>>|<[0-9A-Fa-f\s]*>|[[\]]|\/[^\s()<>[\]/]*|[^\s()<>[\]/]+/g;
  for (let match = pattern.exec(stream); match; match = pattern.exec(stream)) {
    const [found] = match;
    const start = match.index;
    if (found === '(') {
      const { text, end } = parseLiteralString(stream, start);
      pattern.lastIndex = end;
      yield { kind: 'string', text, start, end };
    } else if (found.startsWith('<') && found !== '<<') {
      yield { kind: 'string', text: parseHexString(found), start, end: pattern.lastIndex };
    } else if (found.startsWith('/')) {
      yield { kind: 'name', text: found.slice(1), start, end: pattern.lastIndex };
    } else {
      yield { kind: 'word', text: found, start, end: pattern.lastIndex };
    }
  }
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

function parseLiteralString(stream: string, start: number): { text: string; end: number } {
  const pattern = /\\([0-7]{1,3}|[\s\S])|[()]|[^\\()]+/g;
  pattern.lastIndex = start + 1;
  let text = '';
  let depth = 1;
  for (let match = pattern.exec(stream); match; match = pattern.exec(stream)) {
    const [found, escaped] = match;
    if (escaped !== undefined) {
      text += /^[0-7]/.test(escaped)
        ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
        : (ESCAPED[escaped] ?? escaped);
      continue;
    }
    if (found === '(') depth += 1;
    else if (found === ')') depth -= 1;
    if (depth === 0) return { text, end: pattern.lastIndex };
    text += found;
  }
  return { text, end: stream.length };
}

function parseHexString(hex: string): string {
  const digits = hex.replace(/[<>\s]/g, '');
  return (digits.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
