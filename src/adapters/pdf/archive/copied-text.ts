import { Buffer } from 'node:buffer';
import { hasRightToLeft } from '../view/clean-text.ts';
import { compress } from './compression.ts';
import { readOperations, type Token } from './content-stream.ts';
import { type CopiedFont, IGNORED, readFonts, writeFont } from './copied-font.ts';
import { findReference, type PdfFile, readStreamContent } from './pdf-file.ts';
import { joinRightToLeftText } from './right-to-left.ts';

/**
 * Makes copied text equal the printed text. Where several glyphs draw one letter with its marks, Typst assigns the
 * whole text to more than one of them, or to a glyph that draws something else elsewhere. Here every glyph gets a
 * separate code for each text that it represents, and the characters of a group are distributed over its glyphs in
 * reading order.
 */
export function repairCopiedText(file: PdfFile, fontNumbers: number[]): void {
  const fonts = readFonts(file, fontNumbers);
  if (fonts.size === 0) return;
  const repaired = fonts.values().some((font) => font.repaired);
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
    const content = readStreamContent(file.objects[number])?.toString('latin1');
    if (!content) continue;
    const copied = repaired ? repairContent(content, byName) : content;
    const joined = joinRightToLeftText(copied, byName, readParents(file, text));
    file.objects[number] = createContentObject(number, joined);
  }
  for (const font of fonts.values()) if (font.repaired) writeFont(file, font);
}

/** Lists the structure elements that own the marked content of a page, by marked-content ID. */
function readParents({ objects }: PdfFile, page: string): string[] {
  const key = /\/StructParents (\d+)/.exec(page)?.[1];
  const tree = objects.find((object) => object.includes('/ParentTree '))?.toString('latin1') ?? '';
  const numbers = /\/Nums \[([^\]]*)\]/.exec(tree)?.[1] ?? '';
  const list = findReference(numbers.replace(/(\d+) (\d+ 0 R)/g, '/Of$1 $2'), `Of${key}`) ?? 0;
  return objects[list]?.toString('latin1').match(/\d+ 0 R/g) ?? [];
}

function createContentObject(number: number, content: string): Buffer {
  const data = compress(Buffer.from(content, 'latin1'));
  const head = `${number} 0 obj\n<<\n  /Length ${data.length}\n  /Filter /FlateDecode\n>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n\n')]);
}

/** Marked content: whether it runs right to left, and its replacement text. */
interface Mark {
  reversed: boolean;
  actualText: string | undefined;
}

function repairContent(content: string, fonts: Map<string, CopiedFont>): string {
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
  for (const { operator, operands } of readOperations(content)) {
    const start = operands[0]?.start ?? operator.start;
    switch (operator.text) {
      case 'Tf':
        font = fonts.get(operands.at(-2)?.text ?? '');
        break;
      case 'BMC':
        marks.push({ reversed: operands[0]?.text === 'ReversedChars', actualText: undefined });
        break;
      case 'BDC': {
        const actualText = parseActualText(operands);
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
  let repaired = '';
  let from = 0;
  for (const show of shows) {
    repaired += result.slice(from, show.at) + formatShow(show);
    from = show.at;
  }
  return repaired + result.slice(from);
}

function parseActualText(operands: Token[]): string | undefined {
  const at = operands.findIndex(({ kind, text }) => kind === 'name' && text === 'ActualText');
  const bytes = at < 0 ? undefined : operands[at + 1]?.text;
  if (!bytes?.startsWith('\xfe\xff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}

/** A glyph, and the offset to the next one in thousandths of the font size. */
interface Glyph {
  id: number;
  moves: string;
}

/** A letter with its marks, in reading order. */
interface Cluster {
  glyphs: Glyph[];
  text: string;
  /** The text of each glyph. */
  parts: string[];
  /** All clusters of the same letter, in page order. */
  group: Cluster[];
}

interface Show {
  font: CopiedFont;
  reversed: boolean;
  /** The offset before the first glyph. */
  before: string;
  clusters: Cluster[];
  at: number;
}

function readShow(font: CopiedFont, operands: Token[], marks: Mark[], at: number): Show {
  const actualText = marks.findLast((mark) => mark.actualText !== undefined)?.actualText;
  const { before, glyphs } = parseGlyphs(operands);
  // Typst does not mark a single glyph as reversed.
  const texts = glyphs.map(({ id }) => font.texts.get(id) ?? '').join('');
  const reversed = marks.some((mark) => mark.reversed) || hasRightToLeft(actualText ?? texts);
  if (reversed) glyphs.reverse();
  const groups = actualText === undefined ? groupGlyphs(font, glyphs) : [{ glyphs, text: actualText }];
  const clusters = groups.map(({ glyphs, text }) => {
    const cluster: Cluster = { glyphs, text, parts: distributeLetters(text, glyphs.length), group: [] };
    cluster.group.push(cluster);
    return cluster;
  });
  return { font, reversed, before, clusters, at };
}

/**
 * Joins a raised or lowered mark, which is shown apart from its letter and carries the text of both, with the letter.
 */
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
  // Readers would extract a separate mark at its place on the page, before its letter or after the next one.
  const own = inReadingOrder[0]?.glyphs.length ?? 0;
  const others = before.size + begin.glyphs.length - own;
  const parts = [...distributeLetters(text, own), ...Array<string>(others).fill(IGNORED)];
  for (const cluster of inReadingOrder) {
    cluster.text = text;
    cluster.group = group;
    cluster.parts = parts.splice(0, cluster.glyphs.length);
  }
}

function formatShow({ font, reversed, before, clusters }: Show): string {
  const parts = clusters.map((cluster) =>
    reversed ? showRightToLeft(font, cluster) : showLeftToRight(font, cluster),
  );
  if (reversed) parts.reverse();
  const lead = before === '' ? '' : `[${before}] TJ `;
  // Consecutive glyphs are shown by one operator.
  return lead + parts.join(' ').replaceAll('] TJ [', ' ');
}

function parseGlyphs(operands: Token[]): { before: string; glyphs: Glyph[] } {
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

/** Groups glyphs with the same text or none. A repeated glyph starts a new group. */
function groupGlyphs(font: CopiedFont, glyphs: Glyph[]): Pick<Cluster, 'glyphs' | 'text'>[] {
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

/** Adds the text of the group as `ActualText`. Readers without support for it use the text of each glyph. */
function showLeftToRight(font: CopiedFont, { glyphs, parts }: Cluster): string {
  const codes = glyphs.map(
    ({ id, moves }, index) => `<${hex(font.codeFor(id, parts[index] ?? ''))}>${moves}`,
  );
  const show = `[${codes.join(' ')}] TJ`;
  if (glyphs.length === 1 && parts[0] !== IGNORED) return show;
  const text = parts.filter((part) => part !== IGNORED).join('');
  return `/Span << /ActualText <FEFF${utf16(text)}> >> BDC ${show} EMC`;
}

/**
 * Writes the glyphs in page order, which readers reverse letter by letter. A glyph with two letters is preceded by an
 * invisible glyph for the second.
 */
function showRightToLeft(font: CopiedFont, { glyphs, parts }: Cluster): string {
  const shows = glyphs.map(({ id, moves }, index) => {
    const [first = '', ...others] = [...(parts[index] ?? '')];
    const unseen = others.map((letter) => hex(font.codeFor(id, letter, true))).reverse();
    const show = `[<${hex(font.codeFor(id, first))}>${moves}] TJ`;
    if (first === IGNORED) return `/Span << /ActualText <FEFF> >> BDC ${show} EMC`;
    return unseen.length === 0 ? show : `3 Tr <${unseen.join('')}> Tj 0 Tr ${show}`;
  });
  return shows.reverse().join(' ');
}

/**
 * Distributes the letters of a text over a number of glyphs: one each, the rest to the last. Glyphs without a letter
 * get an ignored character.
 */
function distributeLetters(text: string, count: number): string[] {
  const all = [...text];
  const seen = all.filter((letter) => !DIRECTION_MARK.test(letter));
  const letters = seen.length > 0 ? seen : all;
  return Array.from({ length: count }, (_, index) => {
    if (index === count - 1) return letters.slice(index).join('') || IGNORED;
    return letters[index] ?? IGNORED;
  });
}

/** Direction marks have no effect once the glyphs are placed. */
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
