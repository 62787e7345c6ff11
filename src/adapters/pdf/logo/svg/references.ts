import { SvgError, TOO_COMPLEX } from './error.ts';

export interface SvgNode {
  name: string;
  /** At least one; more for a long path, a long text or a large picture. */
  weight: number;
  children: SvgNode[];
  /** IDs of the nodes that are drawn with it or in its place. */
  references: string[];
}

/** Maximum drawn weight; a node that is drawn several times counts each time. */
const MAX_DRAWN_WEIGHT = 50_000;
const MAX_DEPTH = 128;
/** A gradient up to this weight may colour any number of shapes. */
const SIMPLE_GRADIENT = 50;

/**
 * Rejects a picture with circular or exponentially nested references: ten copies of ten copies of … take a few lines
 * and cannot be drawn. A node that a style sheet refers to may be drawn with any element.
 */
export function checkReferences(
  root: SvgNode,
  named: ReadonlyMap<string, readonly SvgNode[]>,
  sheetReferences: ReadonlySet<string>,
  count: number,
): void {
  const sizes = new Map<SvgNode, { drawn: number; height: number } | 'open'>();
  const targets = (id: string) => named.get(id) ?? [];

  function computeSize(node: SvgNode, depth: number): { drawn: number; height: number } {
    const known = sizes.get(node);
    if (known === 'open') throw new SvgError('must be an SVG picture whose parts do not refer to themselves');
    if (known && depth + known.height <= MAX_DEPTH) return known;
    if (depth >= MAX_DEPTH) throw new SvgError(TOO_COMPLEX);
    sizes.set(node, 'open');
    const size = { drawn: node.weight, height: 1 };
    const add = (part: SvgNode) => {
      const { drawn, height } = computeSize(part, depth + 1);
      size.drawn += drawn;
      size.height = Math.max(size.height, height + 1);
      if (size.drawn > MAX_DRAWN_WEIGHT) throw new SvgError(TOO_COMPLEX);
    };
    node.children.forEach(add);
    for (const id of node.references) targets(id).forEach(add);
    sizes.set(node, size);
    return size;
  }

  let { drawn } = computeSize(root, 0);
  for (const id of sheetReferences) {
    for (const node of targets(id)) {
      const size = computeSize(node, 0).drawn;
      if (!node.name.endsWith('Gradient') || size > SIMPLE_GRADIENT) drawn += count * size;
    }
  }
  if (drawn > MAX_DRAWN_WEIGHT) throw new SvgError(TOO_COMPLEX);
}
