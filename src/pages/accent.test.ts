import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DARK_PAGE, LIGHT_PAGE, renderAccentCss } from './accent.ts';

test('a colour yields its variants for light and dark mode, and other values are rejected', () => {
  assert.equal(
    renderAccentCss('#ffd400'),
    ':root{--accent:#ffd400;--on-accent:#000000;--accent-edge:#1a1c1f;--accent-text:#1a1c1f}' +
      '@media (prefers-color-scheme:dark){:root{--accent:#ffd400;--on-accent:#000000;--accent-edge:#ffd400;--accent-text:#ffd400}}',
  );
  assert.equal(renderAccentCss('red;}body{display:none'), renderAccentCss('#1f4fa3'));
});

test('the surfaces match the colours of the pages', () => {
  const css = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  for (const [sheet, { grounds, ink }] of [
    [light, LIGHT_PAGE],
    [dark, DARK_PAGE],
  ] as const) {
    assert.ok(sheet.includes(`--surface: ${grounds[0]};`) && sheet.includes(`--ground: ${grounds[1]};`));
    assert.ok(sheet.includes(`--ink: ${ink};`));
  }
});
