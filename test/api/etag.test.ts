import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from '../support/api/customer.ts';
import { convertedQuote, createQuote, quoteBody, sentQuote } from '../support/api/quotes.ts';
import type { Client } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

const ifMatch = (tag: string) => ({ headers: { 'If-Match': tag } });
const ifNoneMatch = (tag: string) => ({ headers: { 'If-None-Match': tag } });

const CHANGES: Record<string, (api: Client, id: string, tag: string) => ReturnType<Client['get']>> = {
  PATCH: (api, id, tag) => api.patch(`/quotes/${id}`, { title: 'New' }, ifMatch(tag)),
  send: (api, id, tag) => api.post(`/quotes/${id}/send`, {}, ifMatch(tag)),
  convert: (api, id, tag) => api.post(`/quotes/${id}/convert-to-invoice`, {}, ifMatch(tag)),
  DELETE: (api, id, tag) => api.delete(`/quotes/${id}`, ifMatch(tag)),
};

describeService((service) => {
  test('the ETag is the same on create, get and an empty patch, and changes with each change', async () => {
    const api = await service().newAccount();
    const created = await api.post('/quotes', quoteBody());
    const path = `/quotes/${created.body.id}`;
    const tag = created.headers.get('ETag') ?? '';
    assert.match(tag, /^"[^"]+"$/);
    assert.equal((await api.get(path)).headers.get('ETag'), tag);
    assert.equal((await api.patch(path, {})).headers.get('ETag'), tag);
    const seen = new Set([tag]);
    for (const change of [{ title: 'A' }, { notes: 'B' }, { status: 'ACCEPTED' }]) {
      const next = (await api.patch(path, change)).headers.get('ETag') ?? '';
      assert.equal(seen.has(next), false);
      seen.add(next);
      assert.equal((await api.get(path)).headers.get('ETag'), next);
    }
  });

  for (const [name, change] of Object.entries(CHANGES)) {
    test(`If-Match on ${name} is a 412 when it no longer matches`, async () => {
      const api = await service().newAccount();
      const { body, headers } = await api.post('/quotes', quoteBody());
      const old = headers.get('ETag') ?? '';
      const { headers: newer } = await api.patch(`/quotes/${body.id}`, { notes: 'x' });
      const current = newer.get('ETag') ?? '';
      const { body: before } = await api.get(`/quotes/${body.id}`);
      for (const tag of [old, '"nonsense"', 'nonsense', `W/${current}`, '']) {
        const reply = await change(api, body.id, tag);
        assert.equal(reply.status, 412, tag);
        assert.equal(reply.body.code, 'precondition_failed');
      }
      assert.deepEqual((await api.get(`/quotes/${body.id}`)).body, before, 'nothing has changed');
      assert.ok((await change(api, body.id, `"x", ${current}`)).status < 300);
    });

    test(`If-Match: * on ${name} requires only that the quote exists`, async () => {
      const api = await service().newAccount();
      const { id } = await createQuote(api);
      assert.ok((await change(api, id, '*')).status < 300);
      assert.equal((await change(api, 'quo_00000000000000000000000000', '*')).status, 404);
    });

    test(`a converted quote is a 409 for ${name}, whatever If-Match is`, async () => {
      const api = await service().newAccount();
      const { id } = await convertedQuote(api);
      assert.equal((await change(api, id, '"nonsense"')).status, 409);
    });
  }

  test('If-None-Match returns 304 without a body while nothing has changed', async () => {
    const api = await service().newAccount();
    const { body, headers } = await api.post('/quotes', quoteBody());
    const path = `/quotes/${body.id}`;
    const tag = headers.get('ETag') ?? '';
    for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const reply = await api.get(path, ifNoneMatch(given));
      assert.deepEqual([reply.status, reply.text], [304, ''], given);
      assert.equal(reply.headers.get('ETag'), tag);
    }
    assert.equal((await api.get(path, ifNoneMatch('"x"'))).status, 200);
    await api.patch(path, { title: 'New' });
    assert.equal((await api.get(path, ifNoneMatch(tag))).status, 200);
  });

  test('a view by the customer changes the ETag but fails no If-Match', async () => {
    const api = await service().newAccount();
    const sent = await sentQuote(api);
    const path = `/quotes/${sent.id}`;
    const tag = (await api.get(path)).headers.get('ETag') ?? '';
    await visit(sent.publicUrl);
    const seen = await api.get(path, ifNoneMatch(tag));
    assert.equal(seen.status, 200, 'viewedAt is new');
    assert.notEqual(seen.body.viewedAt, null);
    const tagOfSeen = seen.headers.get('ETag') ?? '';
    assert.notEqual(tagOfSeen, tag);
    assert.equal((await api.get(path, ifNoneMatch(tagOfSeen))).status, 304);

    for (const [what, change] of Object.entries({
      'an empty PATCH': () => api.patch(path, {}, ifMatch(tag)),
      'a PATCH': () => api.patch(path, { notes: 'Seen' }, ifMatch(tag)),
      send: () => api.post(`${path}/send`),
    })) {
      const changed = await change();
      assert.equal(changed.status, 200, changed.text);
      assert.notEqual(changed.body.viewedAt, null);
      const now = await api.get(path);
      assert.equal(changed.headers.get('ETag'), now.headers.get('ETag'), what);
      assert.deepEqual(changed.body, now.body);
    }
  });

  test('customers and the account have ETags too', async () => {
    const api = await service().newAccount();
    const put = await api.put('/customers/c1', { name: 'A' });
    const tag = put.headers.get('ETag') ?? '';
    assert.equal((await api.get('/customers/c1', ifNoneMatch(tag))).status, 304);
    assert.equal((await api.put('/customers/c1', { name: 'B' }, ifMatch(tag))).status, 200);
    assert.equal((await api.put('/customers/c1', { name: 'C' }, ifMatch(tag))).status, 412);
    assert.equal((await api.delete('/customers/c1', ifMatch(tag))).status, 412);
    assert.equal((await api.put('/customers/new', { name: 'C' }, ifMatch('"1"'))).status, 412);
    assert.equal((await api.put('/customers/new', { name: 'C' }, ifMatch('*'))).status, 412);
    const account = (await api.get('/account')).headers.get('ETag') ?? '';
    assert.equal((await api.patch('/account', { name: 'B' }, ifMatch(account))).status, 200);
    assert.equal((await api.patch('/account', { name: 'C' }, ifMatch(account))).status, 412);
  });
});
