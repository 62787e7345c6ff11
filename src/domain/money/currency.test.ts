import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../../i18n/format.ts';
import { currencyDecimals, formatDecimalAmount, isCurrency, parseDecimalAmount } from './currency.ts';

test('the decimals of an amount are those of ISO 4217', () => {
  for (const [code, decimals] of Object.entries({
    ...{ EUR: 2, USD: 2, CHF: 2, HUF: 2, COP: 2, IDR: 2, PKR: 2, TWD: 2, MGA: 2 },
    ...{ JPY: 0, KRW: 0, CLP: 0, VND: 0, XOF: 0, ISK: 0, UGX: 0 },
    ...{ KWD: 3, TND: 3, IQD: 3, BHD: 3, CLF: 4 },
  })) {
    assert.equal(currencyDecimals(code), decimals, code);
  }
});

test('an amount is formatted with all its decimals in every currency', () => {
  const english = { tag: 'en' } as Parameters<typeof formatMoney>[2];
  for (const code of Intl.supportedValuesOf('currency')) {
    const digits = /\d[\d,.]*/.exec(formatMoney(1_234_567, code, english))?.[0].replaceAll(',', '') ?? '';
    const decimals = currencyDecimals(code);
    assert.equal(digits.replace('.', ''), '1234567', code);
    assert.equal(digits.split('.')[1]?.length ?? 0, decimals, code);
  }
});

test('an amount is written with a decimal point, and read only if it is exactly one', () => {
  const written: Record<string, Record<string, number | bigint>> = {
    EUR: {
      '123.45': 12_345,
      '0.05': 5,
      '0.00': 0,
      '-0.05': -5,
      '-1.00': -100,
      '9007199254740993.12': 900719925474099312n,
    },
    JPY: { '12': 12, '-12': -12 },
    KWD: { '1.234': 1234 },
  };
  for (const [currency, amounts] of Object.entries(written)) {
    for (const [text, minor] of Object.entries(amounts)) {
      assert.equal(formatDecimalAmount(minor, currency), text);
    }
  }
  const read: Record<string, Record<string, number>> = {
    EUR: {
      '123.45': 12_345,
      '123.4': 12_340,
      '123': 12_300,
      '0.05': 5,
      '90071992547409.91': 9_007_199_254_740_991,
    },
    JPY: { '12': 12 },
    KWD: { '1.234': 1234 },
  };
  for (const [currency, amounts] of Object.entries(read)) {
    for (const [text, minor] of Object.entries(amounts)) {
      assert.equal(parseDecimalAmount(text, currency), minor, text);
    }
  }
  const wrong = ['1.234', '', '.5', '1.', '-1', ' 1', '1 ', '1,5', '1e3', 'x1', '1x', '90071992547409.92'];
  for (const text of wrong) assert.equal(parseDecimalAmount(text, 'EUR'), undefined, text);
  assert.equal(parseDecimalAmount('12.0', 'JPY'), undefined);
});

test('a currency is an upper-case ISO 4217 code', () => {
  for (const code of ['EUR', 'XOF', 'VES', 'CHF']) assert.ok(isCurrency(code), code);
  for (const code of ['', 'eur', 'EURO', 'EU', '€', 'ABC', 'toString'])
    assert.equal(isCurrency(code), false, code);
});
