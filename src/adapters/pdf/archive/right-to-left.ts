import { hasRightToLeft } from '../view/clean-text.ts';
import { readOperations, type Token } from './content-stream.ts';
import { type CopiedFont, IGNORED } from './copied-font.ts';

/**
 * Makes right-to-left words copyable as one text. Readers reverse each piece of marked content and then take the pieces
 * in page order. So the words of a line, and the parts of a word split by a raised mark, become one piece. The raised
 * marks follow it, because the text of their letters already includes them.
 */
export function joinRightToLeftText(
  content: string,
  fonts: Map<string, CopiedFont>,
  parents: string[],
): string {
  let result = '';
  let copied = 0;
  let line: Span[] = [];
  const endLine = () => {
    const [first, last] = [line[0], line.at(-1)];
    if (first && last && line.some(({ raised }) => !raised)) {
      result += content.slice(copied, first.start) + joinSpans(line);
      copied = last.end;
    }
    line = [];
  };
  for (const span of readSpans(content, fonts)) {
    if (!continuesLine(line.at(-1), span, parents)) endLine();
    line.push(span);
  }
  endLine();
  return result + content.slice(copied);
}

/** Right-to-left content of one structure element in one font face. */
interface Span {
  /** The marked-content ID (MCID). */
  id: number;
  start: number;
  end: number;
  /** The operators that show the text, without the marked-content operators around them. */
  body: string;
  face: string;
  x: number;
  y: number;
  /** True for a mark above or below the line, without text. */
  raised: boolean;
}

function continuesLine(before: Span | undefined, { id, face, x, y }: Span, parents: string[]): boolean {
  if (before?.id !== id - 1 || before.face !== face || parents[before.id] !== parents[id]) return false;
  return x >= before.x && Math.abs(y - before.y) < MAX_RAISE_PT;
}

/** In points; less than the line height. */
const MAX_RAISE_PT = 6;

/** Writes as many pieces as before, some of them empty, because the structure refers to each one. */
function joinSpans(line: Span[]): string {
  const bodies = line.filter(({ raised }) => !raised).map(({ body }) => body);
  const marks = line.filter(({ raised }) => raised).map(({ body }) => body);
  const shown = [`/ReversedChars BMC\n${bodies.join('\n')}\nEMC`, ...marks];
  return line.map(({ id }, index) => `/Span << /MCID ${id} >> BDC\n${shown[index] ?? ''}\nEMC`).join('\n');
}

function* readSpans(content: string, fonts: Map<string, CopiedFont>): Generator<Span> {
  let depth = 0;
  let open: OpenSpan | undefined;
  for (const { operator, operands } of readOperations(content)) {
    const start = operands[0]?.start ?? operator.start;
    if (operator.text === 'EMC') depth -= 1;
    if (depth === 0 && open) {
      const span = closeSpan(open, content, start, operator.end);
      if (span) yield span;
      open = undefined;
    }
    if (open) readOperation(open, operator, operands, fonts);
    if (operator.text === 'BDC' && depth === 0) open = openSpan(operands, start, operator.end);
    if (operator.text === 'BDC' || operator.text === 'BMC') depth += 1;
  }
}

interface OpenSpan {
  id: number;
  start: number;
  bodyStart: number;
  /** Start and end of the marked-content operators. */
  marks: [start: number, end: number][];
  faces: Set<string>;
  font: CopiedFont | undefined;
  places: string[];
  text: string;
}

function openSpan(operands: Token[], start: number, bodyStart: number): OpenSpan | undefined {
  const at = operands.findIndex(({ kind, text }) => kind === 'name' && text === 'MCID');
  if (at < 0) return undefined;
  const id = Number(operands[at + 1]?.text);
  return { id, start, bodyStart, marks: [], faces: new Set(), font: undefined, places: [], text: '' };
}

function readOperation(
  open: OpenSpan,
  operator: Token,
  operands: Token[],
  fonts: Map<string, CopiedFont>,
): void {
  switch (operator.text) {
    case 'BMC':
    case 'BDC':
    case 'EMC':
      open.marks.push([operands[0]?.start ?? operator.start, operator.end]);
      break;
    case 'cm':
      open.places.push(...operands.slice(-2).map(({ text }) => text));
      break;
    case 'Tf':
      open.font = fonts.get(operands[0]?.text ?? '');
      open.faces.add(operands.map(({ text }) => text).join(' '));
      break;
    case 'Tj':
    case 'TJ':
      for (const { kind, text } of operands) if (kind === 'string') open.text += decodeText(text, open.font);
      break;
    case 'Do':
      open.faces.add('picture');
  }
}

function decodeText(bytes: string, font: CopiedFont | undefined): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const code = bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);
    text += font?.codes.get(code)?.text ?? font?.texts.get(code) ?? '';
  }
  return text;
}

function closeSpan(open: OpenSpan, content: string, bodyEnd: number, end: number): Span | undefined {
  const { id, start, bodyStart, marks, places, text } = open;
  const [face, another] = open.faces;
  const [x, y, more] = places;
  const raised = text !== '' && text.replaceAll(IGNORED, '') === '';
  if (face === undefined || another !== undefined || y === undefined || more !== undefined) return undefined;
  if (!raised && !hasRightToLeft(text)) return undefined;
  let body = '';
  let copied = bodyStart;
  for (const [from, to] of raised ? [] : marks) {
    body += content.slice(copied, from);
    copied = to;
  }
  body += content.slice(copied, bodyEnd);
  return { id, start, end, body: body.trim(), face, x: Number(x), y: Number(y), raised };
}
