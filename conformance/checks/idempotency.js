import assert from 'node:assert/strict';
import { expectProblem, expectStatus, idsOf } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const keyed = (key) => ({ headers: { 'Idempotency-Key': key } });

export const IDEMPOTENCY = [
  ...group('idempotency', [
    [
      'a repeat returns the first response and creates nothing',
      async ({ post, quoteBody, unique, api }) => {
        const title = unique('repeat');
        const first = expectStatus(await post(quoteBody({ title }), keyed(title)), 201);
        const second = expectStatus(await post(quoteBody({ title }), keyed(title)), 201);
        assert.deepEqual(second.body, first.body);
        assert.deepEqual(idsOf(await api.get(`/quotes?search=${title}`)), [first.body.id]);
      },
    ],
    [
      'another body with the same key is 409',
      async ({ post, quoteBody, unique }) => {
        const key = unique('mismatch');
        expectStatus(await post(quoteBody(), keyed(key)), 201);
        expectProblem(await post(quoteBody({ notes: 'x' }), keyed(key)), 409, 'idempotency_mismatch');
      },
    ],
    [
      'requests without a key create one quote each',
      async ({ createQuote }) => assert.notEqual((await createQuote()).id, (await createQuote()).id),
    ],
    [
      'requests at the same moment create one quote',
      async ({ post, quoteBody, unique, api }) => {
        const title = unique('concurrent');
        const replies = await Promise.all(
          [1, 2, 3, 4, 5].map(() => post(quoteBody({ title }), keyed(title))),
        );
        for (const reply of replies) {
          if (reply.status !== 201) expectProblem(reply, 409, 'idempotency_in_progress');
        }
        assert.equal(idsOf(await api.get(`/quotes?search=${title}`)).length, 1);
      },
    ],
    [
      'a repeated conversion returns the same invoice',
      async ({ createQuote, unique, api }) => {
        const { id } = await createQuote();
        const key = unique('convert');
        const convert = () => api.post(`/quotes/${id}/convert-to-invoice`, {}, keyed(key));
        const first = expectStatus(await convert(), 201);
        assert.equal(expectStatus(await convert(), 201).body.id, first.body.id);
      },
    ],
    [
      'a key of another operation is 409',
      async ({ createQuote, post, quoteBody, unique, api }) => {
        const key = unique('operation');
        expectStatus(await post(quoteBody(), keyed(key)), 201);
        const { id } = await createQuote();
        expectProblem(
          await api.post(`/quotes/${id}/convert-to-invoice`, {}, keyed(key)),
          409,
          'idempotency_mismatch',
        );
      },
    ],
  ]),
  ...group(
    'idempotency',
    [
      [
        'a repeated send returns the first response',
        async ({ createQuote, unique, api }) => {
          const { id } = await createQuote();
          const [key, email] = [unique('send'), `${unique('to')}@example.com`];
          const send = () => api.post(`/quotes/${id}/send`, { email }, keyed(key));
          const first = expectStatus(await send(), 200);
          expectStatus(await api.patch(`/quotes/${id}`, { status: 'DECLINED' }), 200);
          assert.deepEqual(expectStatus(await send(), 200).body, first.body);
          assert.equal((await api.get(`/quotes/${id}`)).body.status, 'DECLINED');
        },
      ],
    ],
    { sends: true },
  ),
];
