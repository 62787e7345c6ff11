import { Buffer } from 'node:buffer';
import type { PdfFile } from '../archive/pdf-file.ts';

/** What stands for the place of the signature until it is known, of the same length. */
export const RANGE_PLACE = '/ByteRange [0 ********** ********** **********]';
export const TIME_PLACE = '/M (D:**************Z)';
/** The form of signatures that PAdES has (ETSI EN 319 142). */
const FORM = '/SubFilter /ETSI.CAdES.detached';

export interface SignatureRoom {
  signatureBytes: number;
  /** SHA-256 of the record that is printed on the document: the signature names it, so that it is of no other. */
  recordSha256: string | undefined;
}

/**
 * Adds an invisible field with room for a signature, and returns the entry that the catalog needs; `undefined` if there is
 * no page for it. The signature is part of the only revision of the file, so nothing can have been added after it.
 */
export function addSignatureField(
  { objects }: PdfFile,
  { signatureBytes, recordSha256 }: SignatureRoom,
): string | undefined {
  const page = objects.findIndex((object) => object.includes('/Type /Page\n'));
  if (page < 0) return undefined;
  const [field, signature] = [objects.length, objects.length + 1];
  // Without a size it needs no appearance, and is none of the content that is tagged.
  const widget = `/Type /Annot /Subtype /Widget /Rect [0 0 0 0] /F 132 /P ${page} 0 R`;
  const entries = `/FT /Sig /T (Signature) /TU (Signature) /V ${signature} 0 R`;
  const reason = recordSha256 === undefined ? '' : `/Reason (SHA-256 of acceptance.json: ${recordSha256}) `;
  const contents = `/Contents <${'0'.repeat(signatureBytes * 2)}>`;
  objects.push(
    Buffer.from(`${field} 0 obj\n<< ${widget} ${entries} >>\nendobj\n`),
    Buffer.from(
      `${signature} 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite ${FORM} ${TIME_PLACE} ${reason}${RANGE_PLACE} ${contents} >>\nendobj\n`,
    ),
  );
  const text = objects[page]?.toString('latin1') ?? '';
  const added = text.includes('/Annots [')
    ? text.replace('/Annots [', `/Annots [${field} 0 R `)
    : text.replace('/Type /Page\n', `/Type /Page\n  /Annots [${field} 0 R]\n`);
  // The order of tabs is that of the content, which accessible pages with fields must say.
  const ordered = added.includes('/Tabs ')
    ? added
    : added.replace('/Type /Page\n', '/Type /Page\n  /Tabs /S\n');
  objects[page] = Buffer.from(ordered, 'latin1');
  return `/AcroForm << /Fields [${field} 0 R] /SigFlags 3 >>`;
}

/** Whether a file has a signature. */
export function isSignedPdf(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes(FORM);
}
