/** Lines of text, or the entries of a list. */
export type ProseBlock = string | string[];

/** Splits a text into blocks. Its only markup: lines that begin with a hyphen and a space form a list. */
export function parseProse(text: string): ProseBlock[] {
  const blocks: { entry: boolean; lines: string[] }[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const entry = line.startsWith('- ');
    const last = blocks.at(-1);
    const shown = entry ? line.slice(2) : line;
    if (last?.entry === entry) last.lines.push(shown);
    else blocks.push({ entry, lines: [shown] });
  }
  return blocks.map(({ entry, lines }) => (entry ? lines : lines.join('\n')));
}
