import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from './decode-text.ts';

describe('decodeText', () => {
  it('reads UTF-8, and UTF-16 with a mark', () => {
    assert.deepEqual(decodeText(Buffer.from('Größe €')), { text: 'Größe €' });
    assert.deepEqual(decodeText(Buffer.from('\ufeffGröße', 'utf16le')), { text: 'Größe' });
  });

  it('reads Windows-1252, and says so', () => {
    const bytes = Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x3b, 0x80, 0x0d, 0x0a]);
    assert.deepEqual(decodeText(bytes), { text: 'Größe;€\r\n', assumed: 'Windows-1252' });
  });

  it('rejects what is not text', () => {
    for (const bytes of [
      [0xe4, 0xff, 0x00],
      [0xff, 0xfe, 0x00],
      [0xe4, 0x81],
      [0x50, 0x4b, 0x03, 0x04, 0xff],
    ]) {
      assert.equal(decodeText(Buffer.from(bytes)), undefined, String(bytes));
    }
  });
});
