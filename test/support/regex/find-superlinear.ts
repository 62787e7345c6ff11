import { type Counter, compileCounter, createTest, TooManySteps } from './count-steps.ts';
import { type Node, parsePattern } from './parse-pattern.ts';

/** A run from which a text of any length can be made. */
interface Loop {
  before: string;
  body: Node;
}

const LENGTH = 150;
const MAX_SIGNS = 12;
const MAX_STEPS = 400_000;
/** Twice the text takes twice the steps, and four times as many if the expression is quadratic. */
const MAX_GROWTH = 2.8;
/** Steps per character up to which a text is not tried with twice the length. */
const FEW = 12;
const SAMPLES = [
  ...'a0 .,-_/\\"\'<>()[]{}#@:;=+*?&%|~^$!`',
  ...['\n', '\r', '\t', '\u2028', '\u00a0', 'é', 'Z', 'x', 'n', '٣', '一', '\u200b', '\u0000', '𝒳'],
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
];

/** Attacks an expression with texts that repeat what its loops take; returns how one begins that costs more than its length. */
export function findSuperlinear(pattern: string, flags: string): string | undefined {
  const tree = parsePattern(pattern, flags);
  const { count } = compileCounter(tree, flags);
  const signs = chooseSigns(tree, flags);
  for (const loop of listLoops(tree, flags, signs)) {
    for (const [pump, suffixes] of listPumps(loop, flags, signs)) {
      for (const suffix of suffixes) {
        const write = (length: number) => loop.before + pump.repeat(Math.ceil(length / pump.length)) + suffix;
        if (isSuperlinear(count, write)) return write(12);
      }
    }
  }
  return undefined;
}

function isSuperlinear(count: Counter['count'], write: (length: number) => string): boolean {
  try {
    const once = count(write(LENGTH), MAX_STEPS);
    if (once < FEW * LENGTH) return false;
    return count(write(2 * LENGTH), MAX_STEPS) / once > MAX_GROWTH;
  } catch (error) {
    if (error instanceof TooManySteps) return true;
    throw error;
  }
}

/** Chooses one character for each set of characters that the expression tells apart. */
function chooseSigns(tree: Node, flags: string): string[] {
  const kinds = new Set([...listChars(tree), '[\\n\\r\\u2028\\u2029]', '\\w']);
  const tests = [...kinds].map((source) => createTest(source, flags));
  const chosen = new Map<string, string>();
  for (const sign of SAMPLES) {
    const kind = tests.map((accepts) => (accepts(sign) ? 1 : 0)).join('');
    if (!chosen.has(kind)) chosen.set(kind, sign);
  }
  return [...chosen.values()];
}

function listChars(node: Node): string[] {
  if (node.type === 'char') return [node.source];
  if ('parts' in node) return node.parts.flatMap(listChars);
  return 'body' in node ? listChars(node.body) : [];
}

function listLoops(tree: Node, flags: string, signs: readonly string[]): Loop[] {
  const loops: Loop[] = [];
  function walk(node: Node, before: string): void {
    if (node.type === 'seq') {
      let so = before;
      for (const part of node.parts) {
        walk(part, so);
        so += shortest(part, flags, signs);
      }
    } else if (node.type === 'alt') for (const part of node.parts) walk(part, before);
    else if ('body' in node) {
      if (node.type === 'repeat' && node.max > LENGTH) loops.push({ before, body: node.body });
      walk(node.body, before);
    }
  }
  walk(tree, '');
  return loops;
}

/** Returns what is repeated, with what may follow so that the search fails. */
function listPumps({ before, body }: Loop, flags: string, signs: readonly string[]): [string, string[]][] {
  const inside = [...new Set(listChars(body))].map((source) => createTest(source, flags));
  const own = signs.filter((sign) => inside.some((accepts) => accepts(sign))).slice(0, MAX_SIGNS);
  const short = shortest(body, flags, signs);
  const some = own.slice(0, 4);
  const pairs = some.flatMap((one) => some.filter((other) => other !== one).map((other) => one + other));
  const pumps = [short, before, before + short, ...own, ...own.map((sign) => short + sign), ...pairs];
  const suffixes = ['', '\u0001', '\n', ...signs.slice(0, MAX_SIGNS)];
  return [...new Set(pumps)].filter((pump) => pump !== '').map((pump) => [pump, suffixes]);
}

/** Returns a shortest text that a part matches. */
function shortest(node: Node, flags: string, signs: readonly string[]): string {
  switch (node.type) {
    case 'char':
      return signs.find(createTest(node.source, flags)) ?? '';
    case 'seq':
      return node.parts.map((part) => shortest(part, flags, signs)).join('');
    case 'alt':
      return (
        node.parts.map((part) => shortest(part, flags, signs)).sort((a, b) => a.length - b.length)[0] ?? ''
      );
    case 'repeat':
      return shortest(node.body, flags, signs).repeat(Math.min(node.min, 50));
    case 'group':
      return shortest(node.body, flags, signs);
    default:
      return '';
  }
}
