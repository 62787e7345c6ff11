import { Buffer } from 'node:buffer';
import type { DocumentSource } from '../../../domain/document.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { MAX_PIXELS } from '../logo/picture-size.ts';
import { getClosingTexts } from '../view/closing/texts.ts';
import { estimateItemLines, getContent } from '../view/context.ts';

/** What a document asks of a thread. */
export interface DocumentSize {
  /** Estimate of the memory that the thread takes beyond that of a small document. */
  bytes: number;
  /** Takes longer than others should wait. */
  isLarge: boolean;
}

/** Limit of lines in one document, about 600 pages of text: far beyond it, the typesetter crashes. */
export const MAX_LINES = 24_000;

// What the parts of a document take in a process that typesets nothing else, rounded up (docs/documents.md).
const ITEM_BYTES = 120_000;
const STEP_BYTES = 24_000;
const LINE_BYTES = 10_000;
/** Each change of direction is a text of its own to the typesetter. */
const RIGHT_TO_LEFT_WORD_BYTES = 6_000;
const RIGHT_TO_LEFT_WORDS = /[\u0590-\u08ff\ufb1d-\ufefc]+/g;
const PIXEL_BYTES = 6;
/** A check draws the picture several times, whatever its file says about its size. */
export const LOGO_SIZE: DocumentSize = { bytes: 96e6, isLarge: true };

const LARGE_ITEMS = 100;
const LARGE_LETTERS = 40_000;
const LARGE_BYTES = 40e6;

/** Lists the texts that can be long, by their JSON pointers. */
export function listTexts(source: DocumentSource): { path: string; text: string }[] {
  const { title, items, description } = getContent(source);
  return [
    ...[
      { path: '/title', text: title },
      { path: '/description', text: description ?? '' },
    ],
    ...getClosingTexts(source, 'en').map(({ name, text }) => ({ path: `/${name}`, text })),
    ...items.map((item, at) => ({ path: `/items/${at}/description`, text: item.description })),
  ];
}

/** Throws a `RenderError` if the document is too long, or takes more memory than there is for all. */
export function measureDocument(source: DocumentSource, maxBytes = Infinity): DocumentSize {
  const { items } = getContent(source);
  const texts = listTexts(source).map(({ text }) => text);
  // Each step of a price is a line.
  const steps = items.reduce((sum, { quantityPrices }) => sum + (quantityPrices?.steps.length ?? 0), 0);
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  const lines = texts.reduce((sum, text) => sum + estimateItemLines(text), 0);
  if (lines + steps > MAX_LINES) throw new RenderError('too_large', describeLength(lines + steps));
  const words = texts.reduce((sum, text) => sum + (text.match(RIGHT_TO_LEFT_WORDS)?.length ?? 0), 0);
  const bytes =
    items.length * ITEM_BYTES +
    steps * STEP_BYTES +
    lines * LINE_BYTES +
    words * RIGHT_TO_LEFT_WORD_BYTES +
    countPixels(source.account.logo) * PIXEL_BYTES;
  if (bytes > maxBytes) throw new RenderError('too_large', describeBytes(bytes, maxBytes));
  const isLarge = items.length > LARGE_ITEMS || letters > LARGE_LETTERS || bytes > LARGE_BYTES;
  return { bytes, isLarge };
}

/** Reads the size of a PNG, which the typesetter unpacks. */
function countPixels(logo: string | null): number {
  if (!logo?.startsWith(PNG_PREFIX)) return 0;
  const header = Buffer.from(logo.slice(PNG_PREFIX.length, PNG_PREFIX.length + 32), 'base64');
  return header.length < 24 ? 0 : Math.min(MAX_PIXELS, header.readUInt32BE(16) * header.readUInt32BE(20));
}

const PNG_PREFIX = 'data:image/png;base64,';

function describeLength(lines: number): string {
  const [has, most] = [lines, MAX_LINES].map((count) => count.toLocaleString('en'));
  return `The document would have about ${has} lines; a PDF can have ${most}. Shorten the texts or the list of items.`;
}

function describeBytes(bytes: number, maxBytes: number): string {
  const [needs, has] = [bytes, maxBytes].map((count) => Math.ceil(count / 1e6).toLocaleString('en'));
  return `The document would take about ${needs} MB of memory; the service has ${has} MB for one. Shorten the texts or the list of items.`;
}
