import type { DocumentSource } from '../../../domain/document.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { getClosingTexts } from '../view/closing/texts.ts';
import { estimateItemLines, getContent } from '../view/context.ts';

/** Decides how many such documents are typeset concurrently. */
export type DocumentSize = 'short' | 'large' | 'huge';

/**
 * Limit of lines in one document, about 600 pages of text. A line takes 5 to 10 KB of the typesetter's memory, an item
 * another 60 KB, and all of it together must fit next to the rest of the service. Everything that one request body can
 * hold as ordinary text has fewer lines.
 */
export const MAX_LINES = 24_000;

/** Below this much memory, a document of `MAX_LINES` would not fit next to the rest of the service. */
const SMALL_MEMORY_BYTES = 640e6;
const MAX_LINES_IN_SMALL_MEMORY = 6_000;

export function chooseMaxLines(memoryBytes: number): number {
  return memoryBytes < SMALL_MEMORY_BYTES ? MAX_LINES_IN_SMALL_MEMORY : MAX_LINES;
}

const LARGE_ITEMS = 100;
const LARGE_LETTERS = 40_000;
/** From here on, a document takes more than 100 MB. */
const HUGE_LINES = 4_000;

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

/** Throws a `RenderError` if the document has too many lines. Takes time linear in the text, and little for a short one. */
export function measureDocument(source: DocumentSource, maxLines = MAX_LINES): DocumentSize {
  const { items, description } = getContent(source);
  const texts = [...items.map((item) => item.description), ...(description ? [description] : [])];
  texts.push(...getClosingTexts(source, 'en').map(({ text }) => text));
  // Each step of a price is a line.
  const steps = items.reduce((sum, { quantityPrices }) => sum + (quantityPrices?.steps.length ?? 0), 0);
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  const isLarge = items.length > LARGE_ITEMS || letters > LARGE_LETTERS;
  // Each line but the first of a text has at least one letter: its line break.
  if (letters + texts.length + steps <= Math.min(HUGE_LINES, maxLines)) return isLarge ? 'large' : 'short';
  const lines = texts.reduce((sum, text) => sum + estimateItemLines(text), steps);
  if (lines > maxLines) throw new RenderError('too_large', describeExcess(lines, maxLines));
  if (lines > HUGE_LINES) return 'huge';
  return isLarge ? 'large' : 'short';
}

function describeExcess(lines: number, maxLines: number): string {
  const [has, most] = [lines, maxLines].map((count) => count.toLocaleString('en'));
  return `The document would have about ${has} lines; a PDF can have ${most}. Shorten the texts or the list of items.`;
}
