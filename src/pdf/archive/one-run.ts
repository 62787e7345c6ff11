import { hasRightToLeft } from '../view/clean-text.ts';
import { operations, type Token } from './content-stream.ts';
import { type CopiedFont, IGNORED } from './copied-font.ts';

/**
 * Lets words from right to left be copied as one text. Readers turn around what is shown in one piece, and take the
 * pieces in the order of the page: so the words of a line, and the parts of a word that a raised mark divides, become
 * one piece of marked content. The raised marks are shown after it: their letters already name them.
 */
export function joinRightToLeft(content: string, fonts: Map<string, CopiedFont>, parents: string[]): string {
  let result = '';
  let copied = 0;
  let line: Span[] = [];
  const endLine = () => {
    const [first, last] = [line[0], line.at(-1)];
    if (first && last && line.some(({ raised }) => !raised)) {
      result += content.slice(copied, first.start) + joined(line);
      copied = last.end;
    }
    line = [];
  };
  for (const span of spansOf(content, fonts)) {
    if (!continues(line.at(-1), span, parents)) endLine();
    line.push(span);
  }
  endLine();
  return result + content.slice(copied);
}

/** What is shown of one element of the structure, in letters from right to left of one face. */
interface Span {
  /** by which the structure names it */
  id: number;
  start: number;
  end: number;
  /** what shows the letters, without the marks around them */
  body: string;
  face: string;
  x: number;
  y: number;
  /** a mark beside the line, without a text */
  raised: boolean;
}

function continues(before: Span | undefined, { id, face, x, y }: Span, parents: string[]): boolean {
  if (before?.id !== id - 1 || before.face !== face || parents[before.id] !== parents[id]) return false;
  return x >= before.x && Math.abs(y - before.y) < MOST_RAISED;
}

/** In points: less than from one line to the next. */
const MOST_RAISED = 6;

/** As many as before, some of them empty: the structure names every one. */
function joined(line: Span[]): string {
  const bodies = line.filter(({ raised }) => !raised).map(({ body }) => body);
  const marks = line.filter(({ raised }) => raised).map(({ body }) => body);
  const shown = [`/ReversedChars BMC\n${bodies.join('\n')}\nEMC`, ...marks];
  return line.map(({ id }, index) => `/Span << /MCID ${id} >> BDC\n${shown[index] ?? ''}\nEMC`).join('\n');
}

function* spansOf(content: string, fonts: Map<string, CopiedFont>): Generator<Span> {
  let depth = 0;
  let open: Reading | undefined;
  for (const { operator, operands } of operations(content)) {
    const start = operands[0]?.start ?? operator.start;
    if (operator.text === 'EMC') depth -= 1;
    if (depth === 0 && open) {
      const span = spanOf(open, content, start, operator.end);
      if (span) yield span;
      open = undefined;
    }
    if (open) read(open, operator, operands, fonts);
    if (operator.text === 'BDC' && depth === 0) open = begun(operands, start, operator.end);
    if (operator.text === 'BDC' || operator.text === 'BMC') depth += 1;
  }
}

interface Reading {
  id: number;
  start: number;
  bodyStart: number;
  /** where marks begin and end */
  marks: [start: number, end: number][];
  faces: Set<string>;
  font: CopiedFont | undefined;
  places: string[];
  text: string;
}

function begun(operands: Token[], start: number, bodyStart: number): Reading | undefined {
  const at = operands.findIndex(({ kind, text }) => kind === 'name' && text === 'MCID');
  if (at < 0) return undefined;
  const id = Number(operands[at + 1]?.text);
  return { id, start, bodyStart, marks: [], faces: new Set(), font: undefined, places: [], text: '' };
}

function read(open: Reading, operator: Token, operands: Token[], fonts: Map<string, CopiedFont>): void {
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
      for (const { kind, text } of operands) if (kind === 'string') open.text += textOf(text, open.font);
      break;
    case 'Do':
      open.faces.add('picture');
  }
}

function textOf(bytes: string, font: CopiedFont | undefined): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const code = bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);
    text += font?.codes.get(code)?.text ?? font?.texts.get(code) ?? '';
  }
  return text;
}

function spanOf(open: Reading, content: string, bodyEnd: number, end: number): Span | undefined {
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
