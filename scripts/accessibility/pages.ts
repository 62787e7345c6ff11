import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { INVOICE_STATES } from '../../test/fixtures/invoice-page.ts';
import { MAIL } from '../../test/fixtures/pages.ts';
import { STATES } from '../../test/fixtures/quote-page.ts';
import { listConsolePages } from '../../test/support/accessibility/console-pages.ts';
import { walkByKeyboard } from '../../test/support/accessibility/keyboard.ts';
import {
  findBorderProblems,
  findReflowProblems,
  findSpacingProblems,
} from '../../test/support/accessibility/layout.ts';
import { DESKTOP, PHONE, runAxe } from '../../test/support/browser/browser-page.ts';
import { serveFixturePages } from '../../test/support/browser/fixture-pages.ts';
import { signIn } from '../../test/support/console/sign-in.ts';
import { startTestService } from '../../test/support/service/service.ts';
import { type Measured, newMeasured, recordAxe, recordProblems } from './report.ts';

const THEMES = ['light', 'dark'] as const;
const WIDTHS = { desktop: DESKTOP, phone: PHONE };
/** Readers whose pages are checked by keyboard and in both themes; other languages have the same order and colours. */
const FULLY: readonly (string | undefined)[] = [undefined, 'en', 'ar'];
const CONSOLE_LANGUAGES = ['en', 'de', 'fr', 'es', 'ar'];

interface Target {
  url: string;
  /** Language of the reader; the fixture pages name theirs in the URL. */
  locale?: string;
}

/** Checks the pages that need no account, in every state and language. */
export async function measureCustomerPages(browser: Browser, match = ''): Promise<Measured> {
  const pages = await serveFixturePages();
  try {
    const states = Object.keys(STATES).map((state) => `/q/fixture-token?${new URLSearchParams({ state })}`);
    const invoices = Object.keys(INVOICE_STATES).map(
      (state) => `/i/fixture-token?${new URLSearchParams({ state })}`,
    );
    const others = ['/pay/fixture-token', '/unsubscribe/fixture-token', '/nothing'];
    const inLanguages = LANGUAGES.flatMap((language) => [
      `/q/fixture-token?state=open with choices&state=all errors&language=${language}`,
      `/i/fixture-token?state=payable online&language=${language}`,
    ]);
    const captured = ['/outbox', '/outbox/login', `/outbox/${MAIL.id}`];
    const targets = [...states, ...invoices, ...others, ...inLanguages, ...captured].filter((path) =>
      path.includes(match),
    );
    return await measure(
      browser,
      'Customer pages',
      LANGUAGES.length,
      targets.map((path) => ({ url: pages.origin + path })),
    );
  } finally {
    pages.close();
  }
}

/** Checks each page of the console and of the way in, in the five languages. */
export async function measureConsole(browser: Browser, match = ''): Promise<Measured> {
  const email = 'operator@example.test';
  const service = await startTestService({ env: { OPERATORS: email } });
  try {
    const account = await service.newAccount();
    const owner = await signIn(service, { accountId: account.accountId, email, isTwoStep: true });
    const pages = await listConsolePages(service.url, account, owner);
    const ofOperator = ['', '/installation', `/accounts/${account.accountId}`].map(
      (path) => `/operator${path}`,
    );
    const signedOut = ['/sign-in', '/reset', '/invitation?code=x'];
    const paths = [...signedOut, ...ofOperator, ...pages.map(({ path }) => path)].filter((path) =>
      path.includes(match),
    );
    const targets = CONSOLE_LANGUAGES.flatMap((locale) =>
      paths.map((path) => ({ url: service.url + path, locale })),
    );
    return await measure(browser, 'Console', CONSOLE_LANGUAGES.length, targets, owner.browserCookie);
  } finally {
    await service.close();
  }
}

type Cookie = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0][number];

async function measure(
  browser: Browser,
  subject: string,
  languages: number,
  targets: readonly Target[],
  cookie?: Cookie,
): Promise<Measured> {
  const measured = newMeasured(subject, languages);
  for (const locale of new Set(targets.map((target) => target.locale))) {
    await withPage(browser, { ...(locale && { locale }) }, cookie, async (page) => {
      for (const { url } of targets.filter((target) => target.locale === locale)) {
        await measureLooks(page, url, measured, FULLY.includes(locale) ? THEMES : ['light']);
        if (FULLY.includes(locale)) await measureLayout(page, url, measured);
      }
    });
  }
  return measured;
}

async function withPage(
  browser: Browser,
  options: BrowserContextOptions,
  cookie: Cookie | undefined,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: DESKTOP, ...options });
  try {
    if (cookie) await context.addCookies([cookie]);
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Runs axe at both widths. */
async function measureLooks(
  page: Page,
  url: string,
  measured: Measured,
  themes: readonly (typeof THEMES)[number][],
): Promise<void> {
  measured.pages.add(withoutIds(url));
  await page.goto(url, { waitUntil: 'networkidle' });
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      recordAxe(measured, `${withoutIds(url)} (axe, ${width}, ${colorScheme})`, await runAxe(page));
      if (width === 'desktop')
        addProblems(measured, url, `borders, ${colorScheme}`, await findBorderProblems(page));
    }
  }
}

/** Walks through the page by keyboard at both widths, and tries 320 pixels and wider spacing. */
async function measureLayout(page: Page, url: string, measured: Measured): Promise<void> {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    await page.setViewportSize(viewport);
    await page.goto(url, { waitUntil: 'networkidle' });
    const { stops, problems } = await walkByKeyboard(page);
    measured.walks++;
    measured.stops += stops.length;
    addProblems(measured, url, `keyboard, ${width}`, problems);
    addProblems(measured, url, `spacing, ${width}`, await findSpacingProblems(page));
  }
  await page.goto(url, { waitUntil: 'networkidle' });
  addProblems(measured, url, 'reflow', await findReflowProblems(page));
  addProblems(measured, url, 'spacing, 320', await findSpacingProblems(page));
  measured.layouts += 4;
}

function addProblems(measured: Measured, url: string, check: string, problems: readonly string[]): void {
  recordProblems(measured, `${withoutIds(url)} (${check})`, problems);
}

/** Returns the path without what differs from run to run. */
function withoutIds(url: string): string {
  return decodeURIComponent(
    url.replace(/^https?:\/\/[^/]+/, '').replaceAll(/\b([a-z]+)_[0-9a-z]{20,}/g, ':$1'),
  );
}
