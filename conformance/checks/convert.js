import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const METHODS = [
  'ONLINE_PAYMENT',
  'BANK_TRANSFER',
  'CREDIT_CARD',
  'DIRECT_DEBIT',
  'CASH',
  'CHECK',
  'OTHER',
  'MY_OWN_1',
];
const INVALID = [
  ['a payment method in lower case', { paymentMethod: 'cash' }],
  ['an empty payment method', { paymentMethod: '' }],
  ['a payment method of 51 characters', { paymentMethod: 'A'.repeat(51) }],
  ['a due date that is a date-time', { dueDate: '2031-01-01T00:00:00Z' }],
  ['a due date that does not exist', { dueDate: '2031-02-30' }],
  ['a due date that is a number', { dueDate: 20310101 }],
  ['an unknown field', { due: '2031-01-01' }],
];
const FIELDS = [
  'id',
  'number',
  'quoteId',
  'status',
  'issueDate',
  'dueDate',
  'paymentMethod',
  'items',
  'total',
  'quote',
];

async function convert({ api }, id, body, options) {
  return expectStatus(await api.post(`/quotes/${id}/convert-to-invoice`, body, options), 201).body;
}

export const CONVERT = group('convert', [
  [
    'returns 201 and the invoice',
    async (context) => {
      const { id } = await context.createQuote();
      const invoice = await convert(context, id, {});
      assert.deepEqual(
        FIELDS.filter((field) => !(field in invoice)),
        [],
      );
      assert.deepEqual([invoice.quoteId, invoice.status], [id, 'DRAFT']);
    },
  ],
  [
    'makes the quote CONVERTED',
    async (context) => {
      const { id } = await context.createQuote();
      const invoice = await convert(context, id, {});
      assert.equal(invoice.quote.status, 'CONVERTED');
      const quote = await context.readQuote(id);
      assert.deepEqual([quote.status, quote.invoiceId], ['CONVERTED', invoice.id]);
      assert.ok(quote.convertedAt);
    },
  ],
  [
    'takes items and totals from the quote',
    async (context) => {
      const items = [{ description: 'Work', quantity: 2.5, unitPrice: 999, taxRate: 19 }];
      const quote = await context.createQuote({ items, discountType: 'percentage', discountValue: 7 });
      const invoice = await convert(context, quote.id, {});
      for (const field of ['subtotal', 'discountAmount', 'taxAmount', 'total', 'currency']) {
        assert.equal(invoice[field], quote[field], field);
      }
      assert.deepEqual(
        invoice.items.map(({ amount }) => amount),
        quote.items.map(({ amount }) => amount),
      );
    },
  ],
  [
    'needs no body, and is due in 30 days by default',
    async (context) => {
      const { id } = await context.createQuote();
      const { dueDate, issueDate } = await convert(context, id);
      const days = (Date.parse(dueDate) - Date.parse(issueDate)) / 86_400_000;
      assert.equal(days, 30);
    },
  ],
  [
    'keeps a given due date, also in the past',
    async (context) => {
      const { id } = await context.createQuote();
      assert.equal((await convert(context, id, { dueDate: '2020-02-29' })).dueDate, '2020-02-29');
    },
  ],
  ...METHODS.map((paymentMethod) => [
    `takes the payment method ${paymentMethod}`,
    async (context) => {
      const { id } = await context.createQuote();
      assert.equal((await convert(context, id, { paymentMethod })).paymentMethod, paymentMethod);
    },
  ]),
  ...INVALID.map(([what, body]) => [
    `${what} is 400 and converts nothing`,
    async ({ createQuote, readQuote, api }) => {
      const { id } = await createQuote();
      expectProblem(await api.post(`/quotes/${id}/convert-to-invoice`, body), 400);
      assert.equal((await readQuote(id)).status, 'DRAFT');
    },
  ]),
  ...['ACCEPTED', 'DECLINED'].map((status) => [
    `converts a quote with status ${status}`,
    async (context) => {
      const { id } = await context.createQuote();
      expectStatus(await context.api.patch(`/quotes/${id}`, { status }), 200);
      assert.equal((await convert(context, id, {})).quoteId, id);
    },
  ]),
  [
    'a second time is 409 and names the invoice',
    async ({ convertedQuote, api }) => {
      const { id, invoice } = await convertedQuote();
      const reply = await api.post(`/quotes/${id}/convert-to-invoice`, {});
      assert.equal(expectProblem(reply, 409, 'quote_converted').invoiceId, invoice.id);
    },
  ],
  [
    'two requests at the same moment make one invoice',
    async ({ createQuote, api }) => {
      const { id } = await createQuote();
      const path = `/quotes/${id}/convert-to-invoice`;
      const replies = await Promise.all([1, 2, 3, 4].map(() => api.post(path, {})));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    },
  ],
  [
    'a converted quote cannot be changed',
    async ({ convertedQuote, api, readQuote }) => {
      const { id, invoice } = await convertedQuote();
      const before = await readQuote(id);
      const problem = expectProblem(await api.patch(`/quotes/${id}`, { title: 'x' }), 409, 'quote_converted');
      assert.equal(problem.invoiceId, invoice.id);
      assert.deepEqual(await readQuote(id), before);
    },
  ],
  [
    'a converted quote cannot be accepted or declined',
    async ({ convertedQuote, api }) => {
      const { id } = await convertedQuote();
      for (const status of ['ACCEPTED', 'DECLINED']) {
        expectProblem(await api.patch(`/quotes/${id}`, { status }), 409, 'quote_converted');
      }
    },
  ],
  [
    'a quote that does not exist is 404',
    async ({ api }) => expectProblem(await api.post('/quotes/quo_x/convert-to-invoice', {}), 404),
  ],
]);
