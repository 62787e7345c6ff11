import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { createQuote, errorPaths } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

describeService((service) => {
  const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

  test('POST creates a customer under an identifier of the service', async () => {
    const api = await service().newAccount();
    const created = await api.post('/customers', { name: 'Ada', id: 'mine', metadata: { crm: '1' } });
    assert.equal(created.status, 201);
    assert.match(created.body.id, /^cus_[0-9a-z]{26}$/);
    assert.equal(created.headers.get('Location'), `/api/v1/customers/${created.body.id}`);
    const read = await api.get(`/customers/${created.body.id}`);
    assert.deepEqual(read.body, created.body);
    assert.equal(read.headers.get('ETag'), created.headers.get('ETag'));
    await createQuote(api, { customerId: created.body.id });
    const feed = ok(await api.get('/events?type=customer.created'));
    assert.equal(feed.data.at(-1).data.customer.id, created.body.id);
    assert.deepEqual(errorPaths(await api.post('/customers', { nam: 'Ada' })), ['/nam', '/name']);
  });

  test('a repeated POST of a customer with the same Idempotency-Key creates one', async () => {
    const api = await service().newAccount();
    const replies = await Promise.all(
      [1, 2].map(() => api.post('/customers', { name: 'Ada' }, keyed('customer-1'))),
    );
    const again = await api.post('/customers', { name: 'Ada' }, keyed('customer-1'));
    assert.equal(again.status, 201);
    for (const { status, body } of replies) {
      if (status === 201) assert.deepEqual(body, again.body);
      else assert.equal(body.code, 'idempotency_in_progress');
    }
    const other = await api.post('/customers', { name: 'Bob' }, keyed('customer-1'));
    assert.deepEqual([other.status, other.body.code], [409, 'idempotency_mismatch']);
    const { data } = ok(await api.get('/customers?search=ada'));
    assert.equal(data.filter(({ name }: Json) => name === 'Ada').length, 1);
  });

  test('a key for drafts creates customers; a read-only key does not', async () => {
    const api = await service().newAccount();
    const client = async (access: 'draft' | 'read') =>
      service().client((await service().newKey(api.accountId, access)).secret);
    assert.equal((await (await client('draft')).post('/customers', { name: 'Ada' })).status, 201);
    assert.equal((await (await client('read')).post('/customers', { name: 'Ada' })).status, 403);
  });

  test('an event is read by its id, by its own account only', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const { data } = ok(await api.get(`/events?quoteId=${id}`));
    const [event] = data;
    assert.deepEqual(ok(await api.get(`/events/${event.id}`)), event);
    const stranger = await service().newAccount();
    for (const [client, wanted] of [
      [stranger, event.id],
      [api, 'evt_0000000000000000000000000z'],
      [api, 'evt_x'],
      [api, id],
    ] as const) {
      const { status, body } = await client.get(`/events/${wanted}`);
      assert.deepEqual([status, body.code], [404, 'not_found'], wanted);
    }
  });
});
