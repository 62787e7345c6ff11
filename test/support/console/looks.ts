import assert from 'node:assert/strict';
import {
  DESKTOP,
  expectGoodLooks,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../browser/browser-page.ts';
import { sharedViewer } from '../browser/shared-chromium.ts';
import type { TestPerson } from './sign-in.ts';

/** Checks pages of the console at a desk, on a phone in the dark, and on a phone in Arabic. */
export async function expectGoodLooksOfAll(
  { url }: { url: string },
  { browserCookie }: TestPerson,
  paths: readonly string[],
): Promise<void> {
  await withVisitor(await sharedViewer(), url, { viewport: DESKTOP }, async (page, context) => {
    await context.addCookies([browserCookie]);
    for (const path of paths) await expectGoodLooks(page, url + path);
    await context.setExtraHTTPHeaders({ 'Accept-Language': 'ar' });
    await page.setViewportSize(PHONE);
    for (const path of paths) {
      await page.goto(url + path);
      assert.equal(await page.evaluate('document.dir'), 'rtl');
      await expectNoHorizontalScroll(page, `${path} in Arabic`);
    }
  });
}
