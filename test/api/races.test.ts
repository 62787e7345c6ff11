import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote, issuedInvoice, quoteBody } from '../support/api/quotes.ts';
import type { Json, Reply } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

const times = <T>(count: number, action: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

function countByStatus(replies: Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describeService((service) => {
  test('400 concurrent creates get 400 consecutive numbers', async () => {
    const api = await service().newAccount();
    const replies = await times(400, (index) => api.post('/quotes', quoteBody({ title: `Race ${index}` })));
    assert.deepEqual(countByStatus(replies), { 201: 400 });
    const sequence = replies.map(({ body }) => Number(body.number.slice(-5))).sort((a, b) => a - b);
    assert.deepEqual(
      sequence,
      Array.from({ length: 400 }, (_, index) => index + 1),
    );
    // Identifiers sort in the order of the numbers.
    const byId = replies.map(({ body }) => body).sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(
      byId.map((quote) => quote.number),
      [...byId].map((quote) => quote.number).sort(),
    );
    const { body } = await api.get('/quotes?limit=100&page=4&sort=createdAt');
    assert.equal(body.pagination.total, 400);
    assert.deepEqual(
      body.data.map((quote: Json) => quote.id),
      byId.slice(300).map((quote) => quote.id),
    );
  });

  test('concurrent creates leave no gap in the numbers if some name no customer', async () => {
    const api = await service().newAccount();
    const replies = await times(60, (index) =>
      api.post('/quotes', quoteBody(index % 4 === 1 ? { customerId: 'cus_nobody' } : {})),
    );
    assert.deepEqual(countByStatus(replies), { 201: 45, 400: 15 });
    for (const [index, { status, body }] of replies.entries()) {
      assert.equal(status, index % 4 === 1 ? 400 : 201);
      if (status === 400) assert.equal(body.code, 'customer_unknown');
    }
    const made = replies.filter(({ status }) => status === 201);
    assert.deepEqual(
      made.map(({ body }) => Number(body.number.slice(-5))).sort((a, b) => a - b),
      Array.from({ length: 45 }, (_, index) => index + 1),
    );
  });

  test('50 concurrent converts of one quote return one 201, 49 × 409 and create one invoice', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const replies = await times(50, () => api.post(`/quotes/${id}/convert-to-invoice`));
    assert.deepEqual(countByStatus(replies), { 201: 1, 409: 49 });
    const invoice = replies.find(({ status }) => status === 201)?.body;
    for (const { status, body } of replies) {
      if (status === 409) assert.deepEqual([body.code, body.invoiceId], ['quote_converted', invoice.id]);
    }
    const { body } = await api.get('/invoices');
    assert.deepEqual([body.pagination.total, body.data[0].number.slice(-5)], [1, '00001']);
  });

  test('concurrent converts of one quote with different keys: the errors name the existing invoice', async () => {
    const api = await service().newAccount();
    for (let round = 0; round < 8; round++) {
      const { id } = await createQuote(api);
      const replies = await times(4, (index) =>
        api.post(`/quotes/${id}/convert-to-invoice`, undefined, {
          headers: { 'Idempotency-Key': `convert ${round} ${index}` },
        }),
      );
      assert.deepEqual(countByStatus(replies), { 201: 1, 409: 3 });
      const { invoiceId } = (await api.get(`/quotes/${id}`)).body;
      for (const { status, body } of replies) {
        assert.equal(status === 201 ? body.id : body.invoiceId, invoiceId);
      }
    }
  });

  test('30 PATCHes with one ETag return one 200 and 29 × 412', async () => {
    const api = await service().newAccount();
    const created = await api.post('/quotes', quoteBody());
    const headers = { 'If-Match': created.headers.get('ETag') ?? '' };
    const replies = await times(30, (index) =>
      api.patch(`/quotes/${created.body.id}`, { title: `Race ${index}` }, { headers }),
    );
    assert.deepEqual(countByStatus(replies), { 200: 1, 412: 29 });
    const winner = replies.find(({ status }) => status === 200)?.body;
    assert.equal((await api.get(`/quotes/${created.body.id}`)).body.title, winner.title);
  });

  test('30 PATCHes of different fields without an ETag are all applied', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const fields = ['title', 'description', 'terms', 'notes'];
    const replies = await times(30, (index) =>
      api.patch(`/quotes/${id}`, { [fields[index % 4] as string]: `Race ${index}` }),
    );
    assert.deepEqual(countByStatus(replies), { 200: 30 });
    const { body } = await api.get(`/quotes/${id}`);
    for (const field of fields) assert.match(body[field], /^Race \d+$/);
    const { body: events } = await api.get(`/quotes/${id}/events`);
    assert.equal(events.data.length, 31);
  });

  test('concurrent converts, patches, decisions and deletes of one quote have exactly one outcome', async () => {
    const api = await service().newAccount();
    for (let round = 0; round < 5; round++) {
      const { id } = await createQuote(api);
      const replies = await times(24, (index) => {
        if (index % 4 === 0) return api.post(`/quotes/${id}/convert-to-invoice`);
        if (index % 4 === 1) return api.patch(`/quotes/${id}`, { title: `Race ${index}` });
        if (index % 4 === 2) return api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
        return api.delete(`/quotes/${id}`);
      });
      const converted = replies.filter(({ status }) => status === 201).length;
      const deleted = replies.filter(({ status }) => status === 204).length;
      assert.equal(converted + deleted, 1);
      for (const { status } of replies) assert.ok([200, 201, 204, 404, 409].includes(status), `${status}`);
      const { status, body } = await api.get(`/quotes/${id}`);
      if (deleted) assert.equal(status, 404);
      else assert.equal(body.status, 'CONVERTED');
    }
    const { body } = await api.get('/quotes');
    assert.equal(body.pagination.total, (await api.get('/invoices')).body.pagination.total);
  });

  test('a customer is deleted or has a quote, never both', async () => {
    const api = await service().newAccount();
    for (let round = 0; round < 10; round++) {
      const customerId = `cus_${round}`;
      await api.put(`/customers/${customerId}`, { name: 'Short-lived' });
      const [created, removed] = await Promise.all([
        api.post('/quotes', quoteBody({ customerId })),
        api.delete(`/customers/${customerId}`),
      ]);
      const outcome = [created.status, removed.status];
      assert.ok(['201,409', '400,204'].includes(outcome.join()), outcome.join());
    }
  });

  test('many concurrent creates with repeated keys create each quote once', async () => {
    const api = await service().newAccount();
    const replies = await times(100, (index) =>
      api.post('/quotes', quoteBody({ title: `Order ${index % 10}` }), {
        headers: { 'Idempotency-Key': `order-${index % 10}` },
      }),
    );
    for (const { status, body } of replies) {
      assert.ok(status === 201 || body.code === 'idempotency_in_progress', `${status}`);
    }
    assert.equal((await api.get('/quotes')).body.pagination.total, 10);
  });

  test('repeats of a convert that arrive while the first one commits get its response', async () => {
    const api = await service().newAccount();
    for (let round = 0; round < 10; round++) {
      const { id } = await createQuote(api);
      const headers = { 'Idempotency-Key': `convert-${round}` };
      const replies = await times(8, async (index) => {
        // Requests are staggered so that some of them meet the commit.
        for (let turns = 0; turns < index % 4; turns++) await api.get('/account');
        return api.post(`/quotes/${id}/convert-to-invoice`, undefined, { headers });
      });
      assert.deepEqual(countByStatus(replies), { 201: 8 });
      assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    }
  });

  test('concurrent requests with one key act once, also where the act itself could be repeated', async () => {
    const api = await service().newAccount();
    const { id } = await issuedInvoice(api);
    const acts: [path: string, body: object, other: object][] = [
      [`/invoices/${id}/payments`, { amount: 100 }, { amount: 200 }],
      ['/customers', { name: 'Ada' }, { name: 'Grace' }],
      ['/templates', { name: 'Site' }, { name: 'Shop' }],
    ];
    for (const [path, body, other] of acts) {
      const before = (await api.get(path)).body.data.length;
      const headers = { 'Idempotency-Key': path };
      const [same, different] = await Promise.all([
        times(12, () => api.post(path, body, { headers })),
        times(4, () => api.post(path, other, { headers: { 'Idempotency-Key': `${path} mixed` } })),
      ]);
      assert.deepEqual(countByStatus([...same, ...different]), { 201: 16 }, path);
      assert.equal(new Set(same.map(({ text }) => text)).size, 1);
      const first = same.filter((reply) => reply.headers.get('Idempotency-Replayed') === null);
      assert.equal(first.length, 1);
      const mixed = await times(6, (index) =>
        api.post(path, index % 2 ? body : other, { headers: { 'Idempotency-Key': `${path} both` } }),
      );
      const codes = mixed.map(({ status, body: { code } }) => code ?? status).sort();
      assert.deepEqual(codes, [201, 201, 201, ...Array(3).fill('idempotency_mismatch')], path);
      assert.equal((await api.get(path)).body.data.length, before + 3, path);
    }
  });
});
