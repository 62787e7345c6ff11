import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';

const line = (more) => ({ description: 'Line', quantity: 1, unitPrice: 1000, ...more });

const INVALID = [
  [
    'two selected lines of a choice',
    [line({ choice: 'a', selected: true }), line({ choice: 'a', selected: true })],
  ],
  ['a required line that is not selected', [line(), line({ selected: false })]],
  ['a choice that is partly optional', [line({ choice: 'a' }), line({ choice: 'a', optional: true })]],
  ['a quantity outside its range', [line({ quantity: 9, quantityRange: { min: 1, max: 5 } })]],
  ['a quantity between the steps', [line({ quantity: 2, quantityRange: { min: 1, max: 5, step: 2 } })]],
  ['half of a line discount', [line({ discountType: 'fixed' })]],
];

export const ITEMS = group('extended-items', [
  [
    'an optional line counts once it is selected',
    async ({ createQuote }) => {
      const { total, items } = await createQuote({ items: [line(), line({ optional: true })] });
      assert.deepEqual([total, items[1].selected], [1000, false]);
    },
  ],
  [
    'the first line of a choice is selected',
    async ({ createQuote }) => {
      const items = [line({ choice: 'a', unitPrice: 300 }), line({ choice: 'a', unitPrice: 900 })];
      assert.equal((await createQuote({ items })).total, 300);
    },
  ],
  [
    'acceptance can carry the selection of the customer',
    async ({ createQuote, api }) => {
      const { id, items, revision } = await createQuote({
        items: [line(), line({ optional: true, unitPrice: 500 })],
      });
      const patch = { status: 'ACCEPTED', selection: [{ id: items[1].id, selected: true }] };
      const { body } = expectStatus(await api.patch(`/quotes/${id}`, patch), 200);
      assert.deepEqual([body.total, body.status, body.revision], [1500, 'ACCEPTED', revision]);
    },
  ],
  [
    'sections have subtotals',
    async ({ createQuote }) => {
      const items = [line({ section: 'A' }), line({ section: 'A' }), line({ section: 'B', unitPrice: 7 })];
      const { sections } = await createQuote({ items });
      assert.deepEqual(sections, [
        { name: 'A', subtotal: 2000 },
        { name: 'B', subtotal: 7 },
      ]);
    },
  ],
  [
    'an item keeps its id when it is sent back',
    async ({ createQuote, api }) => {
      const { id, items } = await createQuote({ items: [line(), line({ unitPrice: 5 })] });
      const { body } = expectStatus(await api.patch(`/quotes/${id}`, { items: [...items].reverse() }), 200);
      assert.deepEqual(
        body.items.map((item) => item.id),
        [items[1].id, items[0].id],
      );
    },
  ],
  ...INVALID.map(([what, items]) => [
    `${what} is 400`,
    async ({ post, quoteBody }) => expectProblem(await post(quoteBody({ items })), 400),
  ]),
]);
