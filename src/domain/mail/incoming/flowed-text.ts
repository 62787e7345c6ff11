/** The format of a text whose long lines are wrapped (RFC 3676). */
export interface FlowedFormat {
  /** Whether the space that marks a wrapped line was added. */
  removesSpace: boolean;
}

/**
 * Joins lines that a mail program has wrapped: one that ends with a space continues on the next, if both are quoted
 * equally deep.
 */
export function joinFlowedLines(text: string, { removesSpace }: FlowedFormat): string {
  const paragraphs: { depth: number; parts: string[]; isOpen: boolean }[] = [];
  for (const line of text.split('\n')) {
    const [marks = ''] = /^>*/.exec(line) ?? [];
    const depth = marks.length;
    // A space is put before a line that would otherwise begin with ">" or a space.
    const content = line.slice(line[depth] === ' ' ? depth + 1 : depth);
    const isOpen = content.endsWith(' ') && content !== '-- ';
    const part = isOpen && removesSpace ? content.slice(0, -1) : content;
    const last = paragraphs.at(-1);
    if (last?.isOpen && last.depth === depth) {
      last.parts.push(part);
      last.isOpen = isOpen;
    } else paragraphs.push({ depth, parts: [part], isOpen });
  }
  return paragraphs
    .map(({ depth, parts }) => `${'>'.repeat(depth)}${depth > 0 ? ' ' : ''}${parts.join('')}`)
    .join('\n');
}
