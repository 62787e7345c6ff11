import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, describe, test } from 'node:test';
import { manyItems, sampleQuote } from '../../test/support/document-samples.ts';
import { readPdf } from '../../test/support/read-pdf.ts';
import { RenderError } from './render-error.ts';
import { createRenderer } from './renderer.ts';

const renderer = createRenderer({ workers: 1 });
after(() => renderer.close());

const small = () => sampleQuote({ items: [['One thing', 1, 100]] });

describe('bad input', () => {
  test('characters that no font has are marked, reported and do not cost the standard', async () => {
    const source = sampleQuote({ items: [['lone \ud800, nul \0, private \ue000, Gothic \u{10330}', 1, 1]] });
    const { pdf, standard, warnings } = await renderer.render(source);
    const read = await readPdf(pdf);
    assert.equal(standard, 'a-2a');
    assert.deepEqual(warnings, ['no font has a glyph for U+E000, U+10330']);
    assert.equal(read.missingGlyphs, 0);
    assert.ok(read.text.includes('lone \ufffd, nul , private \ufffd, Gothic \ufffd'));
  });

  test('naughty strings come out', async () => {
    const path = createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json');
    const strings: string[] = JSON.parse(readFileSync(path, 'utf8')).filter((text: string) => text !== '');
    const { standard } = await renderer.render(
      sampleQuote({
        items: strings.slice(0, 200).map((text) => [text.slice(0, 2000), 1, 100]),
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

  test('an item of many lines is broken over pages', async () => {
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
    assert.match(warnings.join('\n'), /logo was left out.*\n.*signature was left out/);
  });

  test('amounts as large as they can be fit', async () => {
    const source = sampleQuote({ items: [['x', 1_000_000, 9_007_199_254, 0]], quote: { currency: 'IDR' } });
    assert.equal((await renderer.render(source)).standard, 'a-2a');
  });
});

describe('the pool', () => {
  test('a document that takes too long fails alone, and its thread is replaced', async () => {
    const hasty = createRenderer({ workers: 1, timeoutMs: 60 });
    const slow = hasty.render(sampleQuote({ items: manyItems(1000) }));
    await assert.rejects(slow, isRenderError('timeout'));
    await hasty.close();

    const patient = createRenderer({ workers: 2, timeoutMs: 30_000 });
    await patient.warmUp();
    const results = await Promise.all([patient.render(small()), patient.render(small())]);
    assert.ok(results.every(({ pdf }) => pdf.length > 1000));
    await patient.close();
  });

  test('a full queue refuses at once', async () => {
    const busy = createRenderer({ workers: 1, queueLimit: 1 });
    const first = busy.render(small());
    const second = busy.render(small());
    await assert.rejects(busy.render(small()), isRenderError('busy'));
    await Promise.all([first, second]);
    await busy.close();
  });

  test('long documents leave a thread to the short ones', async () => {
    const pool = createRenderer({ workers: 2 });
    await pool.warmUp();
    const order: string[] = [];
    const long = [1, 2].map(() =>
      pool.render(sampleQuote({ items: manyItems(400) })).then(() => order.push('long')),
    );
    const short = pool.render(small()).then(() => order.push('short'));
    await Promise.all([...long, short]);
    assert.equal(order[0], 'short');
    await pool.close();
  });

  test('a thread that has grown is replaced between documents', async () => {
    const pool = createRenderer({ workers: 1, recycleBytes: 1 });
    const first = await pool.render(small());
    const second = await pool.render(small());
    assert.deepEqual(first.pdf, second.pdf);
    await pool.close();
  });

  test('closing settles what is in hand', async () => {
    const pool = createRenderer({ workers: 1 });
    const pending = [pool.render(sampleQuote({ items: manyItems(500) })), pool.render(small())];
    const settled = Promise.allSettled(pending);
    await pool.close();
    assert.ok((await settled).every((result) => result.status === 'rejected'));
    await assert.rejects(pool.render(small()), RenderError);
  });
});

function isRenderError(reason: string) {
  return (error: unknown) => error instanceof RenderError && error.reason === reason;
}
