import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { MAIL, OPENAPI, OUTBOX_ENTRIES } from '../../test/fixtures/pages.ts';
import { quoteView, STATES } from '../../test/fixtures/quote-page.ts';
import {
  DESK,
  expectAccessible,
  expectNoSidewaysScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../../test/support/browser/browser-page.ts';
import { sharedChromium } from '../../test/support/browser/shared-chromium.ts';
import { expectRoomForWideText, findWideFont } from '../../test/support/browser/wide-text.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { isSignature } from '../domain/quote/signature.ts';
import { addScripts, findAsset } from './assets.ts';
import { assetHeaders, mailFrameHeaders, outboxHeaders, pageHeaders, referenceHeaders } from './headers.ts';
import {
  renderMailFrame,
  renderOutboxList,
  renderOutboxLogin,
  renderOutboxMail,
} from './mailbox/mailbox-page.ts';
import { renderNotFoundPage } from './message-page.ts';
import { renderQuotePage } from './quote-page/quote-page.ts';
import { renderReference } from './reference/reference-page.ts';
import { bundleScripts } from './scripts.ts';

let browser: Browser;
let server: Server;
let origin: string;

before(async () => {
  addScripts(await bundleScripts());
  server = createServer((request, reply) => {
    const [body, headers] = answer(request.url ?? '');
    reply.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await sharedChromium();
});

after(async () => {
  server?.closeAllConnections();
  server?.close();
});

function answer(url: string): [string | Buffer, Record<string, string>] {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const asset = findAsset(pathname);
  if (asset) return [asset.body, { ...assetHeaders, 'Content-Type': asset.contentType }];
  const font = findWideFont(pathname);
  if (font) return [font, assetHeaders];
  if (pathname === '/outbox') return [renderOutboxList({ mails: OUTBOX_ENTRIES }), outboxHeaders];
  if (pathname === '/outbox/login') return [renderOutboxLogin('invalid'), outboxHeaders];
  if (pathname === `/outbox/${MAIL.id}`) return [renderOutboxMail(MAIL), outboxHeaders];
  if (pathname === `/outbox/${MAIL.id}/html`) return [renderMailFrame(MAIL.message), mailFrameHeaders];
  if (pathname === '/docs') return [renderReference(OPENAPI), referenceHeaders];
  if (pathname !== '/q/fixture-token') return [renderNotFoundPage('en'), pageHeaders];
  const changes = searchParams.getAll('state').map((state) => STATES[state]);
  const change: NonNullable<Parameters<typeof quoteView>[0]> = Object.assign({}, ...changes);
  const quote = Object.assign({}, ...changes.map((each) => each?.quote));
  const locale = searchParams.get('language') ?? 'en-GB';
  const customer = { ...change.customer, locale };
  return [renderQuotePage(quoteView({ ...change, quote, customer })), pageHeaders];
}

function open(
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  return withVisitor(browser, origin, options, async (page) => {
    await page.goto(origin + path);
    await use(page);
  });
}

test('a printed page has margins, says what changed, and shows nothing to press', async () => {
  await open('/q/fixture-token?state=revised', { viewport: DESK }, async (page) => {
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

test('axe finds nothing, at 375 and at 1280, in light and in dark', async () => {
  // What can be seen at once is looked at at once; the reference is in `test/docs.test.ts`.
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
    '/outbox',
    '/outbox/login',
    `/outbox/${MAIL.id}`,
    '/nothing',
  ];
  await open('/', { viewport: PHONE }, async (page) => {
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(PHONE);
      await page.goto(origin + path);
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, `${path} on a phone`);
      // Dark differs in its colours alone, a wide screen in where things stand.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize(DESK);
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, `${path} on a desk in dark`, LOOKS);
    }
    // What only a phone or only a desk shows has the same colours everywhere.
    await page.goto(`${origin}/q/fixture-token`);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page, 'on a desk', LOOKS);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    await expectAccessible(page, 'on a phone in dark', LOOKS);
  });
});

test('nothing scrolls sideways on a small phone, in any language, font, spacing and size of letters', async () => {
  await open('/nothing', { viewport: { width: 320, height: 640 }, bypassCSP: true }, async (page) => {
    for (const path of ['/outbox', '/outbox/login', `/outbox/${MAIL.id}`, '/docs', '/nothing']) {
      await page.goto(origin + path);
      await expectRoomForWideText(page, path);
    }
    for (const language of LANGUAGES) {
      const states = language === 'en' ? ['accepted'] : ['all errors', 'very long words'];
      const query = new URLSearchParams([['language', language], ...states.map((state) => ['state', state])]);
      await page.goto(`${origin}/q/fixture-token?${query}`);
      await expectNoSidewaysScroll(page, language);
      await expectRoomForWideText(page, language);
    }
  });
});

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

test('an error is focused, and leads to its field', async () => {
  await open('/q/fixture-token?state=name%20missing', { viewport: PHONE }, async (page) => {
    await page.locator('.notice:focus').waitFor();
    await page.getByRole('link', { name: 'Enter your full name.' }).click();
    await page.locator('#name:focus').waitFor();
    assert.ok(isSignature(await page.locator('input[name="signature"]').inputValue()), 'the drawing is kept');
  });
});

test('a mail is shown in its frame', async () => {
  await open(`/outbox/${MAIL.id}`, { viewport: DESK }, async (page) => {
    await page.frameLocator('iframe').getByRole('heading', { name: 'Here is our quote' }).waitFor();
  });
});
