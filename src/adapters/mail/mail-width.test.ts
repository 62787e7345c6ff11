import { before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ACCEPTED, DECLINED } from '../../../test/fixtures/decision.ts';
import { invoiceAndSource } from '../../../test/fixtures/invoice-page.ts';
import { PUBLIC_URL, UNSUBSCRIBE_URL } from '../../../test/fixtures/mails.ts';
import { quoteAndParties } from '../../../test/fixtures/quote.ts';
import { expectNoHorizontalScroll } from '../../../test/support/browser/browser-page.ts';
import { sharedChromium } from '../../../test/support/browser/shared-chromium.ts';
import { renderAcceptedCopyEmail } from './letters/accepted-copy.ts';
import { renderDecisionNoticeEmail } from './letters/decision-notice.ts';
import { renderInvoiceEmail } from './letters/invoice.ts';
import { renderOverdueEmail } from './letters/overdue.ts';
import { renderQuestionEmail } from './letters/question.ts';
import { renderQuoteEmail } from './letters/quote.ts';
import { renderReminderEmail } from './letters/reminder.ts';
import { renderRenewalRequestEmail } from './letters/requests/renewal-request.ts';

const WORD = 'W'.repeat(80);

let browser: Browser;
before(async () => {
  browser = await sharedChromium();
});

test('a word of eighty letters in any field does not widen the email', async () => {
  const data = quoteAndParties({
    account: { name: WORD, address: WORD, email: `${WORD}@example.org`, website: WORD, logo: null },
    customer: { name: WORD, email: `${WORD}@example.org` },
    quote: { title: WORD, number: WORD },
  });
  const invoice = invoiceAndSource({ ...data, invoice: { title: WORD, number: WORD, overdue: true } });
  const mails = {
    quote: renderQuoteEmail({ ...data, publicUrl: PUBLIC_URL, message: WORD }),
    reminder: renderReminderEmail({
      ...data,
      now: 0,
      publicUrl: PUBLIC_URL,
      unsubscribeUrl: UNSUBSCRIBE_URL,
    }),
    invoice: renderInvoiceEmail({ ...invoice, publicUrl: PUBLIC_URL, message: WORD }),
    overdue: renderOverdueEmail({ ...invoice, publicUrl: PUBLIC_URL }),
    copy: renderAcceptedCopyEmail({
      ...data,
      publicUrl: PUBLIC_URL,
      acceptance: { ...ACCEPTED, name: WORD },
    }),
    accepted: renderDecisionNoticeEmail({ ...data, decision: { ...ACCEPTED, name: WORD } }),
    declined: renderDecisionNoticeEmail({ ...data, decision: { ...DECLINED, reason: WORD } }),
    question: renderQuestionEmail({ ...data, question: WORD }),
    renewal: renderRenewalRequestEmail({ ...data, message: WORD }),
  };
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const [name, { html }] of Object.entries(mails)) {
    await page.setContent(html);
    for (const width of [320, 600]) {
      await page.setViewportSize({ width, height: 700 });
      await expectNoHorizontalScroll(page, `${name} at ${width}`);
    }
  }
});
