import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { DESKTOP, withVisitor } from '../browser/browser-page.ts';
import { sharedChromium } from '../browser/shared-chromium.ts';

/** What a task costs a person. A key with modifiers counts once. */
export interface Effort {
  clicks: number;
  keys: number;
  /** Pages that were loaded after the first. */
  loads: number;
}

export interface Hands {
  /** Clicks a button by its name, or something else. */
  click(target: string | Locator): Promise<void>;
  press(key: string, times?: number): Promise<void>;
  type(text: string): Promise<void>;
}

/** Opens a page for a person at a computer, whose clicks, keys and page loads are counted. */
export async function atWork(
  { url, cookie }: { url: string; cookie?: { name: string; value: string; url: string } | undefined },
  use: (page: Page, spent: Effort, hands: Hands) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const browser: Browser = await sharedChromium();
  await withVisitor(
    browser,
    new URL(url).origin,
    { viewport: DESKTOP, ...options },
    async (page, context) => {
      if (cookie) await context.addCookies([cookie]);
      await page.goto(url);
      const spent = { clicks: 0, keys: 0, loads: 0 };
      page.on('load', () => spent.loads++);
      await use(page, spent, {
        async click(target) {
          spent.clicks++;
          await (typeof target === 'string' ? page.getByRole('button', { name: target }) : target).click();
        },
        async press(key, times = 1) {
          for (let n = 0; n < times; n++) {
            spent.keys++;
            await page.keyboard.press(key);
          }
        },
        async type(text) {
          spent.keys += [...text].length;
          await page.keyboard.type(text);
        },
      });
    },
  );
}

/** Checks that a task costs no more than it did. */
export function expectAtMost(spent: Effort, most: Effort): void {
  for (const part of ['clicks', 'keys', 'loads'] as const)
    assert.ok(spent[part] <= most[part], `${part}: ${spent[part]}, at most ${most[part]}`);
}
