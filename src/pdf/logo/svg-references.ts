import { Refusal, TOO_COMPLEX } from './svg-refusal.ts';

export interface SvgNode {
  name: string;
  /** At least one; more for a long path, a long text or a large picture. */
  weight: number;
  children: SvgNode[];
  /** IDs of the nodes that are drawn with it or in its place. */
  refersTo: string[];
}

/** Maximum drawn weight; a node that is drawn several times counts each time. */
const MOST_DRAWN = 50_000;
const DEEPEST = 128;
/** A gradient up to this weight may colour any number of shapes. */
const SIMPLE_GRADIENT = 50;

/**
 * Rejects a picture with circular or exponentially nested references: ten copies of ten copies of … take a few lines
 * and cannot be drawn. A node that a style sheet refers to may be drawn with any element.
 */
export function checkReferences(
  root: SvgNode,
  named: ReadonlyMap<string, readonly SvgNode[]>,
  fromSheet: ReadonlySet<string>,
  count: number,
): void {
  const sizes = new Map<SvgNode, { drawn: number; height: number } | 'open'>();
  const targets = (id: string) => named.get(id) ?? [];

  function sizeOf(node: SvgNode, depth: number): { drawn: number; height: number } {
    const known = sizes.get(node);
    if (known === 'open') throw new Refusal('must be an SVG picture whose parts do not refer to themselves');
    if (known && depth + known.height <= DEEPEST) return known;
    if (depth >= DEEPEST) throw new Refusal(TOO_COMPLEX);
    sizes.set(node, 'open');
    const size = { drawn: node.weight, height: 1 };
    const add = (part: SvgNode) => {
      const { drawn, height } = sizeOf(part, depth + 1);
      size.drawn += drawn;
      size.height = Math.max(size.height, height + 1);
      if (size.drawn > MOST_DRAWN) throw new Refusal(TOO_COMPLEX);
    };
    node.children.forEach(add);
    for (const id of node.refersTo) targets(id).forEach(add);
    sizes.set(node, size);
    return size;
  }

  let { drawn } = sizeOf(root, 0);
  for (const id of fromSheet) {
    for (const node of targets(id)) {
      const size = sizeOf(node, 0).drawn;
      if (!node.name.endsWith('Gradient') || size > SIMPLE_GRADIENT) drawn += count * size;
    }
  }
  if (drawn > MOST_DRAWN) throw new Refusal(TOO_COMPLEX);
}
