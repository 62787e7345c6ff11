import type { DocumentData, Text } from './document-view.ts';
import { estimatedWidth } from './text-width.ts';

/** Of the narrower paper between its margins, in letters of 8.5 pt. */
const TEXT_WIDTH = 54;
/** What a line has for sure: the word that did not fit in it is no longer than one that may be broken. */
const FILLED_WIDTH = 40;
/** A third of the paper without its gutters, in letters of 8 pt. */
const FIELD_WIDTH = 17;

/** Of the width that the code to the page leaves. */
const BESIDE_CODE = 0.75;

/** How many lines the texts after the totals take at most; `null` where only setting them can tell. */
export function closingLinesOf({
  'total-in-words': inWords,
  payment,
  terms,
  acceptance,
  record,
}: Pick<
  DocumentData,
  'total-in-words' | 'payment' | 'terms' | 'acceptance' | 'record'
>): DocumentData['closing-lines'] {
  if (inWords || payment || record || acceptance?.second) return null;
  const share = acceptance?.online ? BESIDE_CODE : 1;
  if (acceptance?.fields.some((field) => estimatedWidth(plainText(field)) > FIELD_WIDTH * share)) return null;
  const termLines = linesOf(terms?.text ?? '');
  const acceptanceLines = linesOf(acceptance?.text ?? '', share);
  if (termLines === undefined || acceptanceLines === undefined) return null;
  return { terms: termLines, acceptance: acceptanceLines };
}

function linesOf(text: Text, share = 1): number | undefined {
  const plain = plainText(text);
  if (/^- /m.test(plain)) return undefined;
  return plain.split('\n').reduce((lines, line) => {
    const width = estimatedWidth(line);
    return lines + (width <= TEXT_WIDTH * share ? 1 : Math.ceil(width / (FILLED_WIDTH * share)));
  }, 0);
}

function plainText(text: Text): string {
  if (typeof text === 'string') return text;
  if ('text' in text) return text.text;
  return text.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
