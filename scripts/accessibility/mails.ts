import type { Browser } from 'playwright-core';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { inlineImages } from '../../src/domain/markup/inline-images.ts';
import { allMails } from '../../test/fixtures/all-mails.ts';
import { quoteAndParties } from '../../test/fixtures/quote.ts';
import { runAxe, WCAG_RULES } from '../../test/support/browser/browser-page.ts';
import { type Measured, newMeasured, recordAxe } from './report.ts';

const LOOKS = [600, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
/** Languages that are checked in every look: the others have the same colours and sizes. */
const FULLY: readonly string[] = ['en', 'ar'];

/**
 * Checks every email in every language as a browser shows it: mail clients change what they show. Best practices of axe are
 * about landmarks, which mail clients remove.
 */
export async function measureMails(browser: Browser): Promise<Measured> {
  const measured = newMeasured('Emails', LANGUAGES.length);
  const page = await browser.newPage();
  try {
    for (const language of LANGUAGES) {
      const mails = allMails(quoteAndParties({ account: { logo: null }, customer: { locale: language } }));
      for (const [name, mail] of Object.entries(mails)) {
        measured.pages.add(name);
        await page.setContent(inlineImages(mail));
        for (const { width, colorScheme } of FULLY.includes(language) ? LOOKS : LOOKS.slice(0, 1)) {
          await page.setViewportSize({ width, height: 700 });
          await page.emulateMedia({ colorScheme });
          recordAxe(
            measured,
            `${name}, ${language}, ${width}, ${colorScheme}`,
            await runAxe(page, WCAG_RULES),
          );
        }
      }
    }
    return measured;
  } finally {
    await page.close();
  }
}
