/** Pictures of the mails, as a person sees them: `npm run gallery:mail`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { acceptedCopyMail } from '../src/mail/letters/accepted-copy.ts';
import { answerNoticeMail } from '../src/mail/letters/decision-notice.ts';
import { questionMail } from '../src/mail/letters/question.ts';
import { quoteMail } from '../src/mail/letters/quote.ts';
import { reminderMail } from '../src/mail/letters/reminder.ts';
import type { MailContent } from '../src/mail/mail-content.ts';
import { inlineImages } from '../src/markup/inline-images.ts';
import { drawBitmap } from '../src/pdf/logo/bitmap.ts';
import { BRANDS } from '../test/fixtures/brands.ts';
import { ACCEPTED, DECLINED, PUBLIC_URL, quoteMailData } from '../test/fixtures/mails.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';

const FOLDER = join(import.meta.dirname, '../docs/mail');
const SVG_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 176 56" width="352" height="112"><rect y="4" width="48" height="48" rx="12" fill="#0f766e"/><path d="M14 34l10-16 10 16z" fill="#fff"/><text x="62" y="37" font-family="sans-serif" font-size="25" font-weight="700" textLength="112" lengthAdjust="spacingAndGlyphs" fill="#12312e">Nordlicht</text></svg>';

const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, mail] of Object.entries(samples(await logo()))) {
    for (const width of [600, 375]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        // The quote in all four, the brands in light and dark, of the others one at each width.
        if (
          name.startsWith('brand-')
            ? width === 600
            : name !== 'quote' && (width === 600) === (colorScheme === 'light')
        )
          continue;
        await picture(browser, mail, width, colorScheme, join(FOLDER, `${name}-${width}-${colorScheme}.png`));
      }
    }
  }
} finally {
  await browser.close();
}

function samples(logo: string): Record<string, MailContent> {
  const publicUrl = PUBLIC_URL;
  const english = quoteMailData({ account: { logo } });
  return {
    quote: quoteMail({
      ...english,
      publicUrl,
      message:
        'Dear Ada,\n\nthank you for the good talk on Tuesday. Here is the quote for the new shop, with the checkout as the first step, as you wished.\n\nI am looking forward to it.\nMats',
    }),
    'quote-arabic': quoteMail({
      ...quoteMailData({
        account: { accentColor: '#f5b301', name: 'استوديو الشمال', address: 'شارع الميناء ١٤\nالقاهرة' },
        customer: { name: 'ليلى حسن', locale: 'ar-EG' },
        quote: { title: 'تصميم المتجر الإلكتروني (Checkout)', currency: 'EGP' },
      }),
      publicUrl,
    }),
    'accepted-copy': acceptedCopyMail({
      ...quoteMailData({ account: { logo }, customer: { locale: 'de' } }),
      acceptance: ACCEPTED,
      publicUrl,
    }),
    declined: answerNoticeMail({ ...english, acceptance: DECLINED }),
    question: questionMail({
      ...english,
      question: 'Does the price include the photographs?\nAnd could we begin in April already?',
    }),
    reminder: reminderMail({
      ...quoteMailData({
        account: { accentColor: '#16191d', name: '北光スタジオ' },
        customer: { name: '山田 花子', locale: 'ja' },
        quote: { title: 'オンラインショップのリニューアル', currency: 'JPY', total: 1497600 },
      }),
      publicUrl,
    }),
    ...Object.fromEntries(
      Object.entries(BRANDS).map(([brand, accentColor]) => [
        `brand-${brand}`,
        quoteMail({ ...quoteMailData({ account: { accentColor } }), publicUrl }),
      ]),
    ),
  };
}

async function picture(
  browser: Browser,
  mail: MailContent,
  width: number,
  colorScheme: 'light' | 'dark',
  path: string,
): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height: 400 },
    colorScheme,
    javaScriptEnabled: false,
  });
  await page.setContent(inlineImages(mail));
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

async function logo(): Promise<string> {
  const png = await drawBitmap(`data:image/svg+xml,${encodeURIComponent(SVG_LOGO)}`);
  if (!png) throw new Error('the logo cannot be drawn');
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
