import assert from 'node:assert/strict';
import { expectProblem, expectStatus, idsOf } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';

export const QUOTES_EXTENDED = group('extended-quotes', [
  [
    'an unknown query parameter is 400',
    async ({ api }) => expectProblem(await api.get('/quotes?colour=red'), 400),
  ],
  [
    'several statuses are separated by commas',
    async ({ api, newCustomer, createQuote }) => {
      const customerId = await newCustomer();
      const [a, b, c] = [
        await createQuote({ customerId }),
        await createQuote({ customerId }),
        await createQuote({ customerId }),
      ];
      await api.patch(`/quotes/${a.id}`, { status: 'ACCEPTED' });
      await api.patch(`/quotes/${b.id}`, { status: 'DECLINED' });
      const found = idsOf(await api.get(`/quotes?customerId=${customerId}&status=ACCEPTED,DECLINED`));
      assert.deepEqual(found, [b.id, a.id]);
      assert.ok(!found.includes(c.id));
    },
  ],
  [
    'metadata is merged by key and filtered by',
    async ({ api, createQuote, unique }) => {
      const value = unique('meta');
      const { id } = await createQuote({ metadata: { conformance: value, other: '1' } });
      const { body } = expectStatus(
        await api.patch(`/quotes/${id}`, { metadata: { other: null, more: '2' } }),
        200,
      );
      assert.deepEqual(body.metadata, { conformance: value, more: '2' });
      assert.deepEqual(idsOf(await api.get(`/quotes?metadata[conformance]=${value}`)), [id]);
    },
  ],
  [
    'a preview computes and stores nothing',
    async ({ api, quoteBody, unique }) => {
      const title = unique('preview');
      const { body } = expectStatus(await api.post('/quotes/preview', quoteBody({ title })), 200);
      assert.equal(body.total, 10_000);
      assert.equal((await api.get(`/quotes?search=${title}`)).body.pagination.total, 0);
    },
  ],
  [
    'a duplicate is a new DRAFT with the same content',
    async ({ api, createQuote }) => {
      const quote = await createQuote({ notes: 'Copied' });
      const { body } = expectStatus(await api.post(`/quotes/${quote.id}/duplicate`, {}), 201);
      assert.notEqual(body.number, quote.number);
      assert.deepEqual(
        [body.title, body.notes, body.total, body.status],
        [quote.title, 'Copied', quote.total, 'DRAFT'],
      );
      expectStatus(await api.delete(`/quotes/${body.id}`), 204);
    },
  ],
  [
    'If-None-Match with the current ETag is 304',
    async ({ api, createQuote }) => {
      const { id } = await createQuote();
      const etag = (await api.get(`/quotes/${id}`)).headers.get('ETag');
      expectStatus(await api.get(`/quotes/${id}`, { headers: { 'If-None-Match': etag } }), 304);
    },
  ],
  [
    'count=none leaves the total out',
    async ({ api }) => {
      const { pagination } = expectStatus(await api.get('/quotes?count=none'), 200).body;
      assert.deepEqual([pagination.total, pagination.totalPages], [null, null]);
    },
  ],
]);
