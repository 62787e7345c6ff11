import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startTills, type Tills } from '../../test/support/payments/tills.ts';
import { type DemoVisitor, fillDemo, visitDemo } from '../../test/support/service/demo.ts';
import { startTestService, type TestService } from '../../test/support/service/service.ts';

/** The day of all pictures, so that they change only if what they show does. */
const TODAY = Date.parse('2026-11-18T14:20:00.000Z');

/** Where the business has its quotes, in pictures. */
const DOMAIN = 'https://quotes.hazelash.example';

/** A demo with its fourteen months, and its owner in a browser. */
export interface OpenDemo {
  service: TestService;
  visitor: DemoVisitor;
  tills: Tills;
  /** Opens an empty page that is signed in. */
  newPage(viewport: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the demo of `npm start -- --demo`, with local servers as payment providers. */
export async function openDemo(browser: Browser): Promise<OpenDemo> {
  const tills = await startTills(() => TODAY);
  const service = await startTestService({
    ...{ demo: 'en', now: TODAY, documents: 'typeset' },
    env: tills.env,
    payments: { caCertificates: [tills.ca] },
  });
  const contexts: BrowserContext[] = [];
  const visitor = await visitDemo(service, service.demo?.signInUrl ?? '');
  await fillDemo(service);
  return {
    ...{ service, visitor, tills },
    async newPage(viewport) {
      const context = await browser.newContext({
        ...{ viewport, locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' },
      });
      contexts.push(context);
      await context.clock.setFixedTime(TODAY);
      await context.addCookies([visitor.browserCookie]);
      return context.newPage();
    },
    async close() {
      for (const context of contexts) await context.close();
      await service.close();
      await tills.close();
    },
  };
}

export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await hideDemo(page);
}

/** Removes what is only so in a demo on this machine, such as its bar. Links lead to a domain instead. */
export async function hideDemo(page: Page): Promise<void> {
  await page.evaluate(`{
    for (const text of document.querySelectorAll('.demo-bar, .notice, main > p')) {
      if (/^This is a demo|captured|no public https/i.test(text.textContent.trim())) text.remove();
    }
    for (const link of document.querySelectorAll('input[readonly][value^="http"]')) {
      link.value = '${DOMAIN}' + new URL(link.value).pathname;
    }
  }`);
}
