import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const INVALID = [
  ['an invalid address', { email: 'nobody' }],
  ['an address that is a number', { email: 5 }],
  ['an unknown field', { to: 'a@example.com' }],
  ['cc that is no list', { cc: 'a@example.com' }],
  ['an invalid address in cc', { cc: ['nobody'] }],
];

async function send({ api }, id, body, options) {
  return expectStatus(await api.post(`/quotes/${id}/send`, body, options), 200).body;
}

export const SEND = group(
  'send',
  [
    [
      'makes the quote SENT and returns it',
      async (context) => {
        const { id } = await context.createQuote({ customerId: await context.newCustomer() });
        const sent = await send(context, id, {});
        assert.deepEqual([sent.id, sent.status], [id, 'SENT']);
        assert.ok(sent.sentAt);
        assert.equal((await context.readQuote(id)).status, 'SENT');
      },
    ],
    [
      'needs no body',
      async (context) => {
        const { id } = await context.createQuote({ customerId: await context.newCustomer() });
        assert.equal((await send(context, id)).status, 'SENT');
      },
    ],
    [
      'goes to another address',
      async (context) => {
        const { id } = await context.createQuote();
        assert.equal(
          (await send(context, id, { email: `${context.unique('to')}@example.com` })).status,
          'SENT',
        );
      },
    ],
    [
      'takes cc, subject and message',
      async (context) => {
        const { id } = await context.createQuote({ customerId: await context.newCustomer() });
        const cc = [`${context.unique('cc')}@example.com`];
        assert.equal(
          (await send(context, id, { cc, subject: 'Your quote', message: 'Hello' })).status,
          'SENT',
        );
      },
    ],
    [
      'is 400 without any address, and the status stays',
      async (context) => {
        const customerId = await context.newCustomer({ email: null });
        const { id } = await context.createQuote({ customerId });
        expectProblem(await context.api.post(`/quotes/${id}/send`, {}), 400);
        assert.equal((await context.readQuote(id)).status, 'DRAFT');
      },
    ],
    [
      'reaches a customer without an address by another one',
      async (context) => {
        const customerId = await context.newCustomer({ email: null });
        const { id } = await context.createQuote({ customerId });
        assert.equal(
          (await send(context, id, { email: `${context.unique('to')}@example.com` })).status,
          'SENT',
        );
      },
    ],
    ...INVALID.map(([what, body]) => [
      `${what} is 400, and the status stays`,
      async (context) => {
        const { id } = await context.createQuote();
        expectProblem(await context.api.post(`/quotes/${id}/send`, body), 400);
        assert.equal((await context.readQuote(id)).status, 'DRAFT');
      },
    ]),
    ...['ACCEPTED', 'DECLINED'].map((status) => [
      `makes a quote with status ${status} SENT`,
      async (context) => {
        const { id } = await context.createQuote({ customerId: await context.newCustomer() });
        expectStatus(await context.api.patch(`/quotes/${id}`, { status }), 200);
        assert.equal((await send(context, id, {})).status, 'SENT');
      },
    ]),
    [
      'can be repeated',
      async (context) => {
        const { id } = await context.sentQuote();
        assert.equal(
          (await send(context, id, { email: `${context.unique('to')}@example.com` })).status,
          'SENT',
        );
      },
    ],
    [
      'renews a validity that has passed',
      async (context) => {
        const { validUntil, sentAt } = await context.sentQuote({ validUntil: '2020-01-01T00:00:00Z' });
        assert.ok(Date.parse(validUntil) > Date.parse(sentAt) + 28 * 86_400_000, `valid until ${validUntil}`);
      },
    ],
    [
      'a converted quote is 409 and names its invoice',
      async ({ convertedQuote, api }) => {
        const { id, invoice } = await convertedQuote();
        const { invoiceId } = expectProblem(await api.post(`/quotes/${id}/send`, {}), 409, 'quote_converted');
        assert.equal(invoiceId, invoice.id);
      },
    ],
    [
      'a quote that does not exist is 404',
      async ({ api }) => expectProblem(await api.post('/quotes/quo_x/send', {}), 404),
    ],
  ],
  { sends: true },
);
