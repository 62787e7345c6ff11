import { toPlainText } from '../compose.ts';
import type { DocumentData, Prose } from '../document-view.ts';
import { estimateWidth } from '../text-width.ts';

/** Width between the margins of the narrower paper, in em at 8.5 pt. */
const TEXT_WIDTH = 54;
/** Minimum filled width of a full line: the next word is at most as long as a breakable one. */
const FILLED_WIDTH = 40;
/** Width that a date of the acceptance leaves empty in addition, because it never breaks. */
const DATE_WIDTH = 10;
/** A third of the paper without gutters, in em at 8 pt. */
const FIELD_WIDTH = 17;

/** Share of the width that is left next to the QR code. */
const SHARE_NEXT_TO_CODE = 0.75;

/** Computes the maximum number of lines after the totals, or `null` if only typesetting can tell. */
export function estimateClosingLines({
  'total-in-words': inWords,
  'tax-notes': taxNotes,
  payment,
  texts,
  acceptance,
  record,
}: Pick<
  DocumentData,
  'total-in-words' | 'tax-notes' | 'payment' | 'texts' | 'acceptance' | 'record'
>): DocumentData['closing-lines'] {
  if (inWords || taxNotes.length > 0 || payment || record || acceptance?.second) return null;
  const share = acceptance?.online ? SHARE_NEXT_TO_CODE : 1;
  if (acceptance?.fields.some((field) => estimateWidth(toPlainText(field)) > FIELD_WIDTH * share))
    return null;
  const textLines = texts.map(({ text }) => estimateProseLines(text));
  const acceptanceLines = acceptance ? estimateLines(toPlainText(acceptance.text), share, DATE_WIDTH) : 0;
  if (!textLines.every((lines) => lines !== null)) return null;
  return { texts: textLines, acceptance: acceptanceLines };
}

function estimateProseLines({ blocks }: Prose): number | null {
  const [text] = blocks;
  return typeof text === 'string' && blocks.length === 1 ? estimateLines(text) : null;
}

function estimateLines(text: string, share = 1, empty = 0): number {
  return text.split('\n').reduce((lines, line) => {
    const width = estimateWidth(line);
    return lines + (width <= TEXT_WIDTH * share ? 1 : Math.ceil((width + empty) / (FILLED_WIDTH * share)));
  }, 0);
}
