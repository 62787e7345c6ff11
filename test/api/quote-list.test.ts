import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertedQuote, createQuote, errorPaths } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const titles = (body: Json): string[] => body.data.map((quote: Json) => quote.title);

describeService((service) => {
  async function accountWith(count: number): Promise<TestAccount> {
    const api = await service().newAccount();
    for (let index = 1; index <= count; index++) {
      service().clock.advance(1000);
      await createQuote(api, { title: `Quote ${index}` });
    }
    return api;
  }

  test('an account without quotes has an empty page', async () => {
    const { status, body } = await (await service().newAccount()).get('/quotes');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      data: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false },
    });
  });

  test('the newest come first, 20 on a page, with the whole quote', async () => {
    const api = await accountWith(21);
    const { body } = await api.get('/quotes');
    assert.deepEqual(body.pagination, { page: 1, limit: 20, total: 21, totalPages: 2, hasMore: true });
    assert.equal(body.data.length, 20);
    assert.equal(body.data[0].title, 'Quote 21');
    const { publicUrl: _, ...single } = (await api.get(`/quotes/${body.data[0].id}`)).body;
    assert.deepEqual(body.data[0], single);
    const { body: second } = await api.get('/quotes?page=2');
    assert.deepEqual(titles(second), ['Quote 1']);
    assert.deepEqual(second.pagination, { page: 2, limit: 20, total: 21, totalPages: 2, hasMore: false });
  });

  test('pages cover everything once, whatever their size', async () => {
    const api = await accountWith(7);
    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const { body } = await api.get(`/quotes?page=${page}&limit=${limit}`);
        assert.equal(body.pagination.totalPages, Math.ceil(7 / limit));
        assert.equal(body.pagination.hasMore, page < Math.ceil(7 / limit));
        seen.push(...titles(body));
        if (!body.pagination.hasMore) break;
      }
      assert.deepEqual(
        seen,
        [7, 6, 5, 4, 3, 2, 1].map((index) => `Quote ${index}`),
      );
    }
  });

  test('a page past the end is empty, however far', async () => {
    const api = await accountWith(1);
    for (const list of ['/quotes', '/customers', '/invoices']) {
      for (const page of [2, 1000, Number.MAX_SAFE_INTEGER]) {
        const { status, body } = await api.get(`${list}?page=${page}&limit=100`);
        assert.equal(status, 200);
        assert.deepEqual(body.data, []);
        assert.equal(body.pagination.page, page);
        assert.equal(body.pagination.hasMore, false);
      }
    }
  });

  for (const query of [
    ...['limit=101', 'limit=0', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'limit=1e1', 'limit=%2010'],
    ...['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=9007199254740993'],
    ...['status=draft', 'status=OPEN', 'status=', 'status=DRAFT,SENT'],
    ...['sort=title', 'sort=CreatedAt', 'sort=--createdAt', 'sort=', 'sort=%2BcreatedAt'],
    ...['page=1&page=1', 'status=SENT&status=SENT', 'search=a&search=b', 'customerId=a&customerId=b'],
    ...['search=%00', 'search=a%00b', 'search=%ff', 'search=%c3%28', 'colour=red'],
  ]) {
    test(`refuses ?${query}`, async () => {
      const reply = await service().automation.get(`/quotes?${query}`);
      assert.deepEqual(errorPaths(reply), [query.split('=')[0]]);
      assert.equal(reply.body.code, 'validation_failed');
    });
  }

  test('all failures of a query come at once', async () => {
    const reply = await service().automation.get('/quotes?page=0&limit=101&status=x&sort=y');
    assert.deepEqual(errorPaths(reply), ['limit', 'page', 'sort', 'status']);
  });

  test('limit 100 is the most', async () => {
    const { status, body } = await service().automation.get('/quotes?limit=100');
    assert.equal(status, 200);
    assert.equal(body.pagination.limit, 100);
  });

  test('sorts by createdAt and validUntil, both ways; ties by id', async () => {
    const api = await service().newAccount();
    const validity = { a: '2030-03-01', b: '2030-01-01', c: '2030-03-01', d: '2030-02-01' };
    for (const [title, day] of Object.entries(validity)) {
      await createQuote(api, { title, validUntil: `${day}T00:00:00Z` });
    }
    for (const [sort, order] of Object.entries({
      createdAt: 'abcd',
      '-createdAt': 'dcba',
      validUntil: 'bdac',
      '-validUntil': 'cadb',
    })) {
      const { body } = await api.get(`/quotes?sort=${sort}`);
      assert.equal(titles(body).join(''), order, sort);
      const { body: searched } = await api.get(`/quotes?sort=${sort}&search=Q-`);
      assert.equal(titles(searched).join(''), order, `${sort} with a search`);
      const { body: second } = await api.get(`/quotes?sort=${sort}&limit=2&page=2`);
      assert.equal(titles(second).join(''), order.slice(2), `${sort}, second page`);
    }
    assert.equal(titles((await api.get('/quotes')).body).join(''), 'dcba', 'the default');
  });

  test('filters by status and by customer, alone and together, with the right totals', async () => {
    const api = await service().newAccount();
    await api.put('/customers/cus_b', { name: 'B' });
    const make = async (title: string, customerId: string, status?: string) => {
      const { id } = await createQuote(api, { title, customerId });
      if (status) await api.patch(`/quotes/${id}`, { status });
    };
    await make('a-draft', 'cus_test');
    await make('a-accepted', 'cus_test', 'ACCEPTED');
    await make('b-declined', 'cus_b', 'DECLINED');
    await make('b-draft', 'cus_b');
    await convertedQuote(api, { title: 'b-converted', customerId: 'cus_b' });
    for (const [query, expected] of Object.entries({
      'status=DRAFT': ['a-draft', 'b-draft'],
      'status=ACCEPTED': ['a-accepted'],
      'status=DECLINED': ['b-declined'],
      'status=CONVERTED': ['b-converted'],
      'status=SENT': [],
      'status=EXPIRED': [],
      'customerId=cus_b': ['b-declined', 'b-draft', 'b-converted'],
      'customerId=cus_nobody': [],
      'customerId=cus_b&status=DRAFT': ['b-draft'],
      'search=draft': ['a-draft', 'b-draft'],
      'search=b-&status=DRAFT': ['b-draft'],
      'search=draft&customerId=cus_test': ['a-draft'],
      'search=draft&customerId=cus_b&status=DECLINED': [],
    })) {
      const { body } = await api.get(`/quotes?sort=createdAt&${query}`);
      assert.deepEqual(titles(body), expected, query);
      assert.equal(body.pagination.total, expected.length, query);
      const { body: first } = await api.get(`/quotes?sort=createdAt&limit=1&${query}`);
      assert.equal(first.pagination.total, expected.length, query);
    }
  });

  test('totals stay right through edits, deletions and conversions', async () => {
    const api = await accountWith(4);
    await api.put('/customers/cus_b', { name: 'B' });
    const { body } = await api.get('/quotes');
    const [a, b, c] = body.data;
    await api.delete(`/quotes/${a.id}`);
    await api.patch(`/quotes/${b.id}`, { customerId: 'cus_b', status: 'ACCEPTED' });
    await api.post(`/quotes/${c.id}/convert-to-invoice`);
    const total = async (query: string) => (await api.get(`/quotes?${query}`)).body.pagination.total;
    assert.equal(await total(''), 3);
    assert.equal(await total('status=DRAFT'), 1);
    assert.equal(await total('status=CONVERTED'), 1);
    assert.equal(await total('customerId=cus_b'), 1);
    assert.equal(await total('customerId=cus_test'), 2);
    assert.equal(await total('customerId=cus_b&status=ACCEPTED'), 1);
  });
});
