import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { CUSTOMER } from '../../test/fixtures/customer.ts';
import { countCases } from '../../test/support/run/all.ts';
import { COUNTRY_CODES } from '../domain/account/country-codes.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { formatAmountInWords } from './amount-in-words.ts';
import { findConventions, findSecondLanguage, formatAddressee, resolveSellerLocale } from './conventions.ts';
import { formatCalendarDate, formatDateTime, formatEnd, formatMoney } from './format.ts';
import { resolveLocale } from './locale.ts';

describe('document conventions', () => {
  test('depend on the seller’s country alone', () => {
    assert.equal(findConventions({ country: 'FR' }).approval?.heading, 'Bon pour accord');
    for (const country of ['US', 'CA', 'MX']) assert.equal(findConventions({ country }).paper, 'us-letter');
    for (const country of ['AE', 'SA', 'QA', 'KW', 'BH', 'OM'])
      assert.ok(findConventions({ country }).twoLanguages);
    assert.equal(findConventions({ country: 'GB' }).supplyDate, 'Tax point');
    for (const country of ['AE', 'AU', 'IN', 'SG']) assert.ok(findConventions({ country }).taxInvoice);
    for (const country of [null, 'DE', 'CN', 'constructor', '__proto__']) {
      assert.deepEqual(findConventions({ country }), {}, `${country}`);
    }
  });

  test('a locale without a region has that of the seller’s country, in dates, numbers and money', () => {
    const said = (tag: string, country: string | null) => {
      const locale = resolveSellerLocale({ country }, tag);
      const amount = formatMoney(1_234_567_89, 'EUR', locale).replaceAll(/[\u00a0\u202f]/g, ' ');
      return [locale.tag, formatCalendarDate('2026-03-05', locale), amount];
    };
    for (const [tag, country, ...expected] of [
      ['en', 'GB', 'en-GB', '5 March 2026', '€1,234,567.89'],
      ['en', 'IN', 'en-IN', '5 March 2026', '€12,34,567.89'],
      ['en', 'US', 'en-US', 'March 5, 2026', '€1,234,567.89'],
      ['en', 'DE', 'en-001', '5 March 2026', '€1,234,567.89'],
      ['en', null, 'en', 'March 5, 2026', '€1,234,567.89'],
      ['en-US', 'GB', 'en-US', 'March 5, 2026', '€1,234,567.89'],
      ['pt', 'PT', 'pt-PT', '5 de março de 2026', '1 234 567,89 €'],
      ['pt', 'BR', 'pt-BR', '5 de março de 2026', '€ 1.234.567,89'],
      ['de', 'CH', 'de-CH', '5. März 2026', "EUR 1'234'567.89"],
      ['it', 'CH', 'it-CH', '5 marzo 2026', "€ 1'234'567.89"],
      ['de', 'US', 'de', '5. März 2026', '1.234.567,89 €'],
      ['es', 'MX', 'es-MX', '5 de marzo de 2026', 'EUR 1,234,567.89'],
      ['zh-Hant', 'HK', 'zh-Hant-HK', '2026年3月5日', '€1,234,567.89'],
      ['zh', 'TW', 'zh', '2026年3月5日', '€1,234,567.89'],
    ] as const) {
      assert.deepEqual(said(tag, country), expected, `${tag} ${country}`);
    }
  });

  test('the region of the seller changes neither the language nor the direction', () => {
    const countries = COUNTRY_CODES.slice(0, countCases(COUNTRY_CODES.length));
    for (const country of countries) {
      for (const language of LANGUAGES) {
        const locale = resolveSellerLocale({ country }, language);
        const { direction } = resolveLocale(language);
        assert.deepEqual(
          [locale.language, locale.direction],
          [language, direction],
          `${language} ${country}`,
        );
        assert.equal(resolveLocale(locale.tag).language, language, `${locale.tag} is read again`);
      }
    }
  });

  test('Japan adds 御中 after a company and 様 after a person, once', () => {
    const name = (seller: string | null, change: Partial<typeof CUSTOMER>) =>
      formatAddressee({ country: seller }, { ...CUSTOMER, ...change });
    assert.equal(name('JP', { name: '髙橋製茶', kind: 'company' }), '髙橋製茶 御中');
    assert.equal(name('JP', { name: '髙橋 直子', kind: 'person' }), '髙橋 直子 様');
    assert.equal(name('JP', { name: '髙橋製茶 御中' }), '髙橋製茶 御中');
    assert.equal(name('JP', { name: 'Harbour & Vale Ltd.', locale: 'en' }), 'Harbour & Vale Ltd. 御中');
    for (const seller of [null, 'DE'])
      assert.equal(name(seller, { name: '髙橋製茶', locale: 'ja' }), '髙橋製茶');
    const { kind, ...before } = CUSTOMER;
    assert.ok(
      kind &&
        formatAddressee({ country: 'JP' }, { ...before, taxId: null } as typeof CUSTOMER).endsWith(' 様'),
    );
  });

  test('Thailand uses the Buddhist year in every date, in every language', () => {
    const said = (country: string | null, wish: string) => {
      const locale = resolveSellerLocale({ country }, wish);
      return [
        formatCalendarDate('2026-03-02', locale),
        formatDateTime('2026-03-02T10:00:00.000Z', locale, 'Asia/Bangkok'),
        formatEnd('2026-03-02T16:59:59.999Z', locale, 'Asia/Bangkok'),
      ];
    };
    for (const wish of ['th', 'en', 'de', 'ja']) {
      for (const text of said('TH', wish)) assert.match(text, /2569/, wish);
      for (const text of [...said('DE', wish), ...said(null, wish)]) assert.match(text, /2026/, wish);
    }
    assert.equal(said('TH', 'th')[0], '2 มีนาคม 2569');
  });

  test('the Gulf states add the second language, or the first for readers of the second', () => {
    const account = { country: 'AE', locale: 'en-AE', secondLanguage: 'ar' } as const;
    assert.equal(findSecondLanguage(account, 'en'), 'ar');
    assert.equal(findSecondLanguage(account, 'ar'), 'en');
    assert.equal(findSecondLanguage({ ...account, secondLanguage: null }, 'en'), null);
    assert.equal(findSecondLanguage({ ...account, locale: 'ar' }, 'ar'), null);
    assert.equal(findSecondLanguage({ ...account, country: 'DE' }, 'en'), null);
  });
});

describe('an amount in words', () => {
  test('counts in lakh and crore, in English and in Hindi', () => {
    const inEnglish = (minor: number, currency = 'INR') => formatAmountInWords(minor, currency, 'en').text;
    assert.equal(inEnglish(0), 'Rupees Zero Only');
    assert.equal(inEnglish(5), 'Rupees Zero and Five Paise Only');
    assert.equal(inEnglish(100_00), 'Rupees One Hundred Only');
    assert.equal(
      inEnglish(11_90_62_00_59),
      'Rupees One Crore Nineteen Lakh Six Thousand Two Hundred and Fifty-Nine Paise Only',
    );
    assert.equal(
      inEnglish(Number.MAX_SAFE_INTEGER),
      'Rupees Ninety Lakh Seven Thousand One Hundred Ninety-Nine Crore Twenty-Five Lakh Forty-Seven Thousand Four Hundred Nine and Ninety-One Paise Only',
    );
    assert.equal(inEnglish(12_50, 'USD'), 'USD Twelve and 50/100 Only');
    assert.equal(inEnglish(12, 'JPY'), 'JPY Twelve Only');
    assert.equal(formatAmountInWords(100, 'INR', 'de').text, 'Rupees One Only');
    assert.equal(formatAmountInWords(2_40_720_00, 'INR', 'hi').text, 'दो लाख चालीस हज़ार सात सौ बीस रुपये मात्र');
    assert.equal(formatAmountInWords(99_89, 'INR', 'hi').text, 'निन्यानवे रुपये नवासी पैसे मात्र');
  });

  test('parses back to the same number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (minor) => {
        assert.equal(
          readWords(formatAmountInWords(minor - (minor % 100), 'INR', 'en').text),
          Math.floor(minor / 100),
        );
      }),
    );
  });
});

const SCALES: Record<string, number> = { Hundred: 100, Thousand: 1000, Lakh: 100_000, Crore: 10_000_000 };
const SMALL = Object.fromEntries(
  Array.from({ length: 100 }, (_, value) => [
    formatAmountInWords(value * 100, 'INR', 'en').text.split(' ')[1],
    value,
  ]),
);

function readWords(text: string): number {
  const words = text.replace(/^Rupees | Only$/g, '').split(' ');
  const crore = words.indexOf('Crore');
  if (crore < 0) return sumWords(words);
  return sumWords(words.slice(0, crore)) * 10_000_000 + sumWords(words.slice(crore + 1));
}

function sumWords(words: string[]): number {
  let [sum, current] = [0, 0];
  for (const word of words) {
    const scale = SCALES[word];
    if (scale === 100) current *= 100;
    else if (scale) [sum, current] = [sum + current * scale, 0];
    else current += SMALL[word] ?? Number.NaN;
  }
  return sum + current;
}
