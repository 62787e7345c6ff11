import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote, errorPaths, ITEM } from '../support/api/quotes.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const FULL = {
  description: 'Intro',
  terms: 'Net 30',
  notes: 'Inside',
  discountType: 'percentage',
  discountValue: 10,
  validUntil: '2030-01-01T00:00:00.000Z',
  currency: 'USD',
};

describeService((service) => {
  test('absent fields stay, given fields change, and the change is stored', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api, FULL);
    service().clock.advance(1000);
    const { status, body } = await api.patch(`/quotes/${before.id}`, { title: 'Roof' });
    assert.equal(status, 200);
    const updatedAt = new Date(service().clock()).toISOString();
    assert.deepEqual(body, { ...before, title: 'Roof', updatedAt });
    assert.deepEqual((await api.get(`/quotes/${before.id}`)).body, body);
  });

  test('each field can be changed alone', async () => {
    const api = await service().newAccount();
    await api.put('/customers/cus_other', { name: 'Other' });
    const changes = {
      customerId: 'cus_other',
      title: 'New',
      description: 'New',
      validUntil: '2031-01-01T00:00:00.000Z',
      terms: 'New',
      notes: 'New',
      discountType: 'fixed',
      discountValue: 20,
      currency: 'GBP',
    };
    for (const [field, value] of Object.entries(changes)) {
      const before = await createQuote(api, FULL);
      const { status, body } = await api.patch(`/quotes/${before.id}`, { [field]: value });
      assert.equal(status, 200, field);
      assert.equal(body[field], value);
    }
  });

  test('items are replaced as a whole and the totals follow', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api, { items: [ITEM, { ...ITEM, taxRate: 19 }] });
    const items = [{ description: 'One', quantity: 2, unitPrice: 50 }];
    const { body } = await api.patch(`/quotes/${before.id}`, { items });
    assert.deepEqual(body.items, [{ id: body.items[0].id, ...items[0], taxRate: 0, amount: 100 }]);
    assert.equal(body.total, 100);
  });

  test('null clears an optional field or resets it to its default', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api, FULL);
    service().clock.advance(DAY);
    const { status, body } = await api.patch(`/quotes/${before.id}`, {
      ...{ description: null, terms: null, notes: null, discountType: null, discountValue: null },
      ...{ validUntil: null, currency: null },
    });
    assert.equal(status, 200);
    for (const field of ['description', 'terms', 'notes', 'discountType', 'discountValue']) {
      assert.equal(body[field], null, field);
    }
    assert.equal(Date.parse(body.validUntil), service().clock() + 30 * DAY, 'counted from now');
    assert.equal(body.currency, 'EUR');
    assert.equal(body.total, body.subtotal);
  });

  test('null does not clear required fields', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const reply = await api.patch(`/quotes/${id}`, { customerId: null, title: null, items: null });
    assert.deepEqual(errorPaths(reply), ['/customerId', '/items', '/title']);
  });

  test('the rule for discountType and discountValue applies to the merged quote', async () => {
    const api = await service().newAccount();
    const plain = await createQuote(api);
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${plain.id}`, { discountValue: 5 })), [
      '/discountType',
    ]);
    const fixed = await createQuote(api, { discountType: 'fixed', discountValue: 500 });
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${fixed.id}`, { discountType: 'percentage' })), [
      '/discountValue',
    ]);
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${fixed.id}`, { discountValue: null })), [
      '/discountValue',
    ]);
    const { body } = await api.patch(`/quotes/${fixed.id}`, { discountValue: 700 });
    assert.equal(body.discountAmount, 700);
  });

  test('an empty patch, and one without changes, has no effect', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api, FULL);
    const first = await api.get(`/quotes/${before.id}`);
    service().clock.advance(1000);
    const same = { title: before.title, validUntil: '2030-01-01T01:00:00+01:00', items: before.items };
    for (const patch of [{}, same, { discountValue: 10 }, { status: 'DRAFT' }]) {
      const { status, body, headers } = await api.patch(`/quotes/${before.id}`, patch);
      assert.equal(status, 200);
      assert.deepEqual(body, before);
      assert.equal(headers.get('ETag'), first.headers.get('ETag'));
    }
  });

  test('a complete quote can be sent back with one change', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api, { ...FULL, items: [{ ...ITEM, taxRate: 7 }] });
    const { body: read } = await api.get(`/quotes/${before.id}`);
    const { status, body, text } = await api.patch(`/quotes/${before.id}`, { ...read, title: 'Changed' });
    assert.equal(status, 200, text);
    assert.deepEqual({ ...body, updatedAt: read.updatedAt }, { ...read, title: 'Changed' });
  });

  test('read-only fields are ignored, unknown fields rejected', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api);
    const readOnly = {
      ...{ id: 'quo_x', number: 'X', createdAt: 1, updatedAt: 1, sentAt: 1, acceptedAt: 1, declinedAt: 1 },
      ...{ convertedAt: 1, invoiceId: 'inv', revision: 9, subtotal: 1, discountAmount: 1, taxAmount: 1 },
      ...{ total: 1, viewedAt: 1, acceptedBy: 'me', declineReason: 'no', publicUrl: 'http://x' },
    };
    const ignored = await api.patch(`/quotes/${before.id}`, readOnly);
    assert.equal(ignored.status, 200);
    assert.deepEqual(ignored.body, before);
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${before.id}`, { ...readOnly, totle: 5 })), [
      '/totle',
    ]);
  });

  test('an edit of a quote that was never sent does not raise its revision', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    assert.equal((await api.patch(`/quotes/${id}`, { title: 'B' })).body.revision, 1);
  });

  test('the history records what changed and by whom', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    await api.patch(`/quotes/${id}`, { title: 'B', notes: 'n' });
    await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
    await api.patch(`/quotes/${id}`, {});
    const { body } = await api.get(`/quotes/${id}/events`);
    const types = body.data.map((event: { type: string }) => event.type);
    assert.deepEqual(types, ['created', 'updated', 'accepted']);
    assert.deepEqual(body.data[1].data.fields, ['title', 'notes']);
    assert.deepEqual(body.data[1].actor, { type: 'key', id: api.keyId, name: 'Test' });
  });
});
