import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { contrast, parseColor } from '../markup/color.ts';
import { accentCss } from './accent.ts';

test('any colour gives readable buttons and links, in light and in dark', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), ([red, green, blue]) => {
      const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      const [light = {}, dark = {}] = accentCss(color).split('@media').map(properties);
      expectContrast(light, ['#ffffff', '#f6f5f3']);
      expectContrast(dark, ['#1b1e22', '#121416']);
    }),
    { numRuns: 2000 },
  );
});

test('leaves a readable colour as it is, and takes none but a colour', () => {
  assert.match(accentCss('#0f766e'), /^:root\{--accent:#0f766e;--on-accent:#ffffff;--accent-text:#0f766e\}/);
  assert.equal(accentCss('red;}body{display:none'), accentCss('#1f4fa3'));
});

function expectContrast(tones: Record<string, string>, backgrounds: string[]): void {
  assert.ok(ratio(tones['on-accent'], tones.accent) >= 4.5, 'text on a button');
  for (const background of backgrounds) {
    assert.ok(ratio(tones['accent-text'], background) >= 4.5, 'a link');
    assert.ok(ratio(tones.accent, background) >= 3, 'the edge of a button');
  }
}

function ratio(one = '', other = ''): number {
  const [first, second] = [parseColor(one), parseColor(other)];
  assert.ok(first && second);
  return contrast(first, second);
}

function properties(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  );
}
