import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, test } from 'node:test';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import fc from 'fast-check';
import { sampleQuote } from '../../../test/fixtures/documents.ts';
import { line } from '../../../test/fixtures/quote.ts';
import { readQrCode } from '../../../test/support/pdf/read-qr-code.ts';
import { formatFileName } from './file-name.ts';
import { breakLongWords, cleanText } from './view/clean-text.ts';
import { toOneLine } from './view/context.ts';
import { addQrCode } from './view/qr-code.ts';
import { drawSignature } from './view/signature.ts';
import { prepareDocument } from './view/view.ts';

describe('text', () => {
  test('any string becomes well-formed and without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const clean = cleanText(text, new Map());
        assert.ok(clean.isWellFormed());
        assert.doesNotMatch(clean.replaceAll('\n', ''), /\p{Cc}|\p{Co}|\p{Cs}/u);
      }),
    );
  });

  test('a long word may break, and keeps its characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const broken = breakLongWords(text);
        assert.equal(broken.replaceAll('\u200b', ''), text.replaceAll('\u200b', ''));
        assert.doesNotMatch(broken, /[a-zA-Z]{24}/);
      }),
    );
    assert.equal(breakLongWords('accounts@harbourvale.example'), 'accounts@\u200bharbourvale.\u200bexample');
  });

  test('long runs of punctuation and spaces are broken as quickly as letters', () => {
    const began = performance.now();
    breakLongWords('.'.repeat(400_000));
    assert.equal(plainText(`a${' '.repeat(400_000)}b`).length, 400_002);
    // Backtracking from each of them would take minutes.
    assert.ok(performance.now() - began < 10_000);
    assert.equal(plainText(' two \n\n lines\n'), 'two lines');
    assert.equal(
      breakLongWords(`${'a'.repeat(15)}...${'b'.repeat(10)}`),
      `${'a'.repeat(15)}...\u200b${'b'.repeat(10)}`,
    );
  });

  test('a sign that no font has is written out in the words that it stands for', () => {
    const missing = new Map<number, number>();
    assert.equal(cleanText('\ufdfd \ufdfa', missing), 'بسم الله الرحمن الرحيم صلى الله عليه وسلم');
    assert.equal(cleanText('500 \u060b', missing), '500 افغانی');
    assert.equal(missing.size, 0);
    assert.equal(cleanText('\ue000', missing), '\ufffd');
    assert.deepEqual([...missing], [[0xe000, 1]]);
  });

  test('spaces stay where they were', () => {
    assert.equal(cleanText('a\r\n  b  c\td', new Map()), 'a\n\u00a0\u00a0b\u00a0 c\u00a0\u00a0\u00a0 d');
  });

  test('bidirectional control characters are removed, and joiners stay', () => {
    assert.equal(cleanText('a\u202eb\u2066c\u2069\u200dd\u200ce', new Map()), 'abc\u200dd\u200ce');
  });
});

test('a row of one line with details has a height that need not be measured', () => {
  const items = [
    { ...line('Skirting boards', 26, 890, 19), optional: true, selected: false },
    line('Delivery', 1, 9_000, 19),
    line('配送', 1, 9_000, 19),
  ];
  const { data } = prepareDocument(sampleQuote({ quote: { items } })).view;
  assert.deepEqual(
    data['line-widths'].map((widths) => widths?.map((width) => width > 2 && width < 30) ?? null),
    [[true, true], [true], null],
  );
});

describe('file name', () => {
  const formatName = (title: string) =>
    formatFileName(sampleQuote({ items: [['a', 1, 1]], quote: { title } }));

  test('is the number and the title, in any script', () => {
    assert.equal(formatName('Website redesign'), 'Q-2026-00012 Website redesign.pdf');
    assert.equal(formatName('オンラインストア'), 'Q-2026-00012 オンラインストア.pdf');
    assert.equal(formatName('../../etc/passwd\r\nX: 1'), 'Q-2026-00012 ..-..-etc-passwd X- 1.pdf');
  });

  test('is short, and has no character that a header or a file system rejects', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        const name = formatName(title);
        assert.ok(Buffer.byteLength(name) <= 124);
        assert.ok(name.isWellFormed());
        assert.doesNotMatch(name, /[<>:"/\\|?*\p{Cc}]/u);
        assert.match(name, /^Q-2026-00012.*\.pdf$/u);
      }),
    );
  });
});

describe('signature', () => {
  test('only a path becomes a drawing', () => {
    assert.ok(drawSignature('M0 0 L10.5 20 C1 2 3 4 5 6'));
    assert.equal(drawSignature('"/><script>'), undefined);
    assert.equal(drawSignature('L1 1'), undefined);
  });
});

describe('QR code', () => {
  test('encodes its text, in any script', async () => {
    for (const text of [
      'https://example.com/q/abc?x=1',
      'BCD\n002\nMüller & 株式会社 ✓',
      'a'.repeat(330),
      '\ud800',
    ]) {
      const files = new Map<string, Uint8Array>();
      const picture = addQrCode({ files }, 'code', text, 'A code');
      assert.deepEqual(picture, { path: '/code.svg', alt: 'A code' });
      const canvas = await drawSvg(files.get('/code.svg') ?? new Uint8Array());
      assert.equal(readQrCode(canvas), text.toWellFormed());
    }
  });
});

async function drawSvg(svg: Uint8Array): Promise<Canvas> {
  const image = await loadImage(Buffer.from(svg));
  const canvas = createCanvas(image.width * 8, image.height * 8);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function plainText(text: string): string {
  return toOneLine({ missing: new Map() }, text);
}
