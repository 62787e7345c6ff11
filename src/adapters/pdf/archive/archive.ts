import { Buffer } from 'node:buffer';
import { addSignatureField, type SignatureRoom } from '../signature/signature-field.ts';
import { repairCopiedText } from './copied-text.ts';
import { embedInvoice } from './embedded-invoice.ts';
import { CLAIMS_MARKER, createMetadataObject } from './metadata.ts';
import { listCompositeFonts, readPdf, writePdf } from './pdf-file.ts';
import { completeToUnicode } from './to-unicode.ts';

/**
 * Turns a tagged PDF 1.7 that Typst exported into an archival file (PDF/A-2a and PDF/UA-1), or with an electronic invoice
 * into PDF/A-3a, which allows files of any kind inside.
 *
 * Typst can export only one of the two, and its WebAssembly build neither, although its files already meet nearly all
 * the rules: tagged, fonts embedded, every colour calibrated. This adds the rest: the output intent, the conformance
 * claims in the metadata, the document title in the window bar and the missing ToUnicode entries.
 *
 * Returns `undefined` for a file with an unexpected structure, which then stays a plain PDF.
 */
export function toArchival(
  pdf: Uint8Array,
  { eInvoice, signature }: ArchivalOptions = {},
): Uint8Array | undefined {
  const file = readPdf(pdf);
  if (!file) return undefined;
  const { objects } = file;
  const catalog = Number(/\/Root (\d+) 0 R/.exec(file.trailer)?.[1] ?? 0);
  const catalogText = objects[catalog]?.toString('latin1') ?? '';
  const metadata = Number(/\/Metadata (\d+) 0 R/.exec(catalogText)?.[1] ?? 0);
  const xmp = /stream\n([\s\S]*?)\n?endstream/.exec(objects[metadata]?.toString('utf8') ?? '')?.[1];
  const profile = findRgbProfile(objects);
  if (!profile || !xmp?.includes(CLAIMS_MARKER) || !catalogText.includes(PREFERENCES)) return undefined;
  const modified = /<xmp:ModifyDate>([^<]+)</.exec(xmp)?.[1];
  if (eInvoice !== undefined && (!modified || catalogText.includes('/Names'))) return undefined;

  objects[metadata] = createMetadataObject(metadata, xmp, eInvoice !== undefined);
  const entries = [`/OutputIntents [${formatOutputIntent(profile)}]`];
  if (eInvoice !== undefined && modified) entries.push(embedInvoice(file, eInvoice, modified));
  if (signature !== undefined) {
    const form = addSignatureField(file, signature);
    if (form === undefined) return undefined;
    entries.push(form);
  }
  objects[catalog] = Buffer.from(
    catalogText
      .replace('/Type /Catalog', `/Type /Catalog\n  ${entries.join('\n  ')}`)
      .replace(PREFERENCES, `${PREFERENCES}\n    /DisplayDocTitle true`)
      // False is the default, and some readers warn about the entry.
      .replace(/\s*\/Suspects false/, ''),
    'latin1',
  );
  const fontNumbers = listCompositeFonts(file);
  repairCopiedText(file, fontNumbers);
  completeToUnicode(file, fontNumbers);
  return writePdf(file);
}

export interface ArchivalOptions {
  /** The electronic invoice to embed, as CII. */
  eInvoice?: string | undefined;
  signature?: SignatureRoom | undefined;
}

const PREFERENCES = '/ViewerPreferences <<';

/** Finds the number of the ICC profile with three components, which Typst embeds for its own colours. */
function findRgbProfile(objects: Buffer[]): number | undefined {
  const found = objects.findIndex((object) =>
    /^\d+ 0 obj\s+<<\s+\/Length \d+\s+\/N 3\s/.test(object.toString('latin1', 0, 80)),
  );
  return found < 0 ? undefined : found;
}

function formatOutputIntent(profile: number): string {
  return [
    '<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1)',
    `/Info (sRGB IEC61966-2.1) /DestOutputProfile ${profile} 0 R >>`,
  ].join(' ');
}
