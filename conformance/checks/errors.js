import assert from 'node:assert/strict';
import { expectInvalid, expectProblem, expectStatus } from '../lib/expect.js';
import { group } from '../lib/runner.js';

export const ERRORS = group('errors', [
  [
    'an invalid body has the code validation_failed and messages',
    async ({ post, quoteBody }) => {
      const reply = await post(quoteBody({ title: '' }));
      const errors = expectInvalid(reply, '/title');
      assert.equal(reply.body.code, 'validation_failed');
      assert.ok(errors.every(({ message }) => typeof message === 'string' && message.length > 0));
    },
  ],
  [
    'type is a URI and title a text',
    async ({ api }) => {
      const { type, title, detail } = expectProblem(await api.get('/quotes/quo_x'), 404);
      assert.ok(type === 'about:blank' || URL.canParse(type) || type.startsWith('/'), type);
      assert.ok(title.length > 0 && detail.length > 0);
    },
  ],
  [
    'requestId is that of X-Request-Id',
    async ({ api }) => {
      const reply = await api.get('/quotes/quo_x');
      assert.equal(expectProblem(reply, 404).requestId, reply.headers.get('X-Request-Id'));
    },
  ],
  [
    'a success has X-Request-Id, too',
    async ({ api }) =>
      assert.ok(expectStatus(await api.get('/quotes?limit=1'), 200).headers.get('X-Request-Id')),
  ],
  [
    'each request has another X-Request-Id',
    async ({ api }) => {
      const read = async () => (await api.get('/quotes?limit=1')).headers.get('X-Request-Id');
      assert.notEqual(await read(), await read());
    },
  ],
  [
    'a method that is not offered is 405 with Allow',
    async ({ api, createQuote }) => {
      const { id } = await createQuote();
      const reply = await api.put(`/quotes/${id}`, {});
      expectProblem(reply, 405);
      const allowed = (reply.headers.get('Allow') ?? '').split(/\s*,\s*/);
      for (const method of ['GET', 'PATCH', 'DELETE'])
        assert.ok(allowed.includes(method), `Allow lacks ${method}`);
    },
  ],
  ['an unknown path is 404', async ({ api }) => expectProblem(await api.get('/quotations'), 404)],
  [
    'an unknown customer in a body is 400',
    async ({ post, quoteBody }) =>
      expectProblem(await post(quoteBody({ customerId: 'nobody-has-this-id' })), 400),
  ],
  [
    'a number of more than 100 characters is 400 at its path',
    async ({ api, quoteBody }) => {
      const raw = JSON.stringify(quoteBody({ items: [{ description: 'x', quantity: 1, unitPrice: 77 }] }));
      const reply = await api.post('/quotes', undefined, { raw: raw.replace('77', '1'.repeat(101)) });
      expectInvalid(reply, '/items/0/unitPrice');
    },
  ],
  [
    'a field that is given twice is not silently dropped',
    async ({ api, quoteBody }) => {
      const raw = JSON.stringify(quoteBody()).replace('{', '{"title":"First",');
      const reply = await api.post('/quotes', undefined, { raw });
      if (reply.status === 201) {
        assert.notEqual(reply.body.title, 'First');
        await api.delete(`/quotes/${reply.body.id}`);
      } else expectProblem(reply, 400);
    },
  ],
]);
