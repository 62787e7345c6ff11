import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInvoice, sampleQuote } from '../../../../test/fixtures/documents.ts';
import { E_INVOICE } from '../../../../test/fixtures/einvoice.ts';
import { line } from '../../../../test/fixtures/quote.ts';
import { gallery } from '../../../../test/support/pdf/document-gallery.ts';
import { sharedRenderer } from '../../../../test/support/pdf/shared-renderer.ts';
import { brokenRules, veraPdfMissing } from '../../../../test/support/pdf/verapdf.ts';
import { formatEInvoice } from '../../einvoice/format-einvoice.ts';

/** `VERAPDF_SAMPLES=all` checks the whole gallery. */
const SAMPLES =
  process.env.VERAPDF_SAMPLES === 'all'
    ? Object.keys(gallery())
    : ['scripts', 'accepted', 'draft', 'long-name', 'invoice', 'swiss-invoice', 'gulf'];

test('veraPDF confirms that the samples are PDF/A and PDF/UA-1', { skip: veraPdfMissing() }, async () => {
  const odd = sampleQuote({ items: [['lone \ud800, nul \0, private \ue000, Gothic \u{10330}', 1, 1]] });
  const items = [7, 19].map((rate) => ({ ...line('Work', 2, 100, rate), section: 'Roof' }));
  const hidden = { items, show: { linePrices: false, quantities: true } };
  const sources = {
    ...gallery(),
    odd: { ...odd, publicUrl: 'https://quotes.example/q/token' },
    hidden: sampleQuote({ quote: hidden, customer: { locale: 'ar' } }),
  };
  const files: Record<string, Uint8Array> = {};
  for (const [name, source] of Object.entries(sources)) {
    if (['odd', 'hidden', ...SAMPLES].includes(name))
      files[name] = (await sharedRenderer().render(source)).pdf;
  }
  const eInvoice = { ...sampleInvoice({}), eInvoice: formatEInvoice(E_INVOICE, 'cii') };
  files.eInvoice = (await sharedRenderer().render(eInvoice)).pdf;
  const expected = Object.fromEntries(Object.keys(files).map((name) => [name, [] as string[]]));
  files.unclaimed = blank(files.odd, '<pdfaid:conformance>A</pdfaid:conformance>');
  files.untyped = blank(files.eInvoice, '/Subtype /text#2Fxml');
  assert.deepEqual(await brokenRules(files), {
    ...expected,
    unclaimed: ['2a 6.6.4-3'],
    untyped: ['3a 6.8-1'],
  });
});

/** Breaks one rule, to prove that the rules are checked. */
function blank(pdf: Uint8Array | undefined, text: string): Uint8Array {
  const file = Buffer.from(pdf ?? []).toString('latin1');
  assert.ok(file.includes(text));
  return Buffer.from(file.replace(text, ' '.repeat(text.length)), 'latin1');
}
