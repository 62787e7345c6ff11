import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { createQuote, draftInvoice, errorPaths, quoteBody, sentQuote } from '../support/api/quotes.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

async function startThread(api: Client): Promise<{ message: string; delivery: string }> {
  const { id } = await sentQuote(api);
  const message = ok(await api.post(`/quotes/${id}/messages`, { text: 'Hello' }));
  const { data } = ok(await api.get(`/quotes/${id}/deliveries`));
  return { message: message.id, delivery: data[0].id };
}

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

  test('a list continues after its last entry, whatever is added or removed in the meantime', async () => {
    const api = await service().newAccount();
    const item = (index: number) => ({ description: `Item ${index}`, unitPrice: 1 });
    const endpoint = (index: number) => ({ url: `https://receiver.invalid/${index}`, types: ['quote.sent'] });
    const thread = `/quotes/${(await sentQuote(api)).id}`;
    // Messages are mailed in the background, which would add to the list meanwhile.
    const mailed = `/quotes/${(await sentQuote(api)).id}`;
    const copied = { cc: ['eve@copied.example'] };
    const lists: [path: string, create: (index: number) => Promise<Reply>][] = [
      ['/quotes?sort=-createdAt', () => api.post('/quotes', quoteBody())],
      ['/quotes?sort=createdAt&status=DRAFT', () => api.post('/quotes', quoteBody())],
      ['/quotes?search=Work&count=none', () => api.post('/quotes', quoteBody({ title: 'Work' }))],
      ['/customers?search=Ada', (index) => api.post('/customers', { name: `Ada ${index}` })],
      ['/customers?', (index) => api.put(`/customers/a-${index}`, { name: 'Bob' })],
      ['/catalogue-items?', (index) => api.post('/catalogue-items', item(index))],
      ['/catalogue-items?search=item', (index) => api.post('/catalogue-items', item(index))],
      ['/templates?', (index) => api.post('/templates', { name: `Template ${index}` })],
      ['/templates?search=template', (index) => api.post('/templates', { name: `Template ${index}` })],
      ['/invoices?', async () => ({ ...(await draftInvoice(api)), status: 201 })],
      [`${thread}/messages?`, (index) => api.post(`${thread}/messages`, { text: `Message ${index}` })],
      [`${mailed}/deliveries?`, async () => ({ ...(await api.post(`${mailed}/send`, copied)), status: 201 })],
      ['/webhook-endpoints?', (index) => api.post('/webhook-endpoints', endpoint(index))],
    ];
    for (const [path, create] of lists) {
      for (let index = 1; index <= 5; index++) assert.equal((await create(index)).status, 201, path);
      const all = ok(await api.get(`${path}&limit=100`)).data.map(({ id }: Json) => id);
      const first = ok(await api.get(`${path}&limit=2`));
      const seen: string[] = first.data.map(({ id }: Json) => id);
      await create(6);
      // Removes one that was seen, and one that comes later, where entries can be removed.
      const removed: string[] = [];
      for (const id of [all[0], all[3]]) {
        const { status } = await api.delete(`${path.split('?')[0]}/${id}`);
        if (status === 204) removed.push(id);
      }
      const left = all.filter((id: string) => seen.includes(id) || !removed.includes(id));
      for (let hasMore = true; hasMore; ) {
        const next = ok(await api.get(`${path}&limit=2&after=${seen.at(-1)}`));
        assert.ok(next.data.length === 2 || !next.pagination.hasMore, path);
        assert.equal(next.pagination.page, 1);
        seen.push(...next.data.map(({ id }: Json) => id));
        hasMore = next.pagination.hasMore;
      }
      assert.deepEqual(
        seen.filter((id) => all.includes(id)),
        left,
        path,
      );
      assert.ok(seen.length <= all.length + 2, path);
      assert.equal(new Set(seen).size, seen.length);
    }
  });

  test('after is the id of an entry, without page, and in the order of creation only', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const stranger = await service().newAccount();
    // Entries of another account, of another quote, and one that was removed.
    const [strangers, own] = [await startThread(stranger), await startThread(api)];
    const gone = ok(await api.post('/webhook-endpoints', { url: 'https://receiver.invalid' })).id;
    assert.equal((await api.delete(`/webhook-endpoints/${gone}`)).status, 204);
    for (const path of [
      '/quotes?after=quo_x',
      `/quotes?after=${(await createQuote(stranger)).id}`,
      `/quotes?after=${id}&page=1`,
      `/quotes?after=${id}&sort=validUntil`,
      `/quotes?after=${id}&sort=-updatedAt`,
      `/quotes?after=${id}&sort=customerName`,
      `/invoices?after=inv_x`,
      `/invoices?after=${id}&sort=dueDate`,
      '/customers?after=nobody',
      '/catalogue-items?after=cat_x',
      '/templates?after=tpl_x',
      `/quotes/${id}/messages?after=${strangers.message}`,
      `/quotes/${id}/messages?after=${own.message}`,
      `/quotes/${id}/deliveries?after=${strangers.delivery}`,
      `/quotes/${id}/deliveries?after=${own.delivery}`,
      `/quotes/${id}/deliveries?after=dlv_x`,
      `/quotes/${id}/messages?after=${own.message}&page=2`,
      `/webhook-endpoints?after=${gone}`,
      '/webhook-endpoints?after=whe_x',
    ]) {
      const reply = await api.get(path);
      assert.deepEqual(errorPaths(reply), ['/after'], `${path}: ${reply.text}`);
    }
    const sorted = await api.get(`/quotes?after=${id}&sort=validUntil`);
    assert.match(sorted.body.errors[0].message, /sort=createdAt and sort=-createdAt only/);
    const end = ok(await api.get(`/quotes?after=${id}`));
    assert.deepEqual([end.data, end.pagination.total, end.pagination.hasMore], [[], 2, false]);
  });

  test('customers are filtered by email address, in any case, and by metadata', async () => {
    const api = await service().newAccount();
    const people = [
      { name: 'Ada', email: 'Ada@Shop.example', metadata: { crm: '1', team: 'north' } },
      { name: 'Bob', email: 'bob@shop.example', metadata: { crm: '2', team: 'north' } },
      { name: 'Eve', email: 'ada@shop.example.org', metadata: { crm: '1', reference: 'x' } },
    ];
    const ids: string[] = [];
    for (const person of people) ids.push(ok(await api.post('/customers', person)).id);
    const [ada = '', bob = '', eve = ''] = ids;
    const find = async (query: string) =>
      ok(await api.get(`/customers?${query}`)).data.map(({ id }: Json) => id);
    assert.deepEqual(await find('email=ADA@shop.EXAMPLE'), [ada]);
    assert.deepEqual(await find('email=shop.example'), []);
    assert.deepEqual(await find('metadata[crm]=1'), [ada, eve]);
    assert.deepEqual(await find('metadata[crm]=1&metadata[team]=north'), [ada]);
    assert.deepEqual(await find('metadata[team]=north&search=bob'), [bob]);
    assert.deepEqual(await find(`metadata[team]=north&limit=1&after=${ada}`), [bob]);
    assert.deepEqual(await find('metadata[crm]=1&email=bob@shop.example'), []);
    const csv = await api.get('/customers?metadata[team]=north', { headers: { Accept: 'text/csv' } });
    assert.deepEqual([csv.text.includes('Ada'), csv.text.includes('Eve')], [true, false]);

    ok(await api.patch(`/customers/${ada}`, { email: null, metadata: { crm: '3', team: null } }));
    assert.deepEqual(await find('email=ada@shop.example'), []);
    assert.deepEqual(await find('metadata[crm]=1'), [eve]);
    assert.deepEqual(await find('metadata[crm]=3'), [ada]);
    assert.deepEqual(await find('metadata[team]=north'), [bob]);
    assert.equal((await api.delete(`/customers/${bob}`)).status, 204);
    assert.deepEqual(await find('metadata[team]=north'), []);
    assert.equal((await api.put(`/customers/${eve}`, { name: 'Eve' })).status, 200);
    assert.deepEqual(await find('metadata[crm]=1'), []);
    assert.deepEqual(errorPaths(await api.get('/customers?metadata[]=1')), ['/metadata[]']);
    const bare = await api.get('/customers?metadata=1');
    assert.match(bare.body.detail, /metadata needs a key in brackets, as in metadata\[key\]=value/);
    assert.deepEqual(errorPaths(await api.get('/customers?email=')), ['/email'], 'not all of them');
    const stranger = await service().newAccount();
    assert.deepEqual(ok(await stranger.get('/customers?metadata[crm]=3')).data, []);
  });

  test('catalogue items are filtered by sku and by whether they are archived', async () => {
    const api = await service().newAccount();
    const create = async (more: object) =>
      ok(await api.post('/catalogue-items', { description: 'Work', unitPrice: 1, ...more })).id;
    const a = await create({ sku: 'A' });
    const b = await create({ sku: 'B', archived: true });
    const c = await create({ description: 'Other' });
    const find = async (query: string) =>
      ok(await api.get(`/catalogue-items?${query}`)).data.map(({ id }: Json) => id);
    assert.deepEqual(await find('sku=A'), [a]);
    assert.deepEqual(await find('sku=a'), []);
    assert.deepEqual(await find('archived=true'), [b]);
    assert.deepEqual(await find('archived=false'), [c, a]);
    assert.deepEqual(await find('archived=false&search=work'), [a]);
    assert.deepEqual(await find('archived=true&sku=A'), []);
    ok(await api.patch(`/catalogue-items/${a}`, { archived: true }));
    assert.deepEqual(await find('archived=true&limit=1'), [b]);
    assert.deepEqual(await find(`archived=true&after=${b}`), [a]);
    assert.deepEqual(errorPaths(await api.get('/catalogue-items?archived=yes&sku=')), ['/archived', '/sku']);
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
