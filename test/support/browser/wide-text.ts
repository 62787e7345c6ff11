import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../../../fonts');
const FONTS = ['NotoSans', 'Vazirmatn', 'NotoSansThai', 'NotoSansDevanagari'];
// At this size the letters are wider than those of DejaVu Sans Bold, the widest common font.
const FACES = FONTS.map(
  (name) => `@font-face { font-family: ${name}; src: url(/wide/${name}-SemiBold.ttf); size-adjust: 125% }`,
);
const WIDE = [...FACES, `* { font-family: ${FONTS.join()}, sans-serif !important }`].join('\n');
const SPACED = '* { letter-spacing: .12em !important; word-spacing: .16em !important }';
const rootText = (pixels: number) => `html { font-size: ${pixels}px !important }`;

/** Reader settings: the width of a phone and a user style sheet. */
const READERS: Record<string, [width: number, ...styles: string[]]> = {
  'in a wide font of 24 pixels': [320, WIDE, SPACED, rootText(24)],
  'in a wide font of 32 pixels': [375, WIDE, SPACED, rootText(32)],
};

/** Serves a font of the project, so that the result does not depend on the machine. */
export function findWideFont(path: string): Buffer | undefined {
  const name = FONTS.find((font) => path === `/wide/${font}-SemiBold.ttf`);
  return name === undefined ? undefined : readFileSync(join(FOLDER, `${name}-SemiBold.ttf`));
}

/** The page must have been opened with `bypassCSP`, because our policy allows no other styles. It keeps the last one. */
export async function expectRoomForWideText(page: Page, what: string): Promise<void> {
  for (const [reader, [width, ...styles]] of Object.entries(READERS)) {
    await page.setViewportSize({ width, height: 640 });
    await setStyle(page, styles.join('\n'));
    const scrollWidth: number = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(scrollWidth <= width, `${what} is ${scrollWidth} wide on ${width}, ${reader}`);
  }
}

async function setStyle(page: Page, css: string): Promise<void> {
  await page.evaluate(`(async () => {
    const sheet = document.querySelector('#reader') ?? document.head.appendChild(document.createElement('style'));
    sheet.id = 'reader';
    sheet.textContent = ${JSON.stringify(css)};
    document.documentElement.scrollWidth;
    await document.fonts.ready;
  })()`);
}
