/** Takes screenshots of the customer page, on desktop and phone, and with extreme colours: `npm run gallery:page`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { addScripts, findAsset } from '../src/pages/assets.ts';
import { renderQuotePage } from '../src/pages/customer/quote/quote-page.ts';
import { bundleScripts } from '../src/pages/scripts.ts';
import { BRANDS } from '../test/fixtures/brands.ts';
import { quoteView, STATES } from '../test/fixtures/quote-page.ts';
import { DESKTOP, PHONE } from '../test/support/browser/browser-page.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const ORIGIN = 'http://gallery.example';

interface Picture {
  change: Parameters<typeof quoteView>[0];
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

const ARABIC = { customer: { locale: 'ar' } };
const [light, dark] = [
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const;
const PAGES: Record<string, Picture> = {
  'quote-page': { change: {}, ...light },
  'quote-page-dark': { change: {}, ...light, colorScheme: 'dark' },
  'quote-page-phone': { change: {}, ...dark, colorScheme: 'light' },
  'quote-page-arabic': { change: ARABIC, ...light },
  'quote-page-accepted': { change: STATES.accepted, ...light },
  choices: { change: STATES['open with choices'], ...light },
  'choices-phone': { change: STATES['open with choices'], ...dark },
  'choices-arabic': { change: { ...STATES['open with choices'], ...ARABIC }, ...dark },
  stages: { change: STATES['paid in stages'], ...light },
  revised: { change: STATES.revised, ...light },
  'revised-phone': { change: STATES.revised, ...dark },
};

addScripts(await bundleScripts());
const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, { change, viewport, colorScheme }] of Object.entries(PAGES)) {
    const page = renderQuotePage(quoteView(change));
    await picture(browser, page, { viewport, colorScheme, fullPage: true }, join(FOLDER, `${file}.png`));
  }
  for (const [name, accentColor] of Object.entries(BRANDS)) {
    const page = renderQuotePage(quoteView({ account: { accentColor, logo: null } }));
    for (const viewport of [DESKTOP, PHONE]) {
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
  { fullPage = false, ...options }: Omit<Picture, 'change'> & { fullPage?: boolean },
  path: string,
): Promise<void> {
  const page = await browser.newPage(options);
  await page.route(`${ORIGIN}/**`, (route) => {
    const asset = findAsset(new URL(route.request().url()).pathname);
    return route.fulfill(asset ?? { body, contentType: 'text/html; charset=utf-8' });
  });
  await page.goto(ORIGIN);
  // The viewport is as high as the page, so that elements fixed to its bottom edge are drawn there.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  if (fullPage) await page.setViewportSize({ ...options.viewport, height });
  await page.screenshot({ path });
  await page.close();
}
