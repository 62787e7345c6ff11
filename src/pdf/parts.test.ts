import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { smallPng } from '../../scripts/small-png.ts';
import { sampleQuote } from '../../test/support/document-samples.ts';
import { BLACK, contrast as contrastOf, parseColor } from '../domain/color.ts';
import { accentOf } from './accent.ts';
import { breakLongWords, cleanText } from './clean-text.ts';
import { fileNameOf } from './file-name.ts';
import { checkLogo } from './logo.ts';
import { signatureFile } from './signature.ts';
import { plain } from './view-context.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const color = fc.tuple(channel, channel, channel).map((parts) => `#${parts.join('')}`);

function contrast(one: string, other: string): number {
  return contrastOf(parseColor(one) ?? BLACK, parseColor(other) ?? BLACK);
}

describe('accent', () => {
  test('every colour becomes readable on white and on its own tint', () => {
    fc.assert(
      fc.property(color, (value) => {
        const { ink, tint } = accentOf(value);
        assert.ok(contrast(ink, '#ffffff') >= 4.5);
        assert.ok(contrast('#5c6370', tint) >= 4.5);
        assert.ok(contrast(ink, tint) >= 4.5);
      }),
    );
  });

  test('a colour that is readable already stays as it is', () => {
    assert.equal(accentOf('#1d4ed8').ink, '#1d4ed8');
    assert.equal(accentOf('nonsense').ink, '#1f2937');
  });
});

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

  test('a long word may break, and keeps its letters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const broken = breakLongWords(text);
        assert.equal(broken.replaceAll('\u200b', ''), text.replaceAll('\u200b', ''));
        assert.doesNotMatch(broken, /[a-zA-Z]{24}/);
      }),
    );
    assert.equal(breakLongWords('accounts@harbourvale.example'), 'accounts@\u200bharbourvale.\u200bexample');
  });

  test('joints and blanks without end are broken as quickly as letters', () => {
    const began = performance.now();
    breakLongWords('.'.repeat(400_000));
    assert.equal(plainText(`a${' '.repeat(400_000)}b`).length, 400_002);
    // Looking back from every one of them takes minutes.
    assert.ok(performance.now() - began < 10_000);
    assert.equal(plainText(' two \n\n lines\n'), 'two lines');
    assert.equal(
      breakLongWords(`${'a'.repeat(15)}...${'b'.repeat(10)}`),
      `${'a'.repeat(15)}...\u200b${'b'.repeat(10)}`,
    );
  });

  test('spaces stay where they were', () => {
    assert.equal(cleanText('a\r\n  b  c\td', new Map()), 'a\n\u00a0\u00a0b\u00a0 c\u00a0\u00a0\u00a0 d');
  });

  test('marks that rearrange their surroundings are removed, joiners stay', () => {
    assert.equal(cleanText('a\u202eb\u2066c\u2069\u200dd\u200ce', new Map()), 'abc\u200dd\u200ce');
  });
});

describe('file name', () => {
  const nameOf = (title: string) => fileNameOf(sampleQuote({ items: [['a', 1, 1]], quote: { title } }));

  test('is the number and the title, in any script', () => {
    assert.equal(nameOf('Website redesign'), 'Q-2026-00012 Website redesign.pdf');
    assert.equal(nameOf('オンラインストア'), 'Q-2026-00012 オンラインストア.pdf');
    assert.equal(nameOf('../../etc/passwd\r\nX: 1'), 'Q-2026-00012 ..-..-etc-passwd X- 1.pdf');
  });

  test('is short, and free of what a header or a file system objects to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        const name = nameOf(title);
        assert.ok(Buffer.byteLength(name) <= 124);
        assert.ok(name.isWellFormed());
        assert.doesNotMatch(name, /[<>:"/\\|?*\p{Cc}]/u);
        assert.match(name, /^Q-2026-00012.*\.pdf$/u);
      }),
    );
  });
});

describe('logo', () => {
  const png = smallPng(new Uint8ClampedArray(16 * 8 * 4), 16, 8);
  const url = (type: string, bytes: Uint8Array | string) =>
    `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const svg = (body: string) =>
    url('svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${body}</svg>`);

  test('a picture that is whole is accepted', () => {
    assert.equal(checkLogo(url('png', png)), undefined);
    assert.equal(checkLogo(url('jpeg', jpeg(3))), undefined);
    assert.equal(checkLogo(svg('<g><path d="M0 0h9"/><use href="#a"/></g><!-- note -->')), undefined);
    assert.equal(
      checkLogo('data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'),
      undefined,
    );
  });

  test('anything else is refused in words', () => {
    const truncated = png.subarray(0, png.length - 20);
    const flipped = Buffer.from(png);
    flipped[60] = (flipped[60] ?? 0) ^ 0xff;
    const cases: [string, RegExp][] = [
      ['https://example.com/logo.png', /data URL/],
      [url('gif', 'GIF89a'), /data URL/],
      ['data:image/png;base64,***', /decoded/],
      [url('png', truncated), /damaged/],
      [url('png', flipped), /damaged/],
      [url('png', Buffer.alloc(600 * 1024)), /512 KiB/],
      [url('png', pngClaiming(60_000, 60_000)), /pixels/],
      [url('jpeg', jpeg(3).subarray(0, 12)), /damaged/],
      [url('jpeg', jpeg(4)), /CMYK/],
      [svg('<script>alert(1)</script>'), /scripts/],
      [svg('<path onload="x()"/>'), /scripts/],
      [svg('<image href="https://example.com/x.png"/>'), /outside/],
      [svg('<rect style="fill:url(http://example.com)"/>'), /outside/],
      [svg('<g><path/>'), /well-formed/],
      [url('svg+xml', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), /scripts/],
      [url('svg+xml', '<html/>'), /well-formed/],
    ];
    for (const [logo, message] of cases)
      assert.match(checkLogo(logo) ?? 'accepted', message, logo.slice(0, 90));
  });

  /** The frame of a JPEG, as much as is looked at. */
  function jpeg(components: number): Buffer {
    return Buffer.from([
      ...[0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 8, 0, 8, components, ...new Array(9).fill(1)],
      ...[0xff, 0xda, 0, 4, 0, 0, 1, 2, 3, 0xff, 0xd9],
    ]);
  }

  function pngClaiming(width: number, height: number): Buffer {
    const tall = smallPng(new Uint8ClampedArray(4), 1, 1);
    tall.writeUInt32BE(width, 16);
    tall.writeUInt32BE(height, 20);
    const { crc32 } = process.getBuiltinModule('node:zlib');
    tall.writeUInt32BE(crc32(tall.subarray(12, 29)), 29);
    return Buffer.concat([tall, deflateSync('')]);
  }
});

describe('signature', () => {
  test('only a path becomes a drawing', () => {
    assert.ok(signatureFile('M0 0 L10.5 20 C1 2 3 4 5 6'));
    assert.equal(signatureFile('"/><script>'), undefined);
    assert.equal(signatureFile('L1 1'), undefined);
  });
});

function plainText(text: string): string {
  return plain({ missing: new Map() } as unknown as Parameters<typeof plain>[0], text);
}
