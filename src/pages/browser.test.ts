import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { MAIL } from '../../test/fixtures/pages.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../../test/support/browser/browser-page.ts';
import { type FixturePages, serveFixturePages } from '../../test/support/browser/fixture-pages.ts';
import { sharedChromium, sharedViewer } from '../../test/support/browser/shared-chromium.ts';
import { expectRoomForWideText } from '../../test/support/browser/wide-text.ts';
import { testAll } from '../../test/support/run/all.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { isSignature } from '../domain/quote/signature.ts';

let browser: Browser;
let viewer: Browser;
let pages: FixturePages;
let origin: string;

before(async () => {
  [pages, browser, viewer] = await Promise.all([serveFixturePages(), sharedChromium(), sharedViewer()]);
  origin = pages.origin;
});

after(() => pages?.close());

function open(
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
  opened = browser,
): Promise<void> {
  return withVisitor(opened, origin, options, async (page) => {
    await page.goto(origin + path);
    await use(page);
  });
}

/** Like `open`, for tests that only look. */
const view: typeof open = (path, options, use) => open(path, options, use, viewer);

test('a printed page has margins, lists the changes and shows no buttons', async () => {
  await open('/q/fixture-token?state=revised', { viewport: DESKTOP }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    const margins = await page.evaluate(
      `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
         .filter((rule) => rule instanceof CSSPageRule).map((rule) => rule.style.margin)`,
    );
    assert.deepEqual(margins, ['18mm 16mm 20mm']);
    assert.ok(await page.locator('#changes').isVisible());
    for (const shown of await page.locator('button, .actions a, .action-bar a, input').all()) {
      assert.equal(await shown.isVisible(), false, await shown.innerText());
    }
  });
});

testAll('axe finds no violations at 375 and 1280 pixels, in light and dark mode', async () => {
  // Checks everything that can be visible at the same time together. The API reference is covered by
  // `test/docs.test.ts`.
  const states = [
    ['open with attachments', 'open with messages', 'paid in stages'],
    ['open with a quantity out of range', 'all errors'],
    ['accepted', 'accepted with choices'],
    ['expired'],
    ['revising'],
  ];
  const paths = [
    ...states.map((all) => `/q/fixture-token?${new URLSearchParams(all.map((state) => ['state', state]))}`),
    '/q/fixture-token?language=ar',
    '/i/fixture-token?state=payable online',
    '/pay/fixture-token',
    '/unsubscribe/fixture-token',
    '/outbox',
    '/outbox/login',
    `/outbox/${MAIL.id}`,
    '/nothing',
  ];
  await view('/', { viewport: PHONE }, async (page) => {
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(PHONE);
      await page.goto(origin + path);
      await expectNoHorizontalScroll(page, path);
      await expectAccessible(page, `${path} on a phone`);
      // Dark mode changes only colours, a wide screen only positions.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize(DESKTOP);
      await expectNoHorizontalScroll(page, path);
      await expectAccessible(page, `${path} on a desk in dark`, LOOKS);
    }
    // Elements that exist only on a phone or only on a desktop have the same colours everywhere.
    await page.goto(`${origin}/q/fixture-token`);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page, 'on a desk', LOOKS);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    await expectAccessible(page, 'on a phone in dark', LOOKS);
  });
});

testAll('axe finds no violations on the page of an invoice', async () => {
  await view('/', { viewport: PHONE }, async (page) => {
    for (const query of ['state=partly%20paid', 'state=overdue&language=ar', 'state=paid']) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(PHONE);
      await page.goto(`${origin}/i/fixture-token?${query}`);
      await expectNoHorizontalScroll(page, query);
      await expectAccessible(page, `${query} on a phone`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize(DESKTOP);
      await expectNoHorizontalScroll(page, query);
      await expectAccessible(page, `${query} on a desk in dark`, LOOKS);
    }
  });
});

testAll(
  'no page scrolls horizontally on a small phone, in any language, font, spacing or text size',
  async () => {
    await view('/nothing', { viewport: { width: 320, height: 640 }, bypassCSP: true }, async (page) => {
      for (const path of ['/outbox', '/outbox/login', `/outbox/${MAIL.id}`, '/docs', '/nothing']) {
        await page.goto(origin + path);
        await expectRoomForWideText(page, path);
      }
      for (const language of LANGUAGES) {
        const states = language === 'en' ? ['accepted'] : ['all errors', 'very long words'];
        const query = new URLSearchParams([
          ['language', language],
          ...states.map((state) => ['state', state]),
        ]);
        await page.goto(`${origin}/q/fixture-token?${query}`);
        await expectNoHorizontalScroll(page, language);
        await expectRoomForWideText(page, language);
        await page.goto(`${origin}/unsubscribe/fixture-token?language=${language}`);
        await expectNoHorizontalScroll(page, language);
        await page.goto(`${origin}/i/fixture-token?state=partly%20paid&language=${language}`);
        await expectNoHorizontalScroll(page, language);
        await expectRoomForWideText(page, language);
      }
    });
  },
);

test('a signature can be drawn by touch and cleared', async () => {
  await open('/q/fixture-token', { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    const pad = page.locator('#signature svg');
    await pad.scrollIntoViewIfNeeded();
    await pad.tap();
    const field = page.locator('input[name="signature"]');
    assert.ok(isSignature(await field.inputValue()));
    await page.getByRole('button', { name: 'Clear signature' }).tap();
    assert.equal(await field.inputValue(), '');
  });
});

test('an error gets the focus and links to its field', async () => {
  await open('/q/fixture-token?state=name%20missing', { viewport: PHONE }, async (page) => {
    await page.locator('.notice:focus').waitFor();
    await page.getByRole('link', { name: 'Enter your full name.' }).click();
    await page.locator('#name:focus').waitFor();
    assert.ok(isSignature(await page.locator('input[name="signature"]').inputValue()), 'the drawing is kept');
  });
});

test('an email is shown in its frame', async () => {
  await open(`/outbox/${MAIL.id}`, { viewport: DESKTOP }, async (page) => {
    await page.frameLocator('iframe').getByRole('heading', { name: 'Here is our quote' }).waitFor();
  });
});
