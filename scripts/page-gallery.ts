/** Pictures of the customer's page in the hardest colours, on a desk and on a phone: `npm run gallery:page`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { addScripts, findAsset } from '../src/web/assets.ts';
import { renderQuotePage } from '../src/web/quote-page/quote-page.ts';
import { bundleScripts } from '../src/web/scripts.ts';
import { BRANDS } from '../test/fixtures/brands.ts';
import { quoteView } from '../test/fixtures/quote-page.ts';
import { DESK, PHONE } from '../test/support/browser/browser-page.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const ORIGIN = 'http://gallery.example';

addScripts(await bundleScripts());
const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, accentColor] of Object.entries(BRANDS)) {
    const page = renderQuotePage(quoteView({ account: { accentColor, logo: null } }));
    for (const viewport of [DESK, PHONE]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const file = `brand-${name}-${viewport.width}-${colorScheme}.png`;
        await picture(browser, page, { viewport, colorScheme }, join(FOLDER, file));
      }
    }
  }
} finally {
  await browser.close();
}

async function picture(
  browser: Browser,
  body: string,
  options: { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' },
  path: string,
): Promise<void> {
  const page = await browser.newPage(options);
  await page.route(`${ORIGIN}/**`, (route) => {
    const asset = findAsset(new URL(route.request().url()).pathname);
    return route.fulfill(asset ?? { body, contentType: 'text/html; charset=utf-8' });
  });
  await page.goto(ORIGIN);
  await page.screenshot({ path });
  await page.close();
}
