import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

export const PHONE = { width: 375, height: 740 };
export const DESK = { width: 1280, height: 860 };

const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A visitor; the test fails for anything that the browser complains of or fetches from elsewhere. */
export async function withVisitor<T>(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const complaints: string[] = [];
  context.on('page', (page) => {
    page.on('console', (message) => {
      const isRefusal = /the server responded with a status of 4\d\d/.test(message.text());
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
      if (message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  context.on('request', (request) => {
    const url = request.url();
    if (![origin, `blob:${origin}`, 'data:'].some((own) => url.startsWith(own)))
      complaints.push(`request to ${url}`);
  });
  try {
    const result = await use(await context.newPage(), context);
    assert.deepEqual(complaints, []);
    return result;
  } finally {
    await context.close();
  }
}

/** What only the looks of a page decide, and not what is written in it. */
export const LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** Opens it at a desk, and turns that into a phone in the dark, which differs in its colours and in where things stand. */
export async function expectGoodLooks(page: Page, url: string): Promise<void> {
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(url);
  await expectAccessible(page, `${url} at a desk`);
  await expectNoSidewaysScroll(page, `${url} at a desk`);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${url} on a phone in the dark`, LOOKS);
  await expectNoSidewaysScroll(page, `${url} on a phone in the dark`);
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** The rules of WCAG 2.2 AA and good practice, or those that are named. */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  await loadAxe(page);
  const only = JSON.stringify(rules ?? ALL_RULES);
  const violations: Violation[] = await page.evaluate(
    // What a frame shows is somebody's mail, and it does not speak to its page.
    `axe.run({ runOnly: ${only}, resultTypes: ['violations'], iframes: false }).then((result) => result.violations)`,
  );
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    [],
    what,
  );
}

/** One for each page, and for as long: to end one takes away what others have put there, such as an authenticator. */
const devtoolsOf = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Only into documents that are looked at, and past Playwright, which reads half a megabyte of script several times over.
 * The policy of the pages does not concern what is evaluated from outside.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate('"axe" in window')) return;
  const devtools = devtoolsOf.get(page) ?? page.context().newCDPSession(page);
  devtoolsOf.set(page, devtools);
  await (await devtools).send('Runtime.evaluate', { expression: AXE });
}

export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const width: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${what} is ${width} wide`);
}
