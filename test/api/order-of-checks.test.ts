import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertedQuote, createQuote } from '../support/api/quotes.ts';
import type { RequestOptions } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const OPERATIONS: [method: string, suffix: string, good: unknown][] = [
  ['PATCH', '', { title: 'New' }],
  ['DELETE', '', undefined],
  ['POST', '/send', { email: 'a@example.com' }],
  ['POST', '/convert-to-invoice', { dueDate: '2030-01-01' }],
];
const BAD_BODIES: Record<string, [status: number, body: unknown, options?: RequestOptions]> = {
  'unknown field': [400, { nonsense: 1 }],
  'malformed JSON': [400, undefined, { raw: '{' }],
  'not an object': [400, [1]],
  'another type': [415, undefined, { raw: 'x=1', headers: { 'Content-Type': 'text/plain' } }],
};

describeOnOneEngine((service) => {
  for (const [method, suffix, good] of OPERATIONS) {
    const takesBody = method !== 'DELETE';

    test(`${method} /quotes/{id}${suffix} checks in the order 401, 403, 404, 409, 400`, async () => {
      const own = await service().newAccount();
      const other = await service().newAccount();
      const reading = service().client((await service().newKey(own.accountId, 'read')).secret);
      const nobody = service().client('prf_test_nobody');
      const open = await createQuote(own);
      const quotes: [kind: string, id: string, status: number | undefined][] = [
        ['malformed', 'x', 404],
        ['encoded', '%F0%9F%98%80', 404],
        ['very long', 'q'.repeat(900), 404],
        ['unknown', 'quo_00000000000000000000000000', 404],
        ['deleted', (await deleted()).id, 404],
        ["another account's", (await createQuote(other)).id, 404],
        ["another account's, converted", (await convertedQuote(other)).id, 404],
        ['converted', (await convertedQuote(own)).id, 409],
        ['open', open.id, undefined],
      ];
      const bodies = takesBody ? Object.values(BAD_BODIES) : [];
      for (const [kind, id, state] of quotes) {
        const path = `/quotes/${id}${suffix}`;
        // Invalid keys are limited per minute.
        service().clock.advance(MINUTE);
        for (const [bad, body, options] of bodies) {
          const expected = state ?? bad;
          assert.equal((await own.request(method, path, body, options)).status, expected, kind);
          assert.equal((await reading.request(method, path, body, options)).status, 403, kind);
          assert.equal((await nobody.request(method, path, body, options)).status, 401, kind);
        }
        assert.equal((await reading.request(method, path, good)).status, 403, kind);
        assert.equal((await nobody.request(method, path, good)).status, 401, kind);
        if (state) assert.equal((await own.request(method, path, good)).status, state, kind);
      }
      assert.equal((await own.get(`/quotes/${open.id}`)).body.status, 'DRAFT', 'nothing has happened');

      async function deleted() {
        const quote = await createQuote(own);
        await own.delete(`/quotes/${quote.id}`);
        return quote;
      }
    });
  }

  for (const [noun, made, changed] of [
    ['catalogue-items', { description: 'Work', unitPrice: 1 }, { unitPrice: 2 }],
    ['templates', { name: 'Small' }, { name: 'Large' }],
  ] as const) {
    test(`/${noun} checks in the order 401, 403, 404, 412, 400`, async () => {
      const own = await service().newAccount();
      const other = await service().newAccount();
      const reading = service().client((await service().newKey(own.accountId, 'read')).secret);
      const nobody = service().client('prf_test_nobody');
      const { id } = (await own.post(`/${noun}`, made)).body;
      const theirs = (await other.post(`/${noun}`, made)).body.id;
      const stale = { headers: { 'If-Match': '"7"' } };
      service().clock.advance(MINUTE);
      for (const [status, body, options] of Object.values(BAD_BODIES)) {
        assert.equal((await own.post(`/${noun}`, body, options)).status, status);
        assert.equal((await reading.post(`/${noun}`, body, options)).status, 403);
        assert.equal((await nobody.post(`/${noun}`, body, options)).status, 401);
        for (const gone of ['x', theirs, theirs.toUpperCase()]) {
          assert.equal((await own.request('PATCH', `/${noun}/${gone}`, body, options)).status, 404);
        }
        assert.equal((await own.request('PATCH', `/${noun}/${id}`, body, options)).status, status);
        const headers = { ...options?.headers, ...stale.headers };
        assert.equal(
          (await own.request('PATCH', `/${noun}/${id}`, body, { ...options, headers })).status,
          412,
        );
        assert.equal((await reading.request('PATCH', `/${noun}/${id}`, body, options)).status, 403);
      }
      assert.equal((await own.request('DELETE', `/${noun}/${id}`, undefined, stale)).status, 412);
      assert.equal((await own.delete(`/${noun}/${theirs}`)).status, 404);
      assert.equal((await reading.delete(`/${noun}/${id}`)).status, 403);
      assert.equal((await nobody.get(`/${noun}/${id}`)).status, 401);
      assert.equal((await reading.get(`/${noun}/${id}`)).headers.get('ETag'), '"1"', 'nothing has happened');
      const matching = { headers: { 'If-Match': '"1"' } };
      const patched = await own.request('PATCH', `/${noun}/${id}`, changed, matching);
      assert.deepEqual([patched.status, patched.headers.get('ETag')], [200, '"2"']);
      assert.equal(
        (await own.request('PATCH', `/${noun}/${id}`, {})).headers.get('ETag'),
        '"2"',
        'no change',
      );
      assert.equal((await own.get(`/${noun}/${id}`, { headers: { 'If-None-Match': '"2"' } })).status, 304);
      assert.equal((await own.delete(`/${noun}/${id}`)).status, 204);
      assert.equal((await own.get(`/${noun}/${id}`)).status, 404);
      assert.equal((await own.delete(`/${noun}/${id}`)).status, 404);
    });
  }

  test('POST /quotes checks in the order 401, 403, 400', async () => {
    const own = await service().newAccount();
    const reading = service().client((await service().newKey(own.accountId, 'read')).secret);
    for (const [status, body, options] of Object.values(BAD_BODIES)) {
      assert.equal((await own.post('/quotes', body, options)).status, status);
      assert.equal((await reading.post('/quotes', body, options)).status, 403);
      assert.equal((await service().client().post('/quotes', body, options)).status, 401);
    }
  });

  test('every kind of 404 looks the same', async () => {
    const own = await service().newAccount();
    const other = await service().newAccount();
    const theirs = await createQuote(other);
    const replies = [
      await own.get('/quotes/quo_00000000000000000000000000'),
      await own.get(`/quotes/${theirs.id}`),
      await own.get('/quotes/nonsense'),
      await own.get(`/quotes/${theirs.id.toUpperCase()}`),
    ];
    for (const { status, body } of replies) {
      assert.equal(status, 404);
      assert.deepEqual({ ...body, requestId: '' }, { ...replies[0]?.body, requestId: '' });
    }
  });
});
