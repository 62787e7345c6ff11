import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCurrency } from '../../money/currency.ts';
import {
  cleanBankReference,
  cleanStatementText,
  IGNORED_REASONS,
  MAX_STATEMENT_BYTES,
  MAX_STATEMENT_LINES,
} from './bank-line.ts';
import { listCurrencies, pickCurrency, SIGNS } from './currency-signs.ts';
import { findDateOrder, parseDecimalAmount, parseStatementDate } from './statement-values.ts';
import { findWritingStyle, readWrittenAmount, toMinorUnits, type WrittenAmount } from './written-amount.ts';

test('a plain decimal has the decimals of its currency, and zeros after them', () => {
  const cases: [string, string, number | undefined][] = [
    ...(['0', ' 12 ', '+12', '12.3', '12.34', '12.340', '12.3400000000'] as const).map(
      (text, index): [string, string, number] => [
        text,
        'EUR',
        [0, 1200, 1200, 1230, 1234, 1234, 1234][index] ?? 0,
      ],
    ),
    ['12', 'JPY', 12],
    ['12.00', 'JPY', 12],
    ['12.5', 'JPY', undefined],
    ['1.234', 'KWD', 1234],
    ['1.2345', 'KWD', undefined],
    ['12.345', 'EUR', undefined],
    ['90071992547409.91', 'EUR', 9_007_199_254_740_991],
    ['90071992547409.92', 'EUR', undefined],
    ['999999999999999', 'JPY', 999_999_999_999_999],
    ['1000000000000000', 'JPY', undefined],
    ['12.34000000000', 'EUR', undefined],
    ...['', '.5', '5.', '-5', '1,5', '1 000', '1e3', 'x1', '1x', '++1'].map(
      (text): [string, string, undefined] => [text, 'EUR', undefined],
    ),
  ];
  for (const [text, currency, amount] of cases)
    assert.equal(parseDecimalAmount(text, currency), amount, `${text} ${currency}`);
});

test('dates of banks are read in every form that they have', () => {
  const forms: Record<string, string[]> = {
    '2026-11-20': [
      ...['2026-11-20', '20261120', '2026.11.20', '2026/11/20', ' 2026-11-20T10:00:00Z ', '2026-11-20 10:00'],
      ...['20.11.2026', '20.11.26', '20/11/2026', '20-11-2026', '20.11.2026 10:00', '20-Nov-2026'],
      ...['20 November 2026', '20/nov/26', '20.NOV.2026', '20 Nov. 2026', '20 Nov 2026 10:00'],
    ],
    '2026-02-03': ['3.2.2026', '03.02.26', '3/2/2026', '3-Feb-26', '3 february 2026'],
    '2024-02-29': ['29.02.2024', '20240229'],
    // The years of Thailand, Taiwan and Japan, the names of months in other languages, and digits of other scripts.
    '2026-11-17': [
      ...[
        '17/11/2569',
        '17/11/69',
        '17 พ.ย. 2569',
        '17 พฤศจิกายน 2569',
        '115/11/17',
        'R8.11.17',
        '令和8年11月17日',
        '2026年11月17日',
      ],
      ...[
        '2026. 11. 17.',
        '2026.11.17.',
        '17.11.2026.',
        '17 nov. 2026',
        '17 de noviembre de 2026',
        '17 Kas 2026',
        '17. listopadu 2026',
      ],
      ...[
        '17 ноября 2026',
        '17 ноя 2026',
        'Nov 17, 2026',
        'November 17, 2026',
        '17Nov2026',
        '١٧/١١/٢٠٢٦',
        '17/11/2026 09:30:11',
        '2026/11/17, 09:30',
      ],
      ...['17 marraskuuta 2026', '17 novembre 2026', '17. nov 2026', '17-11-2026'],
    ],
  };
  for (const [date, texts] of Object.entries(forms))
    for (const text of texts) assert.equal(parseStatementDate(text), date, text);
  for (const name of 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '))
    assert.match(parseStatementDate(`1 ${name} 2026`) ?? '', /^2026-\d{2}-01$/, name);
  assert.equal(parseStatementDate('1 Jan 2026'), '2026-01-01');
  assert.equal(parseStatementDate('1 Dec 2026'), '2026-12-01');
  for (const text of [
    ...['', 'x', '2026-11', '2026-13-01', '2026-02-29', '31.04.2026', '0.1.2026', '2026-11.20', '20.11-2026'],
    ...['20.11.202', '20.11.20266', '202-11-20', '120.11.2026', 'x20.11.2026', '20.11.2026x', '2026-11-20x'],
    ...['x2026-11-20', '1 Foo 2026', 'x1 Jan 2026', '1 Jan 2026x', '1 Januaryyyyy 2026'],
    `2026-11-20 ${'0'.repeat(50)}`,
  ])
    assert.equal(parseStatementDate(text), undefined, text);
  assert.equal(parseStatementDate(`2026-11-20 ${'0'.repeat(49)}`), '2026-11-20', 'up to 60 characters');
});

test('the order decides about slashes and hyphens, and points are never of the month first', () => {
  assert.equal(parseStatementDate('03/04/2026', 'mdy'), '2026-03-04');
  assert.equal(parseStatementDate('03-04-26', 'mdy'), '2026-03-04');
  assert.equal(parseStatementDate('03.04.2026', 'mdy'), '2026-04-03');
  assert.equal(parseStatementDate('13/04/2026', 'mdy'), undefined);
  assert.equal(parseStatementDate('2026/03/04', 'mdy'), '2026-03-04');
  assert.equal(parseStatementDate('3-Apr-2026', 'mdy'), '2026-04-03');
});

test('the first date that only one order makes valid decides for the file', () => {
  const cases: [string[], ReturnType<typeof findDateOrder>][] = [
    [[], null],
    [['2026-03-04', '03.04.2026', '05/05/2026'], null],
    [['03/04/2026'], undefined],
    [['03/04/2026', '13/04/2026'], 'dmy'],
    [['03/04/2026', '04/13/2026'], 'mdy'],
    [['13/04/2026', '04/13/2026'], 'dmy'],
    [['32/13/2026'], null],
  ];
  for (const [dates, order] of cases) assert.equal(findDateOrder(dates), order, dates.join());
});

test('an amount has a sign, a currency and a number, as banks write them', () => {
  const cases: Record<string, Partial<WrittenAmount>> = {
    "1'949.75": { number: '1949.75', decimal: '.' },
    '1.949,75 €': { number: '1.949,75', decimal: ',', currencies: ['EUR'] },
    '-12,00': { number: '12,00', decimal: ',', isNegative: true },
    '\u221212,00': { number: '12,00', decimal: ',', isNegative: true },
    '+12,00': { number: '12,00', decimal: ',' },
    '12.00-': { number: '12.00', decimal: '.', isNegative: true },
    '12.00 EUR-': { number: '12.00', decimal: '.', isNegative: true, currencies: ['EUR'] },
    '(12.00)': { number: '12.00', decimal: '.', isNegative: true },
    'CHF 12': { number: '12', decimal: 'none', currencies: ['CHF'] },
    'CHF -12': { number: '12', decimal: 'none', currencies: ['CHF'], isNegative: true },
    '12 eur': { number: '12', decimal: 'none', currencies: ['EUR'] },
    '12.00 DR': { number: '12.00', decimal: '.', isNegative: true },
    '12.00cr': { number: '12.00', decimal: '.' },
    $5: { number: '5', decimal: 'none', currencies: listCurrencies('$') },
    US$5: { number: '5', decimal: 'none', currencies: ['USD'] },
    'KD 1.234': { number: '1.234', decimal: 'unclear', currencies: ['KWD'] },
    '5.000': { number: '5.000', decimal: 'unclear' },
    '123.456': { number: '123.456', decimal: 'unclear' },
    '10.500': { number: '10.500', decimal: 'unclear' },
    '0.500': { number: '0.500', decimal: '.' },
    '5000.000': { number: '5000.000', decimal: '.' },
    '1 234.500': { number: '1234.500', decimal: '.' },
    '12 345,678': { number: '12345,678', decimal: ',' },
    "1'234'567.890": { number: '1234567.890', decimal: '.' },
    '5.00': { number: '5.00', decimal: '.' },
    '1.234.567': { number: '1.234.567', decimal: ',' },
    '1,234,567': { number: '1,234,567', decimal: '.' },
    '1.234,5': { number: '1.234,5', decimal: ',' },
    '1,234.5': { number: '1,234.5', decimal: '.' },
    ['1'.repeat(30)]: { number: '1'.repeat(30), decimal: 'none' },
  };
  for (const [text, found] of Object.entries(cases)) {
    const expected = { isNegative: false, currencies: null, ...found };
    assert.deepEqual({ ...readWrittenAmount(text) }, expected, text);
  }
  for (const text of [
    ...[
      '',
      'x',
      'EUR',
      '-',
      '--5',
      '-5-',
      '+5-',
      '(5',
      '5)',
      '(-5)',
      '-(5)',
      ')5(',
      'EUR 5 EUR',
      '-5 DR',
      '(5) CR',
    ],
    ...[
      '5 XYZ',
      '5 ADR',
      '5 DRA',
      'ABCD 5',
      '5 ABCD',
      '.5',
      '5 %',
      'x5x',
      `5${' '.repeat(60)}`,
      '1'.repeat(31),
    ],
  ])
    assert.equal(readWrittenAmount(text), undefined, text);
  assert.equal(readWrittenAmount(`5${' '.repeat(59)}`)?.number, '5');
});

test('a word next to an amount means a currency, one of several, or none', () => {
  const words = {
    ...{
      US$: 'USD',
      usd: 'USD',
      R$: 'BRL',
      '€': 'EUR',
      '£': 'GBP',
      '₹': 'INR',
      '₺': 'TRY',
      '₴': 'UAH',
      '₽': 'RUB',
      '฿': 'THB',
    },
    ...{
      'Rs.': 'INR PKR LKR NPR MUR SCR',
      'kr.': 'SEK NOK DKK ISK',
      zł: 'PLN',
      '¥': 'JPY CNY',
      KD: 'KWD',
      Kč: 'CZK',
      A$: 'AUD',
    },
  };
  for (const [word, found] of Object.entries(words))
    assert.equal(listCurrencies(word).join(' '), found, word);
  assert.ok(listCurrencies('$').length > 20);
  for (const word of ['XX', 'XYZ', 'ABC$', '$$', '']) assert.deepEqual(listCurrencies(word), [], word);
  const all = SIGNS.split(/[|\n]/).flatMap((entry) => entry.split(' ').slice(1));
  for (const code of all) assert.ok(isCurrency(code), code);
});

test('the country and the account decide what a sign means, unless they disagree', () => {
  const pick = (word: string, country: string | null, currency: string) =>
    pickCurrency(listCurrencies(word), { country, currency });
  assert.equal(pick('$', 'US', 'EUR'), 'USD');
  assert.equal(pick('$', null, 'USD'), 'USD');
  assert.equal(pick('$', 'CA', 'CAD'), 'CAD');
  assert.equal(pick('$', 'CA', 'USD'), undefined);
  assert.equal(pick('$', 'DE', 'EUR'), undefined);
  assert.equal(pick('¥', 'CN', 'CNY'), 'CNY');
  assert.equal(pick('kr', 'NO', 'EUR'), 'NOK');
  assert.equal(pick('US$', 'CA', 'CAD'), 'USD');
});

const style = (...texts: string[]) =>
  findWritingStyle(texts.flatMap((text) => readWrittenAmount(text) ?? []));

test('the amounts of a file show how its numbers are written, or contradict each other', () => {
  assert.deepEqual(style('5,00', '5.000'), { decimal: ',', hasThreeDecimals: false });
  assert.deepEqual(style('5.00', '5.000', '7'), { decimal: '.', hasThreeDecimals: false });
  assert.deepEqual(style('5,00', '5.00'), { decimal: null, hasThreeDecimals: false });
  assert.deepEqual(style('5.000', '12.345'), { decimal: undefined, hasThreeDecimals: true });
  assert.deepEqual(style('5.000', '5,000'), { decimal: undefined, hasThreeDecimals: false });
  assert.deepEqual(style('5.000', '1234.500'), { decimal: '.', hasThreeDecimals: true });
  assert.deepEqual(style('1.005.000'), { decimal: ',', hasThreeDecimals: false });
  assert.deepEqual(style('7'), { decimal: undefined, hasThreeDecimals: false });
});

test('what an amount leaves open is decided by the file, then by the currency, else by a person', () => {
  const convert = (text: string, currency: string, ...others: string[]) =>
    toMinorUnits(readWrittenAmount(text) as WrittenAmount, currency, style(text, ...others));
  assert.equal(convert('5.000', 'EUR', '1,00'), 500_000);
  assert.equal(convert('5.000', 'EUR', '1.00'), 500);
  assert.equal(convert('5.000', 'EUR', '1.00', '1,00'), 'unclear');
  assert.equal(convert('5.000', 'EUR'), 500_000, 'no cent has three decimals');
  assert.equal(convert('5,000', 'EUR'), 500_000);
  assert.equal(convert('5.000', 'KWD'), 5000);
  assert.equal(convert('5.000', 'KWD', '7'), 'unclear');
  assert.equal(convert('5,000', 'KWD'), 'unclear');
  assert.equal(convert('-12,34', 'EUR'), -1234);
  assert.equal(convert('12', 'JPY'), 12);
  assert.equal(convert('1,00,000.50', 'INR'), 10_000_050);
  assert.equal(convert('1.234.567,8', 'EUR'), 123_456_780);
  assert.equal(convert('1,2345.00', 'EUR'), undefined, 'no such group');
  assert.equal(convert('1234,567.00', 'EUR'), undefined, 'the first group is too long');
  assert.equal(convert('1,234.567,8', 'EUR'), undefined);
  assert.equal(convert('1.234,5,6', 'EUR'), undefined);
  assert.equal(convert('12,345', 'EUR', '1,00'), undefined, 'three decimals');
  assert.equal(convert('-12,345', 'EUR', '1,00'), undefined);
  assert.equal(convert('5.', 'EUR'), 500);
  // The separators of the amount itself count, whatever the others look like.
  assert.equal(convert('12,34', 'EUR', '1.00'), 1234);
  assert.equal(convert('12.34', 'EUR', '1,00'), 1234);
  assert.equal(convert('7', 'KWD'), 7000);
});

test('an amount is read back from each way in which it can be written', () => {
  const written = (cents: number, group: string, decimal: string) => {
    const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
    return whole.replaceAll(/\B(?=(\d{3})+$)/g, group) + decimal + fraction;
  };
  fc.assert(
    fc.property(
      fc.nat({ max: 10_000_000_000 }),
      fc.constantFrom(['', '.'], ['', ','], [',', '.'], ['.', ','], ["'", '.'], [' ', ','], ['\u202f', ',']),
      fc.boolean(),
      (cents, [group = '', decimal = ''], isNegative) => {
        const text = `${isNegative ? '-' : ''}${written(cents, group, decimal)}`;
        const found = toMinorUnits(readWrittenAmount(text) as WrittenAmount, 'EUR', style(text));
        assert.equal(found, isNegative ? -cents : cents, text);
      },
    ),
    { numRuns: 500 },
  );
});

test('a text has no control characters, one space at a time, and is cut', () => {
  assert.equal(cleanStatementText(' a\u0000\n\t b\u00a0 c '), 'a b c');
  assert.equal(cleanStatementText('x'.repeat(501)).length, 500);
  assert.equal(cleanStatementText('x'.repeat(7), 5), 'xxxxx');
  assert.equal(cleanStatementText(`${' '.repeat(99)}x`, 5), 'x', 'up to 20 times of it is read');
  assert.equal(cleanStatementText(`${' '.repeat(100)}x`, 5), '');
  assert.equal(cleanStatementText('a😀', 2), 'a\ufffd');
});

test('the reference of a bank is none where it is a placeholder', () => {
  for (const text of [
    'NONREF',
    'nonref',
    'NON-REFERENCE',
    'NOREF',
    'Not Provided',
    'NONEPROVIDED',
    'n/a',
    'none',
  ])
    assert.equal(cleanBankReference(text), null, text);
  for (const text of ['NOTAVAILABLE', 'null', 'unknown', 'STARTUMSE', '0', '000', 'XXX', '', '--', ' '])
    assert.equal(cleanBankReference(text), null, text);
  for (const text of ['NONREF1', 'A0', '0A', 'XY', 'ABNONREF', 'NOREFS'])
    assert.equal(cleanBankReference(text), text, text);
  assert.equal(cleanBankReference('x y'.padEnd(200, 'z'))?.length, 100);
});

test('a file has at most 5,000 payments and 10 MB, and an entry that is none has one of nine reasons', () => {
  assert.deepEqual([MAX_STATEMENT_LINES, MAX_STATEMENT_BYTES], [5_000, 10_000_000]);
  assert.equal(
    IGNORED_REASONS.join(' '),
    'unreadable date amount currency pending reversal balance zero_amount debit',
  );
});
