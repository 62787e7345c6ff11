import { formatEInvoice } from '../../src/adapters/einvoice/format-einvoice.ts';
import { sampleInvoice } from '../../test/fixtures/documents.ts';
import { E_INVOICE } from '../../test/fixtures/einvoice.ts';
import { gallery } from '../../test/support/pdf/document-gallery.ts';
import { sharedRenderer } from '../../test/support/pdf/shared-renderer.ts';
import { brokenRules, veraPdfMissing } from '../../test/support/pdf/verapdf.ts';
import type { MeasuredPdfs } from './report.ts';

/** Checks the whole gallery of documents, and an electronic invoice, with veraPDF. */
export async function measurePdfs(): Promise<MeasuredPdfs> {
  const missing = veraPdfMissing();
  if (missing !== undefined) throw new Error(`The PDFs cannot be checked: ${missing}.`);
  const sources = {
    ...gallery(),
    'e-invoice': { ...sampleInvoice({}), eInvoice: formatEInvoice(E_INVOICE, 'cii') },
  };
  const files: Record<string, Uint8Array> = {};
  for (const [name, source] of Object.entries(sources))
    files[name] = (await sharedRenderer().render(source)).pdf;
  const broken = Object.entries(await brokenRules(files));
  return {
    documents: Object.keys(files),
    problems: broken.flatMap(([name, rules]) => rules.map((rule) => `${name} breaks ${rule}`)),
  };
}
