import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { countCases } from '../../../test/support/run/all.ts';
import { DARK_MAIL, LIGHT_MAIL } from '../../adapters/mail/mail-style.ts';
import { PAPER } from '../../adapters/pdf/view/accent.ts';
import { DARK_PAGE, LIGHT_PAGE } from '../../pages/accent.ts';
import { computeBrandTones, type Surface } from './brand.ts';
import { BLACK, contrast, parseColor } from './color.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const color = fc.tuple(channel, channel, channel).map((parts) => `#${parts.join('')}`);
const surfaces: [string, Surface][] = [
  ['paper', PAPER],
  ['light page', LIGHT_PAGE],
  ['dark page', DARK_PAGE],
  ['light mail', LIGHT_MAIL],
  ['dark mail', DARK_MAIL],
];

describe('a brand colour', () => {
  test('is readable and visible on every surface', () => {
    fc.assert(
      fc.property(color, (brand) => {
        for (const [name, surface] of surfaces) {
          const { fill, onFill, outline, text } = computeBrandTones(brand, surface);
          assert.match(onFill, /^#(000000|ffffff)$/, name);
          assert.ok(ratio(onFill, fill) >= 4.5, `words on the fill, ${name}`);
          for (const ground of surface.grounds) {
            assert.ok(ratio(text, ground) >= 4.5, `words, ${name}`);
            assert.ok(Math.max(ratio(outline, ground), ratio(fill, ground)) >= 3, `an area, ${name}`);
          }
        }
      }),
      { numRuns: countCases(2000) },
    );
  });

  test('is used unchanged or not at all', () => {
    fc.assert(
      fc.property(color, (brand) => {
        const nearBlack = [1, 3, 5].every((at) => Number.parseInt(brand.slice(at, at + 2), 16) < 64);
        for (const [name, surface] of surfaces) {
          const { fill, outline, text } = computeBrandTones(brand, surface);
          assert.equal(fill, surface.dark && nearBlack ? surface.ink : brand, name);
          const weakest = Math.min(...surface.grounds.map((ground) => ratio(fill, ground)));
          assert.equal(outline, weakest >= 3 ? fill : surface.ink, name);
          assert.equal(text, weakest >= 4.5 ? fill : surface.ink, name);
        }
      }),
      { numRuns: countCases(2000) },
    );
  });

  test('is the same in the PDF, on the page and in emails', () => {
    for (const brand of ['#ffd400', '#ffffff', '#c8102e', '#1f4e79']) {
      assert.deepEqual(
        new Set(surfaces.map(([, surface]) => computeBrandTones(brand, surface).fill)),
        new Set([brand]),
      );
    }
    assert.equal(computeBrandTones('#000000', DARK_PAGE).fill, DARK_PAGE.ink);
    assert.equal(computeBrandTones('#000080', DARK_PAGE).fill, '#000080');
  });

  test('falls back to the default if invalid', () => {
    assert.deepEqual(
      computeBrandTones('red;}body{display:none', LIGHT_PAGE),
      computeBrandTones('#1f4fa3', LIGHT_PAGE),
    );
  });
});

function ratio(one: string, other: string): number {
  return contrast(parseColor(one) ?? BLACK, parseColor(other) ?? BLACK);
}
