import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countDecimals, toTenThousandths } from './decimal.ts';

test('decimals with up to four places are converted exactly', () => {
  const decimal = fc.tuple(fc.integer({ min: 0, max: 1_000_000_000 }), fc.stringMatching(/^\d{0,4}$/));
  fc.assert(
    fc.property(decimal, ([whole, fraction]) => {
      const value = Number(`${whole}.${fraction || '0'}`);
      assert.equal(toTenThousandths(value), BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0')));
      assert.ok(countDecimals(value) <= 4);
    }),
    { numRuns: 20_000 },
  );
});

test('decimals too large for a product of doubles are converted exactly', () => {
  const large = fc.bigInt({ min: 2n ** 50n, max: 2n ** 52n });
  fc.assert(
    fc.property(large, (scaled) => {
      const fraction = String(scaled % 10_000n).padStart(4, '0');
      assert.equal(toTenThousandths(Number(`${scaled / 10_000n}.${fraction}`)), scaled);
    }),
    { numRuns: 5000 },
  );
});

test('large whole numbers are converted exactly', () => {
  assert.equal(toTenThousandths(2 ** 40), 2n ** 40n * 10_000n);
});

test('decimals are counted as written', () => {
  for (const [value, count] of [
    [0, 0],
    [1, 0],
    [0.1, 1],
    [0.1 + 0.2, 17],
    [1e-7, 7],
    [1.5e-7, 8],
    [1e21, 0],
    [123.4567, 4],
  ] as const) {
    assert.equal(countDecimals(value), count, String(value));
  }
});
