import { Buffer } from 'node:buffer';
import type { DocumentSource } from '../../domain/document.ts';

const MAX_NAME_BYTES = 120;

/**
 * Formats a file name such as `Q-2026-00012 Website redesign.pdf`: any script, without characters that file systems or
 * headers reject.
 */
export function formatFileName(source: DocumentSource): string {
  const { number, title } = source.kind === 'quote' ? source.quote : source.invoice;
  const name = `${number} ${title}`
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[<>:"/\\|?*%]+/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  return `${shorten(name)}.pdf`;
}

/**
 * File systems limit bytes. Segmenting is skipped for short names, because it takes a tenth of the event loop's time
 * per document.
 */
function shorten(name: string): string {
  const fitting = Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : takeGraphemes(name);
  return fitting.replace(/[\s.]+$/, '') || 'document';
}

/** Takes whole graphemes. */
function takeGraphemes(name: string): string {
  let result = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)) {
    bytes += new TextEncoder().encode(segment).length;
    if (bytes > MAX_NAME_BYTES) break;
    result += segment;
  }
  return result;
}
