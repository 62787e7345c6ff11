import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';
import { expectTotals, readVectors } from '../money.js';
import { expectTaxes } from './money.js';

const STEPS = [
  { from: 0, unitPrice: 1000 },
  { from: 10, unitPrice: 900 },
];
const item = (kind, quantity, more) => ({
  ...{ description: 'Seats', quantity, quantityPrices: { kind, steps: STEPS } },
  ...more,
});
const withSteps = (...froms) => ({
  ...{ description: 'Seats', quantity: 1 },
  quantityPrices: { kind: 'volume', steps: froms.map((from) => ({ from, unitPrice: 1 })) },
});

const INVALID = [
  ['a first step that does not begin at 0', withSteps(1, 2)],
  ['steps that do not ascend', withSteps(0, 5, 5)],
  ['a step with five decimals', withSteps(0, 0.00001)],
  ['no steps', withSteps()],
  ['21 steps', withSteps(...Array(21).keys())],
  ['an unknown kind', { ...item('volume', 1), quantityPrices: { kind: 'tiered', steps: STEPS } }],
];

export const QUANTITY_PRICES = group('extended-quantity-prices', [
  ...readVectors('quantity-prices').map(({ name, input, expected: { unitPrices, ...expected } }) => [
    name,
    async ({ api, quoteBody }) => {
      const { body } = expectStatus(await api.post('/quotes/preview', quoteBody(input)), 200);
      expectTotals(body, expected);
      expectTaxes(body.taxes, expected.taxes);
      assert.deepEqual(
        body.items.map(({ unitPrice }) => unitPrice),
        unitPrices,
      );
    },
  ]),
  [
    'a unit price that is sent beside steps is ignored',
    async ({ createQuote }) => {
      const { items, total } = await createQuote({ items: [item('volume', 10, { unitPrice: 1 })] });
      assert.deepEqual([items[0].unitPrice, total], [900, 9000]);
    },
  ],
  [
    'the quantity that the customer accepts is priced by its step',
    async ({ createQuote, api }) => {
      const quantityRange = { min: 1, max: 20 };
      const { id, items } = await createQuote({ items: [item('graduated', 1, { quantityRange })] });
      const patch = { status: 'ACCEPTED', selection: [{ id: items[0].id, quantity: 12 }] };
      const { body } = expectStatus(await api.patch(`/quotes/${id}`, patch), 200);
      assert.deepEqual([body.total, body.items[0].unitPrice], [11_800, 900]);
    },
  ],
  ...INVALID.map(([what, line]) => [
    `${what} is 400`,
    async ({ post, quoteBody }) => expectProblem(await post(quoteBody({ items: [line] })), 400),
  ]),
]);
