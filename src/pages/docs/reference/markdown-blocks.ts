/** The blocks of a Markdown text. Texts within blocks still have their inline marks. */
export type Block = { source: string } & (
  | { type: 'heading'; level: number; id: string; text: string }
  | { type: 'code'; code: string }
  | { type: 'list'; ordered: boolean; items: string[] }
  | { type: 'table'; head: string[]; rows: string[][] }
  | { type: 'paragraph'; text: string }
);

const HEADING = /^(#{1,6}) +(.*)$/;
const FENCE = /^```/;
const MARKER = /^(?:[-*]|\d{1,3}\.) +/;
const TABLE_ROW = /^\|.*\|\s*$/;
const TABLE_RULE = /^\|[\s:|-]+\|\s*$/;

/**
 * Splits the Markdown of our own documents: headings, paragraphs, lists, tables and fenced code. `test/docs-site.test.ts`
 * checks that the documents use nothing else.
 */
export function splitBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  const ids = new Map<string, number>();
  for (let start = 0; start < lines.length; ) {
    if (lines[start]?.trim() === '') {
      start++;
      continue;
    }
    const end = findEnd(lines, start);
    blocks.push(readBlock(lines.slice(start, end), ids));
    start = end;
  }
  return blocks;
}

/** Returns the index of the line after the block that begins at `start`. */
function findEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? '';
  if (HEADING.test(first)) return start + 1;
  if (FENCE.test(first)) {
    const close = lines.findIndex((line, index) => index > start && FENCE.test(line));
    return close < 0 ? lines.length : close + 1;
  }
  if (MARKER.test(first)) return findListEnd(lines, start);
  const isOther = TABLE_ROW.test(first) ? (line: string) => !TABLE_ROW.test(line) : beginsBlock;
  const end = lines.findIndex((line, index) => index > start && (line.trim() === '' || isOther(line)));
  return end < 0 ? lines.length : end;
}

/** A list goes on over blank lines as long as the next line is another item or indented. */
function findListEnd(lines: readonly string[], start: number): number {
  const isOrdered = /^\d/.test(lines[start] ?? '');
  let end = start + 1;
  for (let index = end; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    const isItem = MARKER.test(line) && /^\d/.test(line) === isOrdered;
    const isContinued = /^ {2,}/.test(line) || (index === end && !beginsBlock(line));
    if (!isItem && !isContinued) break;
    end = index + 1;
  }
  return end;
}

function beginsBlock(line: string): boolean {
  return [HEADING, FENCE, MARKER, TABLE_ROW].some((pattern) => pattern.test(line));
}

function readBlock(lines: readonly string[], ids: Map<string, number>): Block {
  const [first = '', second = ''] = lines;
  const source = lines.join('\n');
  const [, marks, title] = HEADING.exec(first) ?? [];
  if (marks && title) {
    return { type: 'heading', source, level: marks.length, id: createHeadingId(title, ids), text: title };
  }
  if (FENCE.test(first)) return { type: 'code', source, code: lines.slice(1, -1).join('\n') };
  if (MARKER.test(first)) {
    return { type: 'list', source, ordered: /^\d/.test(first), items: splitItems(lines) };
  }
  if (TABLE_ROW.test(first) && TABLE_RULE.test(second)) {
    return { type: 'table', source, head: splitCells(first), rows: lines.slice(2).map(splitCells) };
  }
  return { type: 'paragraph', source, text: source };
}

/** Creates the identifiers that code hosts give to headings, so that links work there and here. */
function createHeadingId(title: string, ids: Map<string, number>): string {
  const plain = stripMarks(title).toLowerCase();
  const id = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function splitItems(lines: readonly string[]): string[] {
  const items: string[][] = [];
  let indent = 0;
  for (const line of lines) {
    const marker = MARKER.exec(line)?.[0];
    if (marker) {
      indent = marker.length;
      items.push([line.slice(indent)]);
    } else {
      const own = line.length - line.trimStart().length;
      items.at(-1)?.push(line.slice(Math.min(own, indent)));
    }
  }
  return items.map((item) => item.join('\n').trimEnd());
}

function splitCells(row: string): string[] {
  const cells = row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Returns the words of a text without its inline marks, for searches and descriptions. */
export function stripMarks(text: string): string {
  return text
    .replaceAll(/<(?:img|source) [^>]*>|<\/?picture>/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`|(?<=^|[\s(])\*(?=\S)|(?<=\S)\*(?=[\s).,;:]|$)/g, '');
}
