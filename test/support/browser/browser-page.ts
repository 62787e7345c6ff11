import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { IS_ALL } from '../run/all.ts';

export const PHONE = { width: 375, height: 740 };
export const DESKTOP = { width: 1280, height: 860 };

/** With escapes for characters beyond ASCII, because a one-byte string is sent and parsed in half the time. */
const AXE = readFileSync(
  new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url),
  'utf8',
).replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
export const WCAG_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL_RULES = [...WCAG_RULES, 'best-practice'];

/** Opens a browser page; the test fails if the browser reports an error or loads anything from another origin. */
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

/** Accessibility rules that depend on rendering and not only on the markup. */
export const LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** Opens the page on a desktop and then switches to a dark phone, which has other colors and another layout. */
export async function expectGoodLooks(page: Page, url: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(url);
  await expectAccessible(page, `${url} at a desk`);
  await expectNoHorizontalScroll(page, `${url} at a desk`);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${url} on a phone in the dark`, LOOKS);
  await expectNoHorizontalScroll(page, `${url} on a phone in the dark`);
}

/**
 * Only violations and their markup are reported, so axe computes no selectors. Preloading is for the rules of audio,
 * which no page has. Frames show emails, which do not communicate with their page.
 */
const AXE_OPTIONS =
  "resultTypes: ['violations', 'incomplete'], selectors: false, preload: false, iframes: false";

interface Finding {
  id: string;
  nodes: { html: string }[];
}

export interface AxeResult {
  violations: Finding[];
  /** What axe could not decide. */
  incomplete: Finding[];
  /** Rules that found something to check, and found nothing wrong. */
  passed: string[];
}

/**
 * Checks the rules of WCAG 2.2 AA and best practices, or the given ones. `npm test` leaves out what depends on widths
 * and themes, which is half of the time.
 */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  if (!IS_ALL && rules === LOOKS) return;
  const { violations } = await runAxe(page, rules, IS_ALL ? [] : LOOKS);
  assert.deepEqual(violations.map(describeFinding), [], what);
}

export async function runAxe(
  page: Page,
  rules: readonly string[] = ALL_RULES,
  omitted: readonly string[] = [],
): Promise<AxeResult> {
  await loadAxe(page);
  const off = Object.fromEntries(omitted.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(rules)}, rules: ${JSON.stringify(off)}, ${AXE_OPTIONS} }).then(({ violations, incomplete, passes }) =>
       ({ violations, incomplete, passed: passes.map(({ id }) => id) }))`,
  );
}

export function describeFinding({ id, nodes }: Finding): string {
  return `${id}: ${nodes.map((node) => node.html).join(' | ')}`;
}

/** One session per page that is never detached: detaching would remove its state, such as a virtual authenticator. */
const devtoolsOf = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Loads axe only into documents that are checked, and without Playwright, which parses half a megabyte of script
 * several times. The pages' content security policy does not apply to scripts evaluated from outside.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate('"axe" in window')) return;
  const devtools = devtoolsOf.get(page) ?? page.context().newCDPSession(page);
  devtoolsOf.set(page, devtools);
  await (await devtools).send('Runtime.evaluate', { expression: AXE });
}

export async function expectNoHorizontalScroll(page: Page, what: string): Promise<void> {
  const width: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${what} is ${width} wide`);
}
