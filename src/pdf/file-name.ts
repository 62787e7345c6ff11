import { Buffer } from 'node:buffer';
import type { DocumentSource } from '../domain/document.ts';

const LONGEST_BYTES = 120;

/** `Q-2026-00012 Website redesign.pdf`: any script, nothing that a file system or a header objects to. */
export function fileNameOf(source: DocumentSource): string {
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

/** File systems count bytes. To know where characters end is a tenth of the event loop's work for a document. */
function shorten(name: string): string {
  const fitting = Buffer.byteLength(name) <= LONGEST_BYTES ? name : firstCharacters(name);
  return fitting.replace(/[\s.]+$/, '') || 'document';
}

/** Whole ones, as a person sees them. */
function firstCharacters(name: string): string {
  let result = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)) {
    bytes += new TextEncoder().encode(segment).length;
    if (bytes > LONGEST_BYTES) break;
    result += segment;
  }
  return result;
}
