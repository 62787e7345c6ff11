import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countCases } from '../../test/support/run/all.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { formatDecimalAmount } from '../domain/money/currency.ts';
import { formatAmountInput, formatNumberInput } from './format-input.ts';
import { getSeparators, parseNumber } from './parse-number.ts';

const read = (text: string, tag: string) => parseNumber(text, getSeparators(tag));

test('a number is parsed in the notation of the language', () => {
  for (const [tag, text, meant] of [
    ['de', '1.234,25', '1234.25'],
    ['de', '1.234', '1234'],
    ['de', '1.234.567', '1234567'],
    ['fr', '1 234,25', '1234.25'],
    ['fr', '1\u202f234\u00a0567,5', '1234567.5'],
    ['de-CH', "1'234.25", '1234.25'],
    ['de-CH', '1’234.25', '1234.25'],
    ['de-AT', '1 234,5', '1234.5'],
    ['en-IN', '12,34,567.5', '1234567.5'],
    ['hi', '१२,३४,५६७.५', '1234567.5'],
    ['ar-EG', '١٬٢٣٤٫٢٥', '1234.25'],
    ['ar', '١٢٣٤٫٥', '1234.5'],
    ['fa', '۱۲۳۴٫۵', '1234.5'],
    ['th', '๑,๒๓๔.๕', '1234.5'],
    ['ja', '１，２３４．５', '1234.5'],
    ['es-MX', '1,234.25', '1234.25'],
    ['pl', '12 345,6', '12345.6'],
    ['en', ' 1,234.50 ', '1234.5'],
    ['en', '007', '7'],
    ['en', '.5', '0.5'],
    ['de', ',5', '0.5'],
    ['en', '12.', '12'],
    ['en', '\u200e12\u200f', '12'],
  ] as const) {
    assert.equal(read(text, tag), meant, `${text} in ${tag}`);
  }
});

test('an unambiguous number is parsed in any language', () => {
  for (const [tag, text, meant] of [
    ['en', '1.234,25', '1234.25'],
    ['de', '1,234.25', '1234.25'],
    ['de', '1.5', '1.5'],
    ['de', '12.50', '12.5'],
    ['de', '0.125', '0.125'],
    ['en', '12,50', '12.5'],
    ['fr', '1.25', '1.25'],
    ['de-CH', '1,5', '1.5'],
    ['fr', "1'234.25", '1234.25'],
  ] as const) {
    assert.equal(read(text, tag), meant, `${text} in ${tag}`);
  }
});

test('an ambiguous number or other text is not parsed', () => {
  for (const [tag, text] of [
    ...[
      '',
      ' ',
      '.',
      ',',
      'abc',
      '12a',
      '-5',
      '1e5',
      '1..5',
      '1.2.3',
      '1,2,3',
      '12 34',
      '1,23,4',
      '∞',
      '½',
    ].map((text) => ['en', text] as const),
    ['en', '1,2345'],
    ['fr', '1.234'],
    ['de-CH', '1,234'],
    ['de', '1.2345'],
    ['de', '1.234,5,6'],
    ['de', '12.34,5'],
    ['en', "1'234,567.5"],
    ['en', '1٫5٫5'],
    ['en', '9'.repeat(61)],
  ] as const) {
    assert.equal(read(text, tag), undefined, `${JSON.stringify(text)} in ${tag}`);
  }
});

test('a number written into a field parses back to the same number in every language', () => {
  const tags = [
    ...LANGUAGES,
    'de-CH',
    'de-AT',
    'en-IN',
    'en-ZA',
    'es-MX',
    'ar-EG',
    'fa-IR',
    'bn-BD',
    'mr-IN',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...tags),
      fc.integer({ min: 0, max: 10_000_000_000_000 }),
      fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
      (tag, value, currency) => {
        assert.equal(Number(read(formatNumberInput(value / 10_000, tag), tag)), value / 10_000);
        const amount = read(formatAmountInput(value, currency, tag), tag);
        assert.equal(
          Number(amount),
          Number(formatDecimalAmount(value, currency)),
          `${formatAmountInput(value, currency, tag)} in ${tag}`,
        );
      },
    ),
    { numRuns: countCases(3000) },
  );
});
