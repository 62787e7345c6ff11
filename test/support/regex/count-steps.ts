import type { Node } from './parse-pattern.ts';

type Next = (at: number) => boolean;
type Matcher = (at: number, next: Next) => boolean;

/** Thrown when a search takes more steps than are allowed. */
export class TooManySteps extends Error {}

export interface Counter {
  /** Counts the steps of a backtracking search for all matches in a text, as V8 makes it. */
  count(text: string, limit: number): number;
  /** Returns the matches. */
  matches(text: string): [index: number, length: number][];
}

export function compileCounter(node: Node, flags: string): Counter {
  const isByPoint = /[uv]/.test(flags);
  const tests = new Map<string, (sign: string) => boolean>();
  const captures = new Map<string, [from: number, to: number]>();
  let signs: string[] = [];
  let steps = 0;
  let most = 0;

  function step(): void {
    if (++steps > most) throw new TooManySteps();
  }

  function testOf(source: string): (sign: string) => boolean {
    const known = tests.get(source) ?? createTest(source, flags);
    tests.set(source, known);
    return known;
  }

  function compile(part: Node): Matcher {
    switch (part.type) {
      case 'char': {
        const accepts = testOf(part.source);
        return (at, next) => {
          step();
          return at < signs.length && accepts(signs[at] ?? '') && next(at + 1);
        };
      }
      case 'seq':
        return part.parts.map(compile).reduceRight<Matcher>(
          (after, one) => (at, next) => one(at, (end) => after(end, next)),
          (at, next) => next(at),
        );
      case 'alt': {
        const all = part.parts.map(compile);
        return (at, next) => all.some((one) => one(at, next));
      }
      case 'group':
        return compileGroup(part, compile(part.body));
      case 'repeat':
        return part.body.type === 'char' ? compileRun(part, testOf(part.body.source)) : compileLoop(part);
      case 'look':
        return compileLook(part);
      case 'reference':
        return (at, next) => {
          const [from, to] = captures.get(part.to) ?? [0, 0];
          const isSame = signs.slice(from, to).every((sign, index) => sign === signs[at + index]);
          steps += to - from;
          return isSame && next(at + to - from);
        };
      case 'edge':
        return (at, next) => {
          step();
          return isEdge(part.source, at) && next(at);
        };
    }
  }

  function compileGroup({ index, name }: Node & { type: 'group' }, body: Matcher): Matcher {
    return (at, next) =>
      body(at, (end) => {
        const keys = [String(index), ...(name === undefined ? [] : [name])];
        const before = captures.get(String(index)) ?? [0, 0];
        for (const key of keys) captures.set(key, [at, end]);
        if (next(end)) return true;
        for (const key of keys) captures.set(key, before as [number, number]);
        return false;
      });
  }

  /** A run of one kind of character, without a call for each of them. */
  function compileRun(
    { min, max, isLazy }: Node & { type: 'repeat' },
    accepts: (sign: string) => boolean,
  ): Matcher {
    return (at, next) => {
      const end = Math.min(signs.length, at + max);
      const fits = (index: number) => {
        step();
        return index < end && accepts(signs[index] ?? '');
      };
      let reached = at;
      if (isLazy) {
        for (;;) {
          if (reached - at >= min && next(reached)) return true;
          if (!fits(reached)) return false;
          reached++;
        }
      }
      while (fits(reached)) reached++;
      for (; reached >= at + min; reached--) if (next(reached)) return true;
      return false;
    };
  }

  function compileLoop({ body, min, max, isLazy }: Node & { type: 'repeat' }): Matcher {
    const one = compile(body);
    return (from, next) => {
      const loop = (at: number, count: number): boolean => {
        step();
        const more = () => count < max && one(at, (end) => (end > at || count < min) && loop(end, count + 1));
        const leave = () => count >= min && next(at);
        return isLazy ? leave() || more() : more() || leave();
      };
      return loop(from, 0);
    };
  }

  function compileLook({ body, isBehind, isNegative }: Node & { type: 'look' }): Matcher {
    const one = compile(body);
    const [least, longest] = measure(body);
    return (at, next) => {
      let isFound = false;
      if (!isBehind) isFound = one(at, () => true);
      for (let length = least; isBehind && !isFound && length <= Math.min(longest, at); length++)
        isFound = one(at - length, (end) => end === at);
      return isFound !== isNegative && next(at);
    };
  }

  function isEdge(source: string, at: number): boolean {
    const isLine = (sign: string | undefined) => flags.includes('m') && /[\n\r\u2028\u2029]/.test(sign ?? '');
    if (source === '^') return at === 0 || isLine(signs[at - 1]);
    if (source === '$') return at === signs.length || isLine(signs[at]);
    const isWord = (sign: string | undefined) => /^\w$/.test(sign ?? '');
    return (isWord(signs[at - 1]) !== isWord(signs[at])) === (source === '\\b');
  }

  const whole = compile(node);
  function search(text: string, limit: number): [index: number, length: number][] {
    signs = isByPoint ? [...text] : text.split('');
    [steps, most] = [0, limit];
    const found: [number, number][] = [];
    for (let at = 0; at <= signs.length; ) {
      let end: number | undefined;
      step();
      captures.clear();
      whole(at, (reached) => {
        end = reached;
        return true;
      });
      if (end !== undefined) found.push([at, end - at]);
      // A text is often split or replaced: the search goes on behind a match.
      at = Math.max(at + 1, end ?? 0);
    }
    return found;
  }
  return {
    matches: (text) => search(text, Infinity),
    count(text, limit) {
      search(text, limit);
      return steps;
    },
  };
}

/** Returns a function that tells whether a part that matches one character matches this one. */
export function createTest(source: string, flags: string): (sign: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gymd]/g, ''));
  const known = new Map<string, boolean>();
  return (sign) => {
    const found = known.get(sign) ?? expression.test(sign);
    known.set(sign, found);
    return found;
  };
}

/** Returns the least and the largest number of characters of a match. */
function measure(node: Node): [least: number, most: number] {
  if (node.type === 'char') return [1, 1];
  if (node.type === 'group') return measure(node.body);
  if (node.type === 'repeat') {
    const [least, most] = measure(node.body);
    return [least * node.min, most * node.max || 0];
  }
  if (node.type !== 'seq' && node.type !== 'alt') return node.type === 'reference' ? [0, Infinity] : [0, 0];
  const all = node.parts.map(measure);
  if (node.type === 'seq') return all.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  return [Math.min(...all.map(([least]) => least)), Math.max(...all.map(([, most]) => most))];
}
