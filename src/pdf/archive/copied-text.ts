import { Buffer } from 'node:buffer';
import { hasRightToLeft } from '../view/clean-text.ts';
import { operations, type Token } from './content-stream.ts';
import { type CopiedFont, IGNORED, readFonts, writeFont } from './copied-font.ts';
import { joinRightToLeft } from './one-run.ts';
import { pack } from './packed.ts';
import { type PdfFile, reference, streamContent } from './pdf-file.ts';

/**
 * Lets what is copied be what was set. Where several glyphs draw one letter with its marks, the file names the whole of
 * it for more than one of them, or for a glyph that draws something else elsewhere. Here every glyph gets a code of its
 * own for each text that it stands for, and the letters of a group are dealt out over its glyphs in reading order.
 */
export function mendCopiedText(file: PdfFile, fontNumbers: number[]): void {
  const fonts = readFonts(file, fontNumbers);
  if (fonts.size === 0) return;
  const mended = fonts.values().some((font) => font.mended);
  for (const page of file.objects.filter((object) =>
    /\/Type \/Page\s/.test(object.toString('latin1', 0, 2000)),
  )) {
    const text = page.toString('latin1');
    const names = /\/Font <<([\s\S]*?)>>/.exec(text)?.[1] ?? '';
    const byName = new Map<string, CopiedFont>();
    for (const [, name = '', number] of names.matchAll(/\/(\S+) (\d+) 0 R/g)) {
      const font = fonts.get(Number(number));
      if (font) byName.set(name, font);
    }
    const number = Number(/\/Contents (\d+) 0 R/.exec(text)?.[1] ?? 0);
    const content = streamContent(file.objects[number])?.toString('latin1');
    if (!content) continue;
    const copied = mended ? mendedContent(content, byName) : content;
    const joined = joinRightToLeft(copied, byName, parentsOf(file, text));
    file.objects[number] = contentObject(number, joined);
  }
  for (const font of fonts.values()) if (font.mended) writeFont(file, font);
}

/** The elements of the structure that what is marked on a page belongs to, by its number. */
function parentsOf({ objects }: PdfFile, page: string): string[] {
  const key = /\/StructParents (\d+)/.exec(page)?.[1];
  const tree = objects.find((object) => object.includes('/ParentTree '))?.toString('latin1') ?? '';
  const numbers = /\/Nums \[([^\]]*)\]/.exec(tree)?.[1] ?? '';
  const list = reference(numbers.replace(/(\d+) (\d+ 0 R)/g, '/Of$1 $2'), `Of${key}`) ?? 0;
  return objects[list]?.toString('latin1').match(/\d+ 0 R/g) ?? [];
}

function contentObject(number: number, content: string): Buffer {
  const data = pack(Buffer.from(content, 'latin1'));
  const head = `${number} 0 obj\n<<\n  /Length ${data.length}\n  /Filter /FlateDecode\n>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n\n')]);
}

/** Around what is shown: whether it runs from right to left, and the text that the file gives for all of it. */
interface Mark {
  reversed: boolean;
  actualText: string | undefined;
}

function mendedContent(content: string, fonts: Map<string, CopiedFont>): string {
  let result = '';
  let copied = 0;
  let font: CopiedFont | undefined;
  let before: Show | undefined;
  const marks: Mark[] = [];
  const shows: Show[] = [];
  const replace = (from: number, to: number, text: string) => {
    result += content.slice(copied, from) + text;
    copied = to;
  };
  for (const { operator, operands } of operations(content)) {
    const start = operands[0]?.start ?? operator.start;
    switch (operator.text) {
      case 'Tf':
        font = fonts.get(operands.at(-2)?.text ?? '');
        break;
      case 'BMC':
        marks.push({ reversed: operands[0]?.text === 'ReversedChars', actualText: undefined });
        break;
      case 'BDC': {
        const actualText = actualTextOf(operands);
        marks.push({ reversed: false, actualText });
        if (actualText !== undefined) replace(start, operator.end, '/Span BMC');
        break;
      }
      case 'EMC':
        marks.pop();
        break;
      case 'Tj':
      case 'TJ':
        if (!font) break;
        replace(start, operator.end, '');
        shows.push(readShow(font, operands, marks, result.length));
        if (before) joinGroups(before, shows.at(-1) as Show);
        before = shows.at(-1);
    }
  }
  result += content.slice(copied);
  let mended = '';
  let from = 0;
  for (const show of shows) {
    mended += result.slice(from, show.at) + shown(show);
    from = show.at;
  }
  return mended + result.slice(from);
}

function actualTextOf(operands: Token[]): string | undefined {
  const at = operands.findIndex(({ kind, text }) => kind === 'name' && text === 'ActualText');
  const bytes = at < 0 ? undefined : operands[at + 1]?.text;
  if (!bytes?.startsWith('\xfe\xff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}

/** A glyph and the way to the next, in thousandths of the size, as it is shown. */
interface Glyph {
  id: number;
  moves: string;
}

/** A letter with its marks, in reading order. */
interface Cluster {
  glyphs: Glyph[];
  text: string;
  /** what each of its glyphs stands for */
  parts: string[];
  /** all that belong to the same letter, in the order of the page */
  group: Cluster[];
}

interface Show {
  font: CopiedFont;
  reversed: boolean;
  /** the way before the first glyph */
  before: string;
  clusters: Cluster[];
  at: number;
}

function readShow(font: CopiedFont, operands: Token[], marks: Mark[], at: number): Show {
  const actualText = marks.findLast((mark) => mark.actualText !== undefined)?.actualText;
  const { before, glyphs } = glyphsOf(operands);
  // A single glyph is not marked as reversed.
  const texts = glyphs.map(({ id }) => font.texts.get(id) ?? '').join('');
  const reversed = marks.some((mark) => mark.reversed) || hasRightToLeft(actualText ?? texts);
  if (reversed) glyphs.reverse();
  const groups = actualText === undefined ? clustersOf(font, glyphs) : [{ glyphs, text: actualText }];
  const clusters = groups.map(({ glyphs, text }) => {
    const cluster: Cluster = { glyphs, text, parts: dealt(text, glyphs.length), group: [] };
    cluster.group.push(cluster);
    return cluster;
  });
  return { font, reversed, before, clusters, at };
}

/** A mark that stands higher or lower than usual is shown apart from its letter, with the text of both. */
function joinGroups(one: Show, other: Show): void {
  const end = one.clusters.at(one.reversed ? 0 : -1);
  const begin = other.clusters.at(other.reversed ? -1 : 0);
  if (!end || !begin || one.font !== other.font || one.reversed !== other.reversed) return;
  const text = end.text || begin.text;
  if ((begin.text !== '' && begin.text !== text) || [...text].length < 2) return;
  const before = new Set(end.group.flatMap(({ glyphs }) => glyphs).map(({ id }) => id));
  if (begin.glyphs.some(({ id }) => before.has(id))) return;
  const group = [...end.group, begin];
  const inReadingOrder = one.reversed ? group.toReversed() : group;
  // Readers would leave a mark alone where it stands on the page, before its letter or after the next one.
  const own = inReadingOrder[0]?.glyphs.length ?? 0;
  const others = before.size + begin.glyphs.length - own;
  const parts = [...dealt(text, own), ...Array<string>(others).fill(IGNORED)];
  for (const cluster of inReadingOrder) {
    cluster.text = text;
    cluster.group = group;
    cluster.parts = parts.splice(0, cluster.glyphs.length);
  }
}

function shown({ font, reversed, before, clusters }: Show): string {
  const parts = clusters.map((cluster) =>
    reversed ? fromTheRight(font, cluster) : fromTheLeft(font, cluster),
  );
  if (reversed) parts.reverse();
  const lead = before === '' ? '' : `[${before}] TJ `;
  // Neighbours of one kind are shown by one operator.
  return lead + parts.join(' ').replaceAll('] TJ [', ' ');
}

function glyphsOf(operands: Token[]): { before: string; glyphs: Glyph[] } {
  const glyphs: Glyph[] = [];
  let before = '';
  for (const { kind, text } of operands) {
    if (kind === 'string') {
      for (let at = 0; at + 1 < text.length; at += 2) {
        glyphs.push({ id: text.charCodeAt(at) * 256 + text.charCodeAt(at + 1), moves: '' });
      }
    } else if (text !== '[' && text !== ']') {
      const last = glyphs.at(-1);
      if (last) last.moves += ` ${text}`;
      else before += ` ${text}`;
    }
  }
  return { before, glyphs };
}

/** Glyphs of one group have the same text or none. The same glyph again begins another group. */
function clustersOf(font: CopiedFont, glyphs: Glyph[]): Pick<Cluster, 'glyphs' | 'text'>[] {
  const clusters: Pick<Cluster, 'glyphs' | 'text'>[] = [];
  for (const glyph of glyphs) {
    const text = font.texts.get(glyph.id) ?? '';
    const last = clusters.at(-1);
    const again = last?.glyphs.some(({ id }) => id === glyph.id);
    if (last && (text === '' || last.text === '' || (text === last.text && [...text].length > 1 && !again))) {
      last.glyphs.push(glyph);
      last.text ||= text;
    } else {
      clusters.push({ glyphs: [glyph], text });
    }
  }
  return clusters;
}

/** Readers that know it take the text of the group as a whole; for the others each glyph has its part. */
function fromTheLeft(font: CopiedFont, { glyphs, parts }: Cluster): string {
  const codes = glyphs.map(
    ({ id, moves }, index) => `<${hex(font.codeFor(id, parts[index] ?? ''))}>${moves}`,
  );
  const show = `[${codes.join(' ')}] TJ`;
  if (glyphs.length === 1 && parts[0] !== IGNORED) return show;
  const text = parts.filter((part) => part !== IGNORED).join('');
  return `/Span << /ActualText <FEFF${utf16(text)}> >> BDC ${show} EMC`;
}

/**
 * In the order of the page, which readers turn around letter by letter: a glyph for two letters is preceded by an
 * invisible one for the second.
 */
function fromTheRight(font: CopiedFont, { glyphs, parts }: Cluster): string {
  const shows = glyphs.map(({ id, moves }, index) => {
    const [first = '', ...others] = [...(parts[index] ?? '')];
    const unseen = others.map((letter) => hex(font.codeFor(id, letter, true))).reverse();
    const show = `[<${hex(font.codeFor(id, first))}>${moves}] TJ`;
    if (first === IGNORED) return `/Span << /ActualText <FEFF> >> BDC ${show} EMC`;
    return unseen.length === 0 ? show : `3 Tr <${unseen.join('')}> Tj 0 Tr ${show}`;
  });
  return shows.reverse().join(' ');
}

/** The letters of a text over so many glyphs, one each and the rest to the last; what readers leave out to the others. */
function dealt(text: string, count: number): string[] {
  const all = [...text];
  const seen = all.filter((letter) => !DIRECTION.test(letter));
  const letters = seen.length > 0 ? seen : all;
  return Array.from({ length: count }, (_, index) => {
    if (index === count - 1) return letters.slice(index).join('') || IGNORED;
    return letters[index] ?? IGNORED;
  });
}

/** Marks of direction have done their work when the glyphs are in their places. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
