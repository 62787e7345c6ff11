import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSwissQrCode } from './swiss-qr-code.ts';

test('the code of a Swiss QR-bill has no alignment pattern under the cross, whatever its length', () => {
  for (const length of [1, 200, 300, 400, 500, 600, 700, 800, 900, 997]) {
    const version = (drawSwissQrCode('x'.repeat(length)).size - 17) / 4;
    // From version 7 on, 13 and fewer have a pattern in the middle; that of 21 and more is small in comparison to the cross.
    assert.ok(version >= 14 && version <= 25, `${length}: version ${version}`);
  }
});
