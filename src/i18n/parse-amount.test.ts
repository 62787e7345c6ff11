import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAmount } from './parse-amount.ts';

test('an amount is read with the sign or the code of its currency, and in any notation', () => {
  const cases: [string, string, string, number | undefined][] = [
    ['£850', 'GBP', 'en', 85_000],
    ['850,00', 'GBP', 'en', 85_000],
    ['1.234,50', 'EUR', 'en', 123_450],
    ['1.234,50 €', 'EUR', 'de', 123_450],
    ['EUR 1,234.50', 'EUR', 'de', 123_450],
    ['1 234,5 eur', 'EUR', 'fr', 123_450],
    ['CA$12', 'CAD', 'en', 1200],
    ['1 200 kr', 'SEK', 'sv', 120_000],
    ['99,90 zł', 'PLN', 'pl', 9990],
    ['¥1200', 'JPY', 'ja', 1200],
    ['١٬٢٣٤٫٥', 'EUR', 'ar', 123_450],
    ['12 USD', 'EUR', 'en', undefined],
    ['8£50', 'GBP', 'en', undefined],
    ['12.345', 'EUR', 'fr', undefined],
    ['¥12.5', 'JPY', 'en', undefined],
    ['', 'EUR', 'en', undefined],
    ['£', 'GBP', 'en', undefined],
    ['9'.repeat(16), 'EUR', 'en', undefined],
  ];
  for (const [text, currency, tag, minor] of cases) {
    assert.equal(parseAmount(text, currency, { tag }), minor, `${text} in ${tag}`);
  }
});
