/** Takes screenshots of the emails: `npm run gallery:mail`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { renderAcceptedCopyEmail } from '../src/adapters/mail/letters/accepted-copy.ts';
import { renderDecisionNoticeEmail } from '../src/adapters/mail/letters/decision-notice.ts';
import { renderEmailFailedEmail } from '../src/adapters/mail/letters/email-failed.ts';
import { renderQuestionEmail } from '../src/adapters/mail/letters/question.ts';
import { renderQuoteEmail } from '../src/adapters/mail/letters/quote.ts';
import { renderReminderEmail } from '../src/adapters/mail/letters/reminder.ts';
import type { MailContent } from '../src/adapters/mail/mail-content.ts';
import { drawBitmap } from '../src/adapters/pdf/logo/bitmap.ts';
import { inlineImages } from '../src/domain/markup/inline-images.ts';
import { LOGO } from '../test/fixtures/account.ts';
import { BRANDS } from '../test/fixtures/brands.ts';
import { ACCEPTED, DECLINED } from '../test/fixtures/decision.ts';
import { invoiceAndSource } from '../test/fixtures/invoice-page.ts';
import { PUBLIC_URL, UNSUBSCRIBE_URL } from '../test/fixtures/mails.ts';
import { quoteAndParties } from '../test/fixtures/quote.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';

const FOLDER = join(import.meta.dirname, '../docs/mail');

const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, mail] of Object.entries(samples(await logo()))) {
    for (const width of [600, 375]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        // The quote in all four variants, the brands in light and dark, the others once per width.
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
  const english = quoteAndParties({ account: { logo } });
  return {
    quote: renderQuoteEmail({
      ...english,
      publicUrl,
      message:
        'Dear Eleanor,\n\nthank you for the good talk on Tuesday. Here is the quote for the new website, with the workshop as the first step, as you wished.\n\nI am looking forward to it.\nMats',
    }),
    'quote-arabic': renderQuoteEmail({
      ...quoteAndParties({
        account: { accentColor: '#f5b301', name: 'استوديو الشمال', address: 'شارع الميناء ١٤\nالقاهرة' },
        customer: { name: 'ليلى حسن', locale: 'ar-EG' },
        quote: { title: 'تصميم المتجر الإلكتروني (Checkout)', currency: 'EGP' },
      }),
      publicUrl,
    }),
    'accepted-copy': renderAcceptedCopyEmail({
      ...quoteAndParties({ account: { logo }, customer: { locale: 'de' } }),
      acceptance: ACCEPTED,
      publicUrl,
    }),
    'accepted-copy-with-invoice': renderAcceptedCopyEmail({
      ...{ ...english, publicUrl, acceptance: ACCEPTED, invoice: invoiceAndSource().invoice },
      invoiceUrl: publicUrl.replace('/q/', '/i/'),
    }),
    declined: renderDecisionNoticeEmail({ ...english, decision: DECLINED }),
    question: renderQuestionEmail({
      ...english,
      question: 'Does the price include the photographs?\nAnd could we begin in April already?',
    }),
    'email-failed': renderEmailFailedEmail({
      ...{
        account: english.account,
        document: english.quote,
        to: 'eleanor@example.com',
        consoleUrl: PUBLIC_URL,
      },
      response: '550 5.1.1 The email account that you tried to reach does not exist.',
    }),
    reminder: renderReminderEmail({
      now: 0,
      ...quoteAndParties({
        // Uses a script that every machine has fonts for, because emails use the fonts of the reader.
        account: { accentColor: '#16191d', name: 'Στούντιο Βορράς' },
        customer: { name: 'Ελένη Παπαδοπούλου', locale: 'el' },
        quote: { title: 'Ανανέωση του ηλεκτρονικού καταστήματος' },
      }),
      publicUrl,
      unsubscribeUrl: UNSUBSCRIBE_URL,
    }),
    ...Object.fromEntries(
      Object.entries(BRANDS).map(([brand, accentColor]) => [
        `brand-${brand}`,
        renderQuoteEmail({ ...quoteAndParties({ account: { accentColor } }), publicUrl }),
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
  const png = await drawBitmap(LOGO);
  if (!png) throw new Error('the logo cannot be drawn');
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
