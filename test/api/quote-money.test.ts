import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

interface Example {
  name: string;
  /** quantity, unitPrice, taxRate */
  lines: [quantity: number, unitPrice: number, taxRate?: number][];
  discount?: ['percentage' | 'fixed', number];
  amounts: number[];
  subtotal: number;
  discountAmount: number;
  taxAmount: number;
  total: number;
}

/** Expected values computed by hand. */
const EXAMPLES: Example[] = [
  {
    name: 'a line is quantity × unitPrice',
    lines: [[12.5, 9000]],
    amounts: [112_500],
    ...{ subtotal: 112_500, discountAmount: 0, taxAmount: 0, total: 112_500 },
  },
  {
    name: 'half a cent is rounded away from zero, line by line',
    lines: [
      [0.5, 1],
      [0.5, 3],
      [0.4999, 1],
      [1.005, 100],
    ],
    amounts: [1, 2, 0, 101],
    ...{ subtotal: 104, discountAmount: 0, taxAmount: 0, total: 104 },
  },
  {
    name: 'decimals are exact: 0.1 and 0.2 of 10 are 3',
    lines: [
      [0.1, 10],
      [0.2, 10],
      [1.1, 3],
      [4.35, 100],
    ],
    amounts: [1, 2, 3, 435],
    ...{ subtotal: 441, discountAmount: 0, taxAmount: 0, total: 441 },
  },
  {
    name: 'a percentage is rounded half away from zero',
    lines: [[1, 105]],
    discount: ['percentage', 10],
    amounts: [105],
    ...{ subtotal: 105, discountAmount: 11, taxAmount: 0, total: 94 },
  },
  {
    name: 'a percentage of 100 leaves nothing, and no tax',
    lines: [[3, 333, 19]],
    discount: ['percentage', 100],
    amounts: [999],
    ...{ subtotal: 999, discountAmount: 999, taxAmount: 0, total: 0 },
  },
  {
    name: 'a fixed discount larger than the subtotal takes the total to 0, never below',
    lines: [[1, 500, 19]],
    discount: ['fixed', 10_000],
    amounts: [500],
    ...{ subtotal: 500, discountAmount: 500, taxAmount: 0, total: 0 },
  },
  {
    name: 'tax comes after the discount',
    // 100.00 less 10.00 is 90.00; 19 % of that is 17.10.
    lines: [[1, 10_000, 19]],
    discount: ['percentage', 10],
    amounts: [10_000],
    ...{ subtotal: 10_000, discountAmount: 1000, taxAmount: 1710, total: 10_710 },
  },
  {
    name: 'tax is computed per rate on the sum, not per line',
    // Three times 0.33 at 10 % is 0.99 at 10 %: 0.10, not three times 0.03.
    lines: [
      [1, 33, 10],
      [1, 33, 10],
      [1, 33, 10],
    ],
    amounts: [33, 33, 33],
    ...{ subtotal: 99, discountAmount: 0, taxAmount: 10, total: 109 },
  },
  {
    name: 'each rate is rounded by itself',
    // 0.50 at 5 % is 0.025, 0.50 at 7 % is 0.035: 3 + 4.
    lines: [
      [1, 50, 5],
      [1, 50, 7],
    ],
    amounts: [50, 50],
    ...{ subtotal: 100, discountAmount: 0, taxAmount: 7, total: 107 },
  },
  {
    name: 'the discount is spread by largest remainder',
    // 1.00 over three items of 1.00 is 34 + 33 + 33; on equal remainders the higher rate goes first.
    // 66 at 20 % is 13.2, 67 at 10 % is 6.7, 67 at 0 %: 13 + 7.
    lines: [
      [1, 100, 0],
      [1, 100, 20],
      [1, 100, 10],
    ],
    discount: ['fixed', 100],
    amounts: [100, 100, 100],
    ...{ subtotal: 300, discountAmount: 100, taxAmount: 20, total: 220 },
  },
  {
    name: 'the spread follows the amounts',
    // 0.10 over 9.00 and 1.00 is 9 and 1: 8.91 at 20 % is 178.2, 0.99 at 0 %.
    lines: [
      [1, 900, 20],
      [1, 100, 0],
    ],
    discount: ['fixed', 10],
    amounts: [900, 100],
    ...{ subtotal: 1000, discountAmount: 10, taxAmount: 178, total: 1168 },
  },
  {
    name: 'rates have up to four decimals',
    // 19.6875 % of 1,600.00 is 315.00.
    lines: [[1, 160_000, 19.6875]],
    amounts: [160_000],
    ...{ subtotal: 160_000, discountAmount: 0, taxAmount: 31_500, total: 191_500 },
  },
  {
    name: 'a quote over nothing has a discount of nothing',
    lines: [[5, 0, 19]],
    discount: ['fixed', 100],
    amounts: [0],
    ...{ subtotal: 0, discountAmount: 0, taxAmount: 0, total: 0 },
  },
  {
    name: 'the largest amounts are exact',
    lines: [[9007.1992, 1_000_000_000_000]],
    discount: ['percentage', 1],
    amounts: [9_007_199_200_000_000],
    ...{
      subtotal: 9_007_199_200_000_000,
      discountAmount: 90_071_992_000_000,
      taxAmount: 0,
      total: 8_917_127_208_000_000,
    },
  },
];

describeService((service) => {
  let api: TestAccount;

  for (const { name, lines, discount, ...expected } of EXAMPLES) {
    test(name, async () => {
      api ??= await service().newAccount();
      const quote = await createQuote(api, bodyOf(lines, discount));
      assert.deepEqual(numbersOf(quote), expected);
    });
  }

  test('a PATCH, the invoice and the list show the same numbers', async () => {
    api ??= await service().newAccount();
    const { lines, discount, name: _, ...expected } = EXAMPLES[9] as Example;
    const before = await createQuote(api);
    const { body: quote } = await api.patch(`/quotes/${before.id}`, bodyOf(lines, discount));
    assert.deepEqual(numbersOf(quote), expected);
    const { body: list } = await api.get('/quotes?limit=1');
    assert.deepEqual(numbersOf(list.data[0]), expected);
    const { body: invoice } = await api.post(`/quotes/${before.id}/convert-to-invoice`);
    assert.deepEqual(numbersOf(invoice), expected);
    assert.deepEqual(numbersOf(invoice.quote), expected);
  });

  test('the order of the items does not change the total', async () => {
    api ??= await service().newAccount();
    const { lines, discount, total } = EXAMPLES[9] as Example;
    for (const order of [
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
    ]) {
      const shuffled = order.map((index) => lines[index] as Example['lines'][number]);
      assert.equal((await createQuote(api, bodyOf(shuffled, discount))).total, total);
    }
  });
});

function bodyOf(lines: Example['lines'], discount: Example['discount']) {
  return {
    items: lines.map(([quantity, unitPrice, taxRate = 0]) => ({
      ...{ description: 'Line', quantity, unitPrice, taxRate },
    })),
    ...(discount && { discountType: discount[0], discountValue: discount[1] }),
  };
}

function numbersOf(document: Record<string, unknown>) {
  const { items, subtotal, discountAmount, taxAmount, total } = document;
  const amounts = (items as { amount: number }[]).map(({ amount }) => amount);
  return { amounts, subtotal, discountAmount, taxAmount, total };
}
