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

/** By whole characters as a person sees them; file systems count bytes. */
function shorten(name: string): string {
  let result = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)) {
    bytes += new TextEncoder().encode(segment).length;
    if (bytes > LONGEST_BYTES) break;
    result += segment;
  }
  return result.replace(/[\s.]+$/, '') || 'document';
}
