import { SvgError, TOO_COMPLEX } from './error.ts';
import type { SvgNode } from './references.ts';

const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
/** Attributes whose numbers bound the length of an outline. A browser stretches dashes by `pathLength`. */
const OUTLINE = new Set(
  ['d', 'points', 'width', 'height', 'r', 'rx', 'ry', 'x1', 'x2', 'y1', 'y2'].concat('pathLength'),
);
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
/** An outline is rarely longer than this times the sum of its numbers. The trial drawing finds the others. */
const LENGTH_PER_NUMBER = 4;
/** Dashes that count as one element: a browser draws each of them as a path of its own. */
const DASHES_PER_ELEMENT = 4;

/** Attributes that decide the dashes of a picture, collected while it is read. */
export interface Dashes {
  /** Attributes with the outline of each shape. */
  outlines: Map<SvgNode, string[]>;
  /** Lengths of the dashes and gaps of single shapes. */
  periods: Map<SvgNode, number>;
  /** The shortest such length in a style sheet or a group, which may apply to any shape. */
  sharedPeriod: number;
}

export function createDashes(): Dashes {
  return { outlines: new Map(), periods: new Map(), sharedPeriod: Infinity };
}

export function noteOutline({ outlines }: Dashes, node: SvgNode, name: string, value: string): void {
  if (!SHAPES.has(node.name) || !OUTLINE.has(name)) return;
  outlines.set(node, [...(outlines.get(node) ?? []), value]);
}

/** Notes the value of `stroke-dasharray`, of a node or of a rule in a style sheet. */
export function noteDashes(dashes: Dashes, node: SvgNode | undefined, value: string): void {
  if (value.includes('(')) throw new SvgError('must be an SVG picture whose dashes have plain lengths');
  const period = sumNumbers(value);
  // Without a length there are no dashes.
  if (period === 0) return;
  if (node && SHAPES.has(node.name))
    dashes.periods.set(node, Math.min(period, dashes.periods.get(node) ?? period));
  else dashes.sharedPeriod = Math.min(dashes.sharedPeriod, period);
}

/** Adds the number of dashes to the weight of each shape. */
export function weighDashes({ outlines, periods, sharedPeriod }: Dashes): void {
  for (const [node, values] of outlines) {
    const period = Math.min(periods.get(node) ?? Infinity, sharedPeriod);
    if (period === Infinity) continue;
    const length = LENGTH_PER_NUMBER * values.reduce((sum, value) => sum + sumNumbers(value), 0);
    node.weight += Math.floor(length / period / DASHES_PER_ELEMENT);
    if (!Number.isSafeInteger(node.weight)) throw new SvgError(TOO_COMPLEX);
  }
}

function sumNumbers(value: string): number {
  return value.match(NUMBER)?.reduce((sum, number) => sum + Number(number), 0) ?? 0;
}
