import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES } from '../../domain/languages.ts';
import { MESSAGES } from '../messages.ts';
import { getSeparators } from '../parse-number.ts';
import { listSteps } from './list-steps.ts';
import { formatSteps, parseSteps } from './step-text.ts';

const [english, german] = ['en', 'de'].map(getSeparators) as [never, never];
const STEPS = [
  { from: 0, unitPrice: 123_456 },
  { from: 2.5, unitPrice: 900 },
  { from: 1000, unitPrice: 0 },
];

test('steps are written one per line, and cells of a spreadsheet can be pasted', () => {
  assert.equal(formatSteps(STEPS, 'EUR', 'en'), '0 = 1,234.56\n2.5 = 9.00\n1,000 = 0.00');
  assert.equal(formatSteps(STEPS, 'JPY', 'de'), '0 = 123.456\n2,5 = 900\n1.000 = 0');
  assert.deepEqual(parseSteps('0\t1.234,56 €\r\n\n2,5=9\n 1000 = 0 ', 'EUR', german), STEPS);
  assert.deepEqual(parseSteps('0 = 1.5', 'BHD', english), [{ from: 0, unitPrice: 1500 }]);
});

test('what is no list of steps from 0 on is not guessed', () => {
  for (const text of [
    ...[
      '',
      ' \n',
      '0',
      '1 = 5',
      '0 = ',
      '= 5',
      '0 = 5 = 6',
      '0 = 5\n2',
      '0 = x',
      'x = 5',
      '0 = -5',
      '-1 = 5',
    ],
    ...[
      '0 = 5\n3 = 4\n3 = 3',
      '0 = 5\n3 = 4\n2 = 3',
      '0 = 5.001',
      '0 = 5\n0.00001 = 4',
      '0 = 99999999999999',
    ],
    ...['0 = 5\n1000000001 = 4', '0 = 5\n1,55,5 = 4'],
    Array.from({ length: 21 }, (_, from) => `${from} = 5`).join('\n'),
  ])
    assert.equal(parseSteps(text, 'EUR', english), undefined, JSON.stringify(text));
});

test('every language writes steps that it can read', () => {
  const steps = fc
    .uniqueArray(fc.integer({ min: 1, max: 10_000_000_000_000 }), { maxLength: 19 })
    .map((froms) =>
      [0, ...froms.sort((one, other) => one - other)].map((from) => ({
        from: from / 10_000,
        unitPrice: from % 1e12,
      })),
    );
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      (list, tag, currency) => {
        assert.deepEqual(parseSteps(formatSteps(list, currency, tag), currency, getSeparators(tag)), list);
      },
    ),
    { numRuns: 500 },
  );
});

test('documents name the quantities of each step, and no table has a single step', () => {
  const locale = { language: 'en', tag: 'en' } as Parameters<typeof listSteps>[2];
  const list = (kind: 'volume' | 'graduated', steps = STEPS) =>
    listSteps({ kind, steps }, 'EUR', locale, MESSAGES.en.words).map(
      ({ quantity, price }) => `${quantity}: ${price}`,
    );
  assert.deepEqual(list('volume'), ['under 2.5: €1,234.56', 'from 2.5: €9.00', 'from 1,000: €0.00']);
  assert.deepEqual(list('graduated'), ['up to 2.5: €1,234.56', 'over 2.5: €9.00', 'over 1,000: €0.00']);
  assert.deepEqual(list('volume', STEPS.slice(0, 1)), []);
});
