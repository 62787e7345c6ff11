import assert from 'node:assert/strict';
import { expectInvalid, expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const NEW_ITEMS = [
  { description: 'A', quantity: 2, unitPrice: 300 },
  { description: 'B', quantity: 1, unitPrice: 50 },
];

/** A field, its new value, and others that stay. */
const CHANGES = [
  ['title', 'Another title'],
  ['description', 'Another description'],
  ['terms', 'Other terms'],
  ['notes', 'Other notes'],
  ['validUntil', '2033-03-03T03:03:03.000Z'],
];
const INVALID = [
  ['a title of null', { title: null }, '/title'],
  ['an empty title', { title: '' }, '/title'],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title'],
  ['an empty list of items', { items: [] }, '/items'],
  ['items of null', { items: null }, '/items'],
  ['an invalid item', { items: [{ description: 'x', quantity: 0, unitPrice: 1 }] }, '/items/0/quantity'],
  ['an unknown customer', { customerId: 'nobody-has-this-id' }, '/customerId'],
  ['a customer of null', { customerId: null }, '/customerId'],
  ['an unknown field', { colour: 'red' }, '/colour'],
  ['an invalid validity', { validUntil: 'soon' }, '/validUntil'],
  ['an unknown status', { status: 'LOST' }, '/status'],
  ['the status SENT', { status: 'SENT' }, '/status'],
  ['the status EXPIRED', { status: 'EXPIRED' }, '/status'],
  ['the status CONVERTED', { status: 'CONVERTED' }, '/status'],
];

async function change({ api }, id, patch) {
  return expectStatus(await api.patch(`/quotes/${id}`, patch), 200).body;
}

export const PATCH = group('patch', [
  ...CHANGES.map(([field, value]) => [
    `changes ${field} and nothing else`,
    async (context) => {
      const before = await context.createQuote({ description: 'Old', terms: 'Old', notes: 'Old' });
      const after = await change(context, before.id, { [field]: value });
      assert.equal(after[field], value);
      const rest = ({ [field]: _, updatedAt: __, ...others }) => others;
      assert.deepEqual(rest(after), rest(before));
      assert.deepEqual(rest(await context.readQuote(before.id)), rest(after));
    },
  ]),
  ...['description', 'notes'].map((field) => [
    `null clears ${field}`,
    async (context) => {
      const { id } = await context.createQuote({ [field]: 'Old' });
      assert.equal((await change(context, id, { [field]: null }))[field], null);
    },
  ]),
  [
    'an empty patch changes nothing',
    async (context) => {
      const before = await context.createQuote();
      assert.deepEqual(await change(context, before.id, {}), before);
    },
  ],
  [
    'the same values change nothing',
    async (context) => {
      const before = await context.createQuote();
      const after = await change(context, before.id, { title: before.title, items: before.items });
      assert.deepEqual([after.updatedAt, after.revision], [before.updatedAt, before.revision]);
    },
  ],
  [
    'items are replaced as a whole, and totals follow',
    async (context) => {
      const { id } = await context.createQuote();
      const { items, total } = await change(context, id, { items: NEW_ITEMS });
      assert.deepEqual(
        items.map(({ description }) => description),
        ['A', 'B'],
      );
      assert.equal(total, 650);
    },
  ],
  [
    'a discount is added and removed',
    async (context) => {
      const { id } = await context.createQuote();
      const reduced = await change(context, id, { discountType: 'percentage', discountValue: 10 });
      assert.deepEqual([reduced.discountAmount, reduced.total], [1000, 9000]);
      const full = await change(context, id, { discountType: null, discountValue: null });
      assert.deepEqual([full.discountType, full.discountAmount, full.total], [null, 0, 10_000]);
    },
  ],
  [
    'half of a discount cannot be removed',
    async (context) => {
      const { id } = await context.createQuote({ discountType: 'fixed', discountValue: 5 });
      expectProblem(await context.api.patch(`/quotes/${id}`, { discountType: null }), 400);
    },
  ],
  [
    'validUntil of null gives the default again',
    async (context) => {
      const { id } = await context.createQuote({ validUntil: '2020-01-01T00:00:00Z' });
      const { validUntil, updatedAt } = await change(context, id, { validUntil: null });
      const days = (Date.parse(validUntil) - Date.parse(updatedAt)) / 86_400_000;
      assert.ok(Math.abs(days - 30) < 1.1, `valid for ${days} days`);
    },
  ],
  [
    'the customer can change',
    async (context) => {
      const { id } = await context.createQuote();
      const customerId = await context.newCustomer();
      assert.equal((await change(context, id, { customerId })).customerId, customerId);
    },
  ],
  [
    'read-only fields are ignored',
    async (context) => {
      const before = await context.createQuote();
      const forged = { id: 'quo_other', number: 'X-1', total: 1, createdAt: '2020-01-01T00:00:00.000Z' };
      const after = await change(context, before.id, forged);
      for (const field of Object.keys(forged)) assert.equal(after[field], before[field], field);
    },
  ],
  [
    'a whole quote can be sent back',
    async (context) => {
      const before = await context.createQuote();
      const after = await change(context, before.id, { ...before, title: 'Edited' });
      assert.deepEqual([after.title, after.number], ['Edited', before.number]);
    },
  ],
  ...INVALID.map(([what, patch, path]) => [
    `${what} is 400 and changes nothing`,
    async (context) => {
      const before = await context.createQuote();
      expectInvalid(await context.api.patch(`/quotes/${before.id}`, patch), path);
      assert.deepEqual(await context.readQuote(before.id), before);
    },
  ]),
  [
    'a valid and an invalid field together change nothing',
    async (context) => {
      const before = await context.createQuote();
      expectInvalid(await context.api.patch(`/quotes/${before.id}`, { notes: 'New', title: '' }), '/title');
      assert.equal((await context.readQuote(before.id)).notes, before.notes);
    },
  ],
  [
    'a quote that does not exist is 404',
    async ({ api }) => expectProblem(await api.patch('/quotes/quo_x', { title: 'x' }), 404),
  ],
]);
