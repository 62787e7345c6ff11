import assert from 'node:assert/strict';
import { expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const FIELDS = [
  ...[
    'id',
    'number',
    'status',
    'customerId',
    'title',
    'description',
    'items',
    'discountType',
    'discountValue',
  ],
  ...[
    'currency',
    'subtotal',
    'discountAmount',
    'taxAmount',
    'total',
    'terms',
    'notes',
    'validUntil',
    'createdAt',
  ],
  ...['updatedAt', 'sentAt', 'acceptedAt', 'declinedAt', 'convertedAt', 'invoiceId', 'revision'],
];
const EMPTY = ['description', 'discountType', 'discountValue', 'notes', 'sentAt', 'acceptedAt', 'declinedAt'];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 86_400_000;

const ACCEPTED_TITLES = [
  ['a title of one character', 'x'],
  ['a title of 200 characters', 'x'.repeat(200)],
  ['a title of 200 characters outside the basic plane', '😀'.repeat(200)],
  ['a title from right to left', 'عرض سعر للمطبخ'],
  ['a title with markup', '<b>"Kitchen" & Co</b>'],
];
const TEXTS = ['description', 'terms', 'notes'];
const QUANTITIES = [0.0001, 0.1, 12.5, 1_000_000_000];
const PRICES = [0, 1, 1_000_000_000_000];

export const CREATE = group('create', [
  [
    'returns 201 with the URL of the quote in Location',
    async ({ post, quoteBody, api }) => {
      const { body, headers } = expectStatus(await post(quoteBody()), 201);
      const location = headers.get('Location') ?? '';
      assert.ok(location.endsWith(`/quotes/${body.id}`), `Location is ${location}`);
      assert.deepEqual(expectStatus(await api.get(`/quotes/${body.id}`), 200).body.id, body.id);
    },
  ],
  [
    'returns every field',
    async ({ createQuote }) => {
      const quote = await createQuote();
      assert.deepEqual(
        FIELDS.filter((field) => !(field in quote)),
        [],
      );
    },
  ],
  [
    'returns null for empty fields',
    async ({ createQuote }) => {
      const quote = await createQuote();
      assert.deepEqual(
        EMPTY.filter((field) => quote[field] !== null),
        [],
      );
      assert.equal(quote.convertedAt, null);
      assert.equal(quote.invoiceId, null);
    },
  ],
  ['begins as a DRAFT', async ({ createQuote }) => assert.equal((await createQuote()).status, 'DRAFT')],
  ['begins with revision 1', async ({ createQuote }) => assert.equal((await createQuote()).revision, 1)],
  [
    'gives each quote an id and a number of its own',
    async ({ createQuote }) => {
      const [a, b] = [await createQuote(), await createQuote()];
      assert.notEqual(a.id, b.id);
      assert.notEqual(a.number, b.number);
      assert.ok(typeof a.number === 'string' && a.number.length > 0);
    },
  ],
  [
    'returns times in UTC with milliseconds',
    async ({ createQuote }) => {
      const quote = await createQuote();
      for (const field of ['createdAt', 'updatedAt', 'validUntil']) assert.match(quote[field], TIME);
    },
  ],
  [
    'is valid for 30 days by default',
    async ({ createQuote }) => {
      const { createdAt, validUntil } = await createQuote();
      const days = (Date.parse(validUntil) - Date.parse(createdAt)) / DAY_MS;
      assert.ok(Math.abs(days - 30) < 1.1, `valid for ${days} days`);
    },
  ],
  [
    'keeps a given validity as an instant',
    async ({ createQuote }) => {
      const { validUntil } = await createQuote({ validUntil: '2031-05-06T10:00:00+02:00' });
      assert.equal(validUntil, '2031-05-06T08:00:00.000Z');
    },
  ],
  [
    'accepts a validity in the past',
    async ({ createQuote }) => {
      const { status, validUntil } = await createQuote({ validUntil: '2020-01-01T00:00:00Z' });
      assert.deepEqual([status, validUntil], ['DRAFT', '2020-01-01T00:00:00.000Z']);
    },
  ],
  ...ACCEPTED_TITLES.map(([what, title]) => [
    `accepts ${what}`,
    async ({ createQuote }) => assert.equal((await createQuote({ title })).title, title),
  ]),
  ...TEXTS.map((field) => [
    `stores ${field} of up to 20,000 characters`,
    async ({ createQuote }) => {
      const text = `${'Line\n'.repeat(3999)}12345`;
      assert.equal((await createQuote({ [field]: text }))[field], text);
    },
  ]),
  ...QUANTITIES.map((quantity) => [
    `accepts a quantity of ${quantity}`,
    async ({ createQuote }) => {
      const { items } = await createQuote({ items: [{ description: 'x', quantity, unitPrice: 1 }] });
      assert.equal(items[0].quantity, quantity);
    },
  ]),
  ...PRICES.map((unitPrice) => [
    `accepts a unit price of ${unitPrice}`,
    async ({ createQuote }) => {
      const { items, total } = await createQuote({ items: [{ description: 'x', quantity: 1, unitPrice }] });
      assert.deepEqual([items[0].unitPrice, total], [unitPrice, unitPrice]);
    },
  ]),
  [
    'accepts 1,000 items and keeps their order',
    async ({ createQuote }) => {
      const items = Array.from({ length: 1000 }, (_, index) => ({
        description: `${index}`,
        quantity: 1,
        unitPrice: 1,
      }));
      const quote = await createQuote({ items });
      assert.deepEqual(
        quote.items.map(({ description }) => description),
        items.map(({ description }) => description),
      );
      assert.equal(quote.total, 1000);
    },
  ],
  [
    'accepts an item description of 2,000 characters',
    async ({ createQuote }) => {
      const description = 'd'.repeat(2000);
      const { items } = await createQuote({ items: [{ description, quantity: 1, unitPrice: 1 }] });
      assert.equal(items[0].description, description);
    },
  ],
  [
    'accepts a currency and counts in its smallest unit',
    async ({ createQuote }) => {
      const { currency, total } = await createQuote({ currency: 'JPY' });
      assert.deepEqual([currency, total], ['JPY', 10_000]);
    },
  ],
  [
    'has tax rate 0 by default',
    async ({ createQuote }) => {
      const { taxAmount, subtotal, total } = await createQuote();
      assert.deepEqual([taxAmount, total], [0, subtotal]);
    },
  ],
  [
    'ignores read-only fields, so that a quote can be sent back',
    async ({ createQuote, post }) => {
      const first = await createQuote();
      const { body } = expectStatus(await post(first), 201);
      assert.notEqual(body.id, first.id);
      assert.notEqual(body.number, first.number);
      assert.equal(body.title, first.title);
    },
  ],
]);
