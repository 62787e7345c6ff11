import assert from 'node:assert/strict';
import { expectInvalid, expectProblem } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const item = (more) => ({ items: [{ description: 'x', quantity: 1, unitPrice: 1, ...more }] });
const without = (field) => {
  const { [field]: _, ...rest } = item({}).items[0];
  return { items: [rest] };
};
const many = Array.from({ length: 1001 }, () => item({}).items[0]);

/** What is wrong, the change of a valid body, and the path of the error. */
const INVALID = [
  ['no customer', { customerId: undefined }, '/customerId'],
  ['an unknown customer', { customerId: 'nobody-has-this-id' }, '/customerId'],
  ['a customer that is a number', { customerId: 1 }, '/customerId'],
  ['no title', { title: undefined }, '/title'],
  ['an empty title', { title: '' }, '/title'],
  ['a title of white space', { title: ' \t ' }, '/title'],
  ['a title of null', { title: null }, '/title'],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title'],
  ['a title that is a number', { title: 5 }, '/title'],
  ['no items', { items: undefined }, '/items'],
  ['an empty list of items', { items: [] }, '/items'],
  ['items that are no list', { items: {} }, '/items'],
  ['1,001 items', { items: many }, '/items'],
  ['an item that is no object', { items: ['x'] }, '/items/0'],
  ['an item without a description', without('description'), '/items/0/description'],
  ['an item without a quantity', without('quantity'), '/items/0/quantity'],
  ['an item without a unit price', without('unitPrice'), '/items/0/unitPrice'],
  ['an item description of white space', item({ description: '  ' }), '/items/0/description'],
  [
    'an item description of 2,001 characters',
    item({ description: 'd'.repeat(2001) }),
    '/items/0/description',
  ],
  ['a quantity of 0', item({ quantity: 0 }), '/items/0/quantity'],
  ['a negative quantity', item({ quantity: -1 }), '/items/0/quantity'],
  ['a quantity with five decimals', item({ quantity: 0.00001 }), '/items/0/quantity'],
  ['a quantity above 1,000,000,000', item({ quantity: 1_000_000_001 }), '/items/0/quantity'],
  ['a quantity in a string', item({ quantity: '1' }), '/items/0/quantity'],
  ['a negative unit price', item({ unitPrice: -1 }), '/items/0/unitPrice'],
  ['a fraction of a unit price', item({ unitPrice: 1.5 }), '/items/0/unitPrice'],
  ['a unit price above 1,000,000,000,000', item({ unitPrice: 1_000_000_000_001 }), '/items/0/unitPrice'],
  ['a unit price in a string', item({ unitPrice: '1' }), '/items/0/unitPrice'],
  ['a negative tax rate', item({ taxRate: -1 }), '/items/0/taxRate'],
  ['a tax rate with five decimals', item({ taxRate: 1.00001 }), '/items/0/taxRate'],
  ['an unknown field', { titel: 'x' }, '/titel'],
  ['an unknown field of an item', item({ price: 1 }), '/items/0/price'],
  ['an unknown type of discount', { discountType: 'half', discountValue: 1 }, '/discountType'],
  ['a discount of 101 percent', { discountType: 'percentage', discountValue: 101 }, '/discountValue'],
  ['a negative discount', { discountType: 'fixed', discountValue: -1 }, '/discountValue'],
  ['a fraction of a percent', { discountType: 'percentage', discountValue: 1.5 }, '/discountValue'],
  ['a validity that is no date', { validUntil: 'tomorrow' }, '/validUntil'],
  ['a validity on a day that does not exist', { validUntil: '2026-02-30T00:00:00Z' }, '/validUntil'],
  ['an unknown currency', { currency: 'XXQ' }, '/currency'],
  ['a description of 20,001 characters', { description: 'd'.repeat(20_001) }, '/description'],
  ['terms that are a number', { terms: 1 }, '/terms'],
];

const BODIES = [
  ['malformed JSON', '{"title": '],
  ['no body', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['a string', '"quote"'],
];

export const CREATE_INVALID = group('create-invalid', [
  ...INVALID.map(([what, change, path]) => [
    `${what} is 400`,
    async ({ post, quoteBody }) => expectInvalid(await post(quoteBody(change)), path),
  ]),
  ...BODIES.map(([what, raw]) => [
    `a body of ${what} is 400`,
    async ({ api }) => expectProblem(await api.post('/quotes', undefined, { raw }), 400),
  ]),
  [
    'a type of discount without its value is 400',
    async ({ post, quoteBody }) => expectProblem(await post(quoteBody({ discountType: 'fixed' })), 400),
  ],
  [
    'a value of a discount without its type is 400',
    async ({ post, quoteBody }) => expectProblem(await post(quoteBody({ discountValue: 5 })), 400),
  ],
  [
    'a total above 2^53-1 is 400',
    async ({ post, quoteBody }) => {
      const big = item({ quantity: 1_000_000_000, unitPrice: 1_000_000_000_000 });
      expectProblem(await post(quoteBody(big)), 400);
    },
  ],
  [
    'all errors are reported together',
    async ({ post, quoteBody }) => {
      const reply = await post(
        quoteBody({ title: '', items: [{ description: '', quantity: 0, unitPrice: -1 }] }),
      );
      const errors = expectInvalid(reply, '/title');
      const paths = errors.map(({ path }) => path);
      for (const field of ['description', 'quantity', 'unitPrice'])
        assert.ok(paths.includes(`/items/0/${field}`), field);
    },
  ],
  [
    'a body of another type is 415',
    async ({ api }) => {
      const headers = { 'Content-Type': 'text/plain' };
      expectProblem(await api.post('/quotes', undefined, { raw: '{}', headers }), 415);
    },
  ],
  [
    'an invalid request creates nothing',
    async ({ post, quoteBody, api, unique }) => {
      const title = unique('invalid');
      expectProblem(await post(quoteBody({ title, items: [] })), 400);
      assert.equal((await api.get(`/quotes?search=${title}`)).body.pagination.total, 0);
    },
  ],
]);
