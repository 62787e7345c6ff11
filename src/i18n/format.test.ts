import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sampleQuote } from '../../test/fixtures/documents.ts';
import { quoteAndParties } from '../../test/fixtures/quote.ts';
import { quoteView } from '../../test/fixtures/quote-page.ts';
import { renderQuoteEmail } from '../adapters/mail/letters/quote.ts';
import { renderReminderEmail } from '../adapters/mail/letters/reminder.ts';
import { prepareDocument } from '../adapters/pdf/view/view.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { addScripts } from '../pages/assets.ts';
import { renderQuotePage } from '../pages/customer/quote/quote-page.ts';
import { bundleScripts } from '../pages/scripts.ts';
import { formatDate, formatEnd, formatEndDay, formatMoney, formatShortMoney } from './format.ts';
import { resolveLocale } from './locale.ts';
import { DOCUMENT, MAIL, PAGE } from './messages.ts';

before(async () => addScripts(await bundleScripts()));

const english = resolveLocale('en-GB');
const end = (iso: string, timeZone = 'Europe/Berlin') => formatEnd(iso, english, timeZone);

describe('the expiry of a quote', () => {
  test('has its zone without brackets in every language', () => {
    for (const language of LANGUAGES) {
      const text = formatEnd('2026-04-01T06:30:00.000Z', resolveLocale(language), 'Asia/Taipei');
      assert.match(text, /8/, language);
      assert.doesNotMatch(text, /[[\]]/, language);
    }
  });

  test('is a date alone if the quote expires at the end of a day', () => {
    assert.equal(end('2026-04-01T21:59:00.000Z'), '1 April 2026');
    assert.equal(end('2026-04-01T21:59:59.999Z'), '1 April 2026');
    assert.equal(end('2026-04-01T22:00:00.000Z'), '1 April 2026', 'midnight is the end of the day before');
    assert.equal(end('2026-04-01T23:59:59.000Z', 'UTC'), '1 April 2026');
    assert.equal(end('2026-03-29T22:00:00.000Z'), '29 March 2026', 'the day on which the clocks change');
  });

  test('has the time, rounded down to the minute, and the zone for any other instant', () => {
    assert.equal(end('2026-04-01T21:58:59.999Z'), '1 April 2026 at 23:58 CEST');
    assert.equal(end('2026-04-01T22:01:00.000Z'), '2 April 2026 at 00:01 CEST');
    assert.equal(end('2026-04-01T21:59:00.000Z', 'UTC'), '1 April 2026 at 21:59 UTC');
    assert.equal(end('2026-12-01T16:30:30.500Z', 'Asia/Kolkata'), '1 December 2026 at 22:00 GMT+5:30');
  });

  test('is the same in the document, on the page and in the emails', () => {
    const timeZone = 'Europe/London';
    for (const [validUntil, said] of [
      ['2026-04-01T16:00:59.000Z', '1 April 2026 at 17:00 BST'],
      ['2026-04-01T23:00:00.000Z', '1 April 2026'],
    ] as const) {
      const account = { timeZone, locale: 'en-GB' };
      const customer = { locale: 'en-GB' };
      const { data } = prepareDocument(
        sampleQuote({ account, customer, quote: { validUntil }, items: [['a', 1, 1]] }),
      ).view;
      assert.ok(data.facts.some(([, value]) => value === said));
      // The date is a part of its own, which is never broken.
      const toSign = JSON.stringify(data.acceptance).replaceAll('\u00a0', ' ');
      assert.ok(toSign.includes(`valid until ",{"text":"${said}"`), toSign);
      const shown = [
        ...renderQuotePage(quoteView({ account, customer, quote: { validUntil } })).matchAll(
          /<time datetime="([^"]*)">([^<]*)/g,
        ),
      ];
      assert.deepEqual(
        shown.filter(([, iso]) => iso === validUntil).map(([, , text]) => text),
        [said, said],
      );
      const mail = quoteAndParties({ account, customer, quote: { validUntil } });
      assert.ok(
        renderQuoteEmail({ ...mail, publicUrl: 'https://a.example' }).text.includes(`Valid until: ${said}\n`),
      );
      const reminder = renderReminderEmail({
        ...mail,
        now: 0,
        publicUrl: 'https://a.example',
        unsubscribeUrl: 'https://b.example',
      });
      assert.ok(
        reminder.text.includes(`Valid until: ${said}\n`) && reminder.subject.endsWith(`until ${said}`),
      );
    }
  });

  test('is never worded as "through that day", in any language', () => {
    const THROUGH =
      /till och med|t\.o\.m|tot en met|t\/m|einschließlich|inclusive?\b|inclus\b|compris|włącznie|включно|och med|dahil|इस तिथि|ถึงวันที่|through/i;
    for (const language of LANGUAGES) {
      for (const text of [
        PAGE[language].validUntil,
        PAGE[language].expiredText,
        DOCUMENT[language].validityText,
        MAIL[language].reminderSubject,
      ]) {
        assert.doesNotMatch(text, THROUGH, language);
      }
    }
  });

  test('as a day is the last one: midnight ends the day before', () => {
    const day = (iso: string) => formatEndDay(iso, english, 'Europe/Berlin');
    assert.equal(day('2026-04-01T22:00:00.000Z'), day('2026-04-01T21:59:59.999Z'));
    assert.match(day('2026-04-01T22:00:00.000Z'), /April 1,? 2026|1 April 2026/);
    assert.match(day('2026-04-01T22:01:00.000Z'), /April 2,? 2026|2 April 2026/);
  });

  test('includes the hour in every language', () => {
    for (const language of LANGUAGES) {
      const locale = resolveLocale(language);
      const iso = '2026-04-01T14:25:00.000Z';
      assert.notEqual(formatEnd(iso, locale, 'UTC'), formatDate(iso, locale, 'UTC'), language);
      assert.equal(
        formatEnd('2026-04-01T23:59:00Z', locale, 'UTC'),
        formatDate(iso, locale, 'UTC'),
        language,
      );
    }
  });
});

test('amounts in Arabic have the plain symbol, or one whose letters stay in order', () => {
  const arabic = resolveLocale('ar-AE');
  assert.equal(formatMoney(2000, 'GBP', arabic), '\u200f20.00\u00a0£');
  assert.equal(formatMoney(-2000, 'USD', arabic), '\u200f\u200e\u221220.00\u00a0$');
  assert.equal(formatMoney(2000, 'CAD', arabic), '\u200f20.00\u00a0CA$\u200e');
  assert.match(formatMoney(2000, 'AED', arabic), /د\.إ/);
  assert.equal(formatMoney(2000, 'GBP', resolveLocale('en-GB')), '£20.00');
});

test('a short amount is rounded to one decimal of its unit', () => {
  const short = (minor: bigint, tag: string) => formatShortMoney(minor, 'GBP', resolveLocale(tag));
  assert.equal(short(0n, 'en-GB'), '£0');
  assert.equal(short(1_037_000n, 'en-GB'), '£10.4k');
  assert.equal(short(1_037_000n, 'de'), '10.370 £'.replace(' ', '\u00a0'));
});
