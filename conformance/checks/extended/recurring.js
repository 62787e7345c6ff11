import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';
import { expectTotals, readVectors } from '../money.js';
import { expectTaxes } from './money.js';

const CALENDAR = readVectors('calendar');
const TODAY = new Date().toISOString().slice(0, 10);
/** A series that began in the past is soon invoiced further, so that only first days to come are compared. */
const FIRST_DAYS = [...new Set(CALENDAR.map(({ input }) => input.recurringFrom))].filter(
  (day) => day > TODAY,
);

const monthly = (more) => ({
  ...{ description: 'Care', quantity: 1, unitPrice: 1000 },
  recurring: { interval: 'month', periods: 12, ...more },
});

const INVALID = [
  ['one period', { items: [monthly({ periods: 1 })] }],
  ['601 periods', { items: [monthly({ periods: 601 })] }],
  ['an unknown interval', { items: [monthly({ interval: 'day' })] }],
  ['a seventh pair', { items: [2, 3, 4, 5, 6, 7, 8].map((periods) => monthly({ periods })) }],
  ['a first day before 1970', { items: [monthly()], recurringFrom: '1969-12-31' }],
  ['a first day after 2200', { items: [monthly()], recurringFrom: '2201-01-01' }],
];

export const RECURRING = group('extended-recurring', [
  ...readVectors('recurring').map(({ name, input, expected }) => [
    name,
    async ({ api, quoteBody }) => {
      const { recurring, contractTotal, ...start } = expected;
      const { body } = expectStatus(await api.post('/quotes/preview', quoteBody(input)), 200);
      expectTotals(body, start);
      expectTaxes(body.taxes, start.taxes);
      assert.equal(body.contractTotal, contractTotal);
      const withoutTaxes = ({ taxes: _, ...sums }) => sums;
      assert.deepEqual(body.recurring.map(withoutTaxes), recurring.map(withoutTaxes));
      for (const [index, { taxes }] of recurring.entries()) expectTaxes(body.recurring[index].taxes, taxes);
    },
  ]),
  ...FIRST_DAYS.map((recurringFrom) => [
    `periods from ${recurringFrom}`,
    async ({ convertedQuote, readQuote, api }) => {
      const vectors = CALENDAR.filter(({ input }) => input.recurringFrom === recurringFrom);
      const items = vectors.map(({ input: { interval, periods } }) => monthly({ interval, periods }));
      const { id, invoice } = await convertedQuote({ items, recurringFrom });
      assert.deepEqual(
        invoice.items.map(({ period }) => period),
        vectors.map(({ expected }) => expected[0]),
      );
      const { series } = await readQuote(id);
      assert.deepEqual(
        series.map(({ nextDate, endsOn }) => [nextDate, endsOn]),
        vectors.map(({ expected }) => [expected[1].from, expected.at(-1).to]),
      );
      expectStatus(await api.post(`/quotes/${id}/end-recurring`, {}), 200);
    },
  ]),
  ...INVALID.map(([what, more]) => [
    `${what} is 400`,
    async ({ post, quoteBody }) => expectProblem(await post(quoteBody(more)), 400),
  ]),
]);
