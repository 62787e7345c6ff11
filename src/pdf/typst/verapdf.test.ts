import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleQuote } from '../../../test/fixtures/documents.ts';
import { gallery } from '../../../test/support/pdf/document-gallery.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { brokenRules, veraPdfMissing } from '../../../test/support/pdf/verapdf.ts';

/** `VERAPDF_SAMPLES=all` checks the whole gallery. */
const SAMPLES =
  process.env.VERAPDF_SAMPLES === 'all'
    ? Object.keys(gallery())
    : ['scripts', 'accepted', 'draft', 'long-name', 'invoice', 'gulf'];

test('veraPDF confirms that the samples are PDF/A-2a and PDF/UA-1', { skip: veraPdfMissing() }, async () => {
  const odd = sampleQuote({ items: [['lone \ud800, nul \0, private \ue000, Gothic \u{10330}', 1, 1]] });
  const sources = { ...gallery(), odd: { ...odd, publicUrl: 'https://quotes.example/q/token' } };
  const files: Record<string, Uint8Array> = {};
  for (const [name, source] of Object.entries(sources)) {
    if (name === 'odd' || SAMPLES.includes(name)) files[name] = (await sharedRenderer().render(source)).pdf;
  }
  const expected = Object.fromEntries(Object.keys(files).map((name) => [name, [] as string[]]));
  files.unclaimed = withoutClaim(files.odd ?? new Uint8Array());
  assert.deepEqual(await brokenRules(files), { ...expected, unclaimed: ['2a 6.6.4-3'] });
});

/** Breaks one rule, to prove that the rules are checked. */
function withoutClaim(pdf: Uint8Array): Uint8Array {
  const claim = '<pdfaid:conformance>A</pdfaid:conformance>';
  const text = Buffer.from(pdf).toString('latin1');
  return Buffer.from(text.replace(claim, ' '.repeat(claim.length)), 'latin1');
}
