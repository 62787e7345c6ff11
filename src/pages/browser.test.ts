import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../test/support/chromium.ts';
import { isSignature } from '../domain/signature.ts';
import { LANGUAGES } from '../i18n/locale.ts';
import { findAsset } from './assets.ts';
import { assetHeaders, mailFrameHeaders, outboxHeaders, pageHeaders, referenceHeaders } from './headers.ts';
import { renderNotFoundPage } from './message-page.ts';
import { MAIL, OPENAPI, OUTBOX_ENTRIES } from './other-fixtures.ts';
import { renderMailFrame, renderOutboxList, renderOutboxLogin, renderOutboxMail } from './outbox-page.ts';
import { quoteView, STATES } from './page-fixtures.ts';
import { renderQuotePage } from './quote-page.ts';
import { renderReference } from './reference-page.ts';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const PHONE = { width: 375, height: 740 };
const DESK = { width: 1280, height: 860 };

interface Posted {
  url: string;
  headers: IncomingHttpHeaders;
  fields: URLSearchParams;
}

let browser: Browser;
let server: Server;
let origin: string;
const posted: Posted[] = [];

before(async () => {
  server = createServer(async (request, reply) => {
    const url = request.url ?? '';
    if (request.method === 'POST') {
      const body = (await request.toArray()).join('');
      posted.push({ url, headers: request.headers, fields: new URLSearchParams(body) });
      reply.writeHead(200, pageHeaders).end(renderQuotePage(quoteView(STATES.accepted)));
      return;
    }
    const [body, headers] = answer(url);
    reply.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

function answer(url: string): [string, Record<string, string>] {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const asset = findAsset(pathname);
  if (asset) return [asset.body, { ...assetHeaders, 'Content-Type': asset.contentType }];
  if (pathname === '/outbox') return [renderOutboxList({ mails: OUTBOX_ENTRIES }), outboxHeaders];
  if (pathname === '/outbox/login') return [renderOutboxLogin('invalid'), outboxHeaders];
  if (pathname === `/outbox/${MAIL.id}`) return [renderOutboxMail(MAIL), outboxHeaders];
  if (pathname === `/outbox/${MAIL.id}/html`) return [renderMailFrame(MAIL.message), mailFrameHeaders];
  if (pathname === '/docs') return [renderReference(OPENAPI), referenceHeaders];
  if (pathname !== '/q/fixture-token') return [renderNotFoundPage('en'), pageHeaders];
  const change = STATES[searchParams.get('state') ?? 'open'] ?? {};
  const locale = searchParams.get('language') ?? 'en-GB';
  return [renderQuotePage(quoteView({ ...change, customer: { ...change.customer, locale } })), pageHeaders];
}

/** Opens a page and fails the test for anything that the browser complains of or fetches from elsewhere. */
async function open<T>(
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`request to ${url}`);
    });
    await page.goto(origin + path);
    const result = await use(page);
    assert.deepEqual(complaints, []);
    return result;
  } finally {
    await context.close();
  }
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page, rules: string[], what: string): Promise<void> {
  const run = `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then((result) => result.violations)`;
  const violations: Violation[] = await page.evaluate(run);
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    [],
    what,
  );
}

async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const width: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${what} is ${width} wide`);
}

test('axe finds nothing, at 375 and at 1280, in light and in dark', async () => {
  const states = ['open', 'all errors', 'accepted', 'expired', 'revising'];
  const paths = [
    ...states.map((state) => `/q/fixture-token?state=${encodeURIComponent(state)}`),
    '/q/fixture-token?language=ar',
    '/outbox',
    '/outbox/login',
    `/outbox/${MAIL.id}`,
    '/docs',
    '/nothing',
  ];
  for (const path of paths) {
    await open(path, { viewport: PHONE, colorScheme: 'light' }, async (page) => {
      // The policy of the pages does not concern what is evaluated from outside.
      await page.evaluate(AXE);
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: 'light' });
        await expectNoSidewaysScroll(page, path);
        await expectAccessible(page, ALL_RULES, `${path} at ${viewport.width}`);
        // Dark differs in its colours alone.
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(page, ['color-contrast'], `${path} at ${viewport.width} in dark`);
      }
    });
  }
});

test('nothing scrolls sideways at 320 pixels, in any language, with words of any length', async () => {
  await open('/q/fixture-token', { viewport: { width: 320, height: 640 } }, async (page) => {
    for (const language of LANGUAGES) {
      for (const state of ['all errors', 'very long words']) {
        await page.goto(`${origin}/q/fixture-token?language=${language}&state=${encodeURIComponent(state)}`);
        await expectNoSidewaysScroll(page, `${state} in ${language}`);
      }
    }
  });
});

test('accepts with a signature drawn by mouse, and the form says where it comes from', async () => {
  await open('/q/fixture-token', { viewport: DESK }, async (page) => {
    await page.getByRole('link', { name: 'Accept quote' }).click();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    const box = await page.locator('#signature svg').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 20, box.y + 30);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++)
      await page.mouse.move(box.x + 20 + step * 12, box.y + 30 + (step % 5) * 9);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Accept quote' }).click();
    await page.getByRole('status').waitFor();
  });
  const form = posted.pop();
  assert.equal(form?.url, '/q/fixture-token/accept');
  assert.equal(form?.fields.get('name'), 'Ada Lovelace');
  assert.equal(form?.fields.get('revision'), '2');
  assert.match(form?.fields.get('documentSha256') ?? '', /^[0-9a-f]{64}$/);
  const signature = form?.fields.get('signature') ?? '';
  assert.ok(signature.length > 50 && isSignature(signature), signature);
  assert.equal(form?.headers['sec-fetch-site'], 'same-origin');
  // What `no-referrer` does to it: the check of the origin has to rest on Sec-Fetch-Site.
  assert.equal(form?.headers.origin, 'null');
  assert.equal(form?.headers.referer, undefined);
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

test('accepts with the keyboard alone', async () => {
  await open('/q/fixture-token', { viewport: DESK }, async (page) => {
    const focused = () => page.locator(':focus').getAttribute('name');
    for (let presses = 0; presses < 30 && (await page.locator('#name:focus').count()) === 0; presses++) {
      await page.keyboard.press('Tab');
    }
    assert.equal(await focused(), 'name');
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
  });
  assert.equal(posted.pop()?.fields.get('signature'), '');
});

test('works without JavaScript: accept, decline and ask', async () => {
  const forms: [string, (page: Page) => Promise<void>, string][] = [
    ['accept', async (page) => await page.getByLabel('Full name').fill('Ada'), 'Accept quote'],
    ['decline', async (page) => await page.getByLabel('Reason').fill('Too late'), 'Decline quote'],
    ['question', async (page) => await page.getByLabel('Your question').fill('When?'), 'Send question'],
  ];
  for (const [action, fillIn, button] of forms) {
    await open('/q/fixture-token', { viewport: PHONE, javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator('#signature').isVisible(), false);
      // The links open what is folded away: that is the browser's own doing.
      if (action === 'decline') await page.getByRole('link', { name: 'Decline' }).click();
      if (action === 'question') await page.getByRole('link', { name: 'Ask a question' }).click();
      await fillIn(page);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('status').waitFor();
    });
    assert.equal(posted.pop()?.url, `/q/fixture-token/${action}`);
  }
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
