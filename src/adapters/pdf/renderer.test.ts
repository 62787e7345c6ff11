import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { manyItems, sampleQuote } from '../../../test/fixtures/documents.ts';
import { SLOW_LOGO, svg } from '../../../test/support/pdf/logos.ts';
import { inspectPdf, readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { countCases } from '../../../test/support/run/all.ts';
import { RenderError } from '../../domain/render-error.ts';
import { createRenderer } from './renderer.ts';

const renderer = sharedRenderer();

describe('invalid input', () => {
  test('characters without a glyph are replaced and reported, and the PDF stays archival', async () => {
    const source = sampleQuote({ items: [['lone \ud800, nul \0, private \ue000, Gothic \u{10330}', 1, 1]] });
    const { pdf, standard, warnings } = await renderer.render(source);
    const read = await inspectPdf(pdf);
    assert.equal(standard, 'a-2a');
    assert.deepEqual(warnings, ['no font has a glyph for U+E000, U+10330']);
    assert.equal(read.missingGlyphs, 0);
    assert.ok(read.text.includes('lone \ufffd, nul , private \ufffd, Gothic \ufffd'));
  });

  test('naughty strings can be rendered', async () => {
    const path = createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json');
    const strings: string[] = JSON.parse(readFileSync(path, 'utf8')).filter((text: string) => text !== '');
    const { standard } = await renderer.render(
      sampleQuote({
        items: strings.slice(0, countCases(200)).map((text) => [text.slice(0, 2000), 1, 100]),
        quote: { title: strings.join(' ').slice(0, 200), terms: strings.join('\n').slice(0, 20_000) },
      }),
    );
    assert.equal(standard, 'a-2a');
  });

  test('long words stay on the page', async () => {
    const source = sampleQuote({
      items: [['w'.repeat(2000), 1, 1]],
      customer: { email: `${'a'.repeat(60)}@example.com` },
    });
    const read = await readPdf((await renderer.render(source)).pdf);
    assert.ok((read.text.match(/w/g)?.length ?? 0) >= 2000);
  });

  test('an item with many lines is split over pages', async () => {
    const lines = Array.from({ length: 190 }, (_, line) => `line ${line}`).join('\n');
    const read = await readPdf((await renderer.render(sampleQuote({ items: [[lines, 1, 1]] }))).pdf);
    assert.ok(read.pages.length >= 3);
    assert.ok(read.text.includes('line 189'));
  });

  test('a logo or signature that cannot be drawn is left out, with the reason', async () => {
    const source = sampleQuote({
      items: [['a', 1, 1]],
      account: { logo: `data:image/png;base64,${Buffer.from('not a picture').toString('base64')}` },
      quote: { status: 'ACCEPTED' },
      acceptance: { signature: '"/><script>' },
    });
    const { standard, warnings } = await renderer.render(source);
    assert.equal(standard, 'a-2a');
    assert.equal(warnings.length, 2);
    assert.match(warnings.join('\n'), /signature was left out.*\n.*logo was left out/);
  });

  test('maximum amounts fit', async () => {
    const source = sampleQuote({ items: [['x', 1_000_000, 9_007_199_254, 0]], quote: { currency: 'IDR' } });
    assert.equal((await renderer.render(source)).standard, 'a-2a');
  });
});

test('a logo that takes too long is left out of a document, and the signature stays', async () => {
  const hasty = createRenderer({ workers: 1, logoMs: 100 });
  const source = (logo: string | null, signature: string | null) =>
    sampleQuote({
      items: [['a', 1, 1]],
      account: { logo },
      quote: { status: 'ACCEPTED' },
      acceptance: { signature },
    });
  const { pdf, logoError, warnings } = await hasty.render(source(SLOW_LOGO, 'M0 0L99 99'));
  const without = await hasty.render(source(null, 'M0 0L99 99'));
  const unsigned = await hasty.render(source(null, null));
  await hasty.close();
  assert.match(logoError ?? 'drawn', /takes too long/);
  assert.match(warnings.join(), /logo was left out/);
  assert.equal(without.logoError, null);
  assert.deepEqual(pdf, without.pdf);
  assert.notDeepEqual(pdf, unsigned.pdf);
});

test('a logo is judged by all that is drawn of it, not only by its document', async () => {
  const masks = Array.from(
    { length: 50 },
    (_, at) => `<mask id="m${at}"><rect width="9" height="9" fill="#fff"/></mask>`,
  );
  const masked = Array.from(
    { length: 450 },
    (_, at) => `<g mask="url(#m${at % 50})"><rect width="9" height="9" fill="#fff"/></g>`,
  );
  const logo = svg(`<defs>${masks.join('')}</defs>${masked.join('')}`);
  const judge = createRenderer({ workers: 1, logoMs: 250 });
  const problem = await judge.checkLogo('acc_1', logo);
  await judge.close();
  assert.match(problem ?? 'accepted', /takes too long/);
});

test('rendering can be stopped halfway', async () => {
  const hasty = createRenderer({ workers: 1, timeoutMs: 60 });
  const slow = hasty.render(sampleQuote({ items: manyItems(1000) }));
  await assert.rejects(slow, (error) => error instanceof RenderError && error.reason === 'timeout');
  await hasty.close();
});
