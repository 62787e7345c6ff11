import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listQuotesAndCounts } from '../../src/actions/quotes/list-quotes.ts';
import { convertedQuote, createQuote, errorPaths, sentQuote } from '../support/api/quotes.ts';
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
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false, totalIsExact: true },
    });
  });

  test('quotes are listed newest first, 20 per page, with all fields', async () => {
    const api = await accountWith(21);
    const { body } = await api.get('/quotes');
    assert.deepEqual(body.pagination, {
      page: 1,
      limit: 20,
      total: 21,
      totalPages: 2,
      hasMore: true,
      totalIsExact: true,
    });
    assert.equal(body.data.length, 20);
    assert.equal(body.data[0].title, 'Quote 21');
    const { publicUrl: _, ...single } = (await api.get(`/quotes/${body.data[0].id}`)).body;
    assert.deepEqual(body.data[0], single);
    const { body: second } = await api.get('/quotes?page=2');
    assert.deepEqual(titles(second), ['Quote 1']);
    assert.deepEqual(second.pagination, {
      page: 2,
      limit: 20,
      total: 21,
      totalPages: 2,
      hasMore: false,
      totalIsExact: true,
    });
  });

  test('pages cover every quote once, for any page size', async () => {
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

  test('a page past the end is empty', async () => {
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
    ...['status=draft', 'status=OPEN', 'status=', 'status=DRAFT,', 'status=,', 'status=DRAFT,open'],
    ...['sort=title', 'sort=CreatedAt', 'sort=--createdAt', 'sort=', 'sort=%2BcreatedAt'],
    ...['page=1&page=1', 'status=SENT&status=SENT', 'search=a&search=b', 'customerId=a&customerId=b'],
    ...['createdFrom=yesterday', 'createdTo=2026-02-30', 'updatedFrom=2026-11-16T09:00', 'validTo=1e3'],
    ...['createdFrom=', 'validTo=', 'createdTo=2026-01-01&createdTo=2026-01-01', 'count=', 'count=all'],
    ...['currency=XXQ', 'currency=eur', 'currency=EUR,USD', 'fields=items', 'fields=', 'reference=%00'],
    ...['metadata[]=x', `metadata[${'k'.repeat(41)}]=x`, `metadata[k]=${'v'.repeat(501)}`, 'metadata[k]=%00'],
    ...['metadata[k]=a&metadata[k]=b', 'metadata=x', 'metadata[k=x', 'metadata[%ff]=x'],
    ...['search=%00', 'search=a%00b', 'search=%ff', 'search=%c3%28', 'colour=red'],
  ]) {
    test(`rejects ?${query}`, async () => {
      const reply = await service().automation.get(`/quotes?${query}`);
      const name = `/${decodeURIComponent((query.split('=')[0] ?? '').replace('%ff', '%ef%bf%bd'))}`;
      assert.deepEqual(
        errorPaths(reply).map((path) => path.split('…')[0]),
        [name.slice(0, errorPaths(reply)[0]?.split('…')[0]?.length)],
      );
      assert.equal(reply.body.code, 'validation_failed');
    });
  }

  for (const query of ['totalFrom=1', 'totalTo=1', 'totalFrom=0&totalTo=5']) {
    test(`rejects ?${query} without a currency`, async () => {
      const reply = await service().automation.get(`/quotes?${query}`);
      assert.deepEqual(errorPaths(reply), ['/currency']);
    });
  }

  for (const amount of ['-1', '1.5', 'x', '', '9007199254740993']) {
    test(`rejects an amount of '${amount}'`, async () => {
      const reply = await service().automation.get(
        `/quotes?currency=EUR&totalFrom=${amount}&totalTo=${amount}`,
      );
      assert.deepEqual(errorPaths(reply), ['/totalFrom', '/totalTo']);
    });
  }

  test('all errors of a query are reported together', async () => {
    const reply = await service().automation.get('/quotes?page=0&limit=101&status=x&sort=y');
    assert.deepEqual(errorPaths(reply), ['/limit', '/page', '/sort', '/status']);
  });

  test('a limit is at most 100', async () => {
    const { status, body } = await service().automation.get('/quotes?limit=100');
    assert.equal(status, 200);
    assert.equal(body.pagination.limit, 100);
  });

  test('lists are sorted by createdAt and validUntil in both directions; ties by id', async () => {
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

  test('lists are filtered by status and by customer, alone and together, with correct totals', async () => {
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

  test('totals stay correct through edits, deletions and conversions', async () => {
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

  test('lists are filtered by time, amount, reference and metadata, alone and together', async () => {
    const api = await service().newAccount();
    const make = (title: string, total: number, more: object) =>
      createQuote(api, { title, items: [{ description: 'Work', quantity: 1, unitPrice: total }], ...more });
    const at = (ms: number) => new Date(service().clock() + ms).toISOString();
    const start = at(0);
    await make('small', 100, { validUntil: '2030-01-01T00:00:00Z', reference: 'PO 7', currency: 'EUR' });
    service().clock.advance(1000);
    const second = at(0);
    const web = { source: 'web', 'a b]': '' };
    const large = await make('large', 5000, {
      validUntil: '2030-03-01T23:59:59.999Z',
      metadata: web,
      currency: 'EUR',
    });
    service().clock.advance(1000);
    await make('yen', 5000, {
      validUntil: '2031-01-01T00:00:00Z',
      currency: 'JPY',
      metadata: { source: 'web' },
      reference: 'po 7',
    });
    service().clock.advance(1000);
    const edited = at(0);
    await api.patch(`/quotes/${large.id}`, { notes: 'Edited', status: 'DECLINED' });
    for (const [query, expected] of Object.entries({
      [`createdFrom=${second}`]: ['large', 'yen'],
      [`createdTo=${second}`]: ['small', 'large'],
      [`createdFrom=${second}&createdTo=${second}`]: ['large'],
      [`createdFrom=${start.slice(0, 10)}&createdTo=${start.slice(0, 10)}`]: ['small', 'large', 'yen'],
      [`createdFrom=${at(86_400_000).slice(0, 10)}`]: [],
      [`createdFrom=${second}&status=DECLINED`]: ['large'],
      [`updatedFrom=${edited}`]: ['large'],
      [`updatedFrom=${edited}&status=DRAFT`]: [],
      'validTo=2030-01-01': ['small'],
      'validTo=2030-03-01': ['small', 'large'],
      'validTo=2030-03-01T23:59:59.998Z': ['small'],
      'currency=EUR': ['small', 'large'],
      'currency=EUR&totalFrom=100': ['small', 'large'],
      'currency=EUR&totalFrom=101': ['large'],
      'currency=EUR&totalTo=4999': ['small'],
      'currency=JPY&totalFrom=5000&totalTo=5000': ['yen'],
      'currency=EUR&totalFrom=5&totalTo=4': [],
      'reference=PO%207': ['small'],
      'metadata[source]=web': ['large', 'yen'],
      'metadata%5Bsource%5D=web&currency=JPY': ['yen'],
      'metadata[source]=web&metadata[a%20b]]=': ['large'],
      'metadata[source]=we': [],
      'metadata[reference]=PO%207': [],
      'status=DECLINED,DRAFT': ['small', 'large', 'yen'],
      'status=DECLINED,SENT,DECLINED': ['large'],
      'search=a&currency=EUR': ['small', 'large'],
      'sort=-updatedAt': ['large', 'yen', 'small'],
      'sort=updatedAt&status=DRAFT,SENT': ['small', 'yen'],
    })) {
      const asked = query.startsWith('sort') ? query : `sort=createdAt&${query}`;
      const { body } = await api.get(`/quotes?${asked}`);
      assert.deepEqual(titles(body), expected, query);
      assert.equal(body.pagination.total, expected.length, query);
      const { body: next } = await api.get(`/quotes?limit=1&page=2&${asked}`);
      assert.deepEqual(titles(next), expected.slice(1, 2), query);
      assert.equal(next.pagination.total, expected.length, query);
    }
  });

  test('an expired quote counts as changed when it expired', async () => {
    const api = await service().newAccount();
    const { id } = await sentQuote(api, { validUntil: new Date(service().clock() + 60_000).toISOString() });
    service().clock.advance(60_000);
    const asOf = new Date(service().clock()).toISOString();
    const { body } = await api.get(`/quotes?updatedFrom=${asOf}&status=EXPIRED`);
    assert.deepEqual(
      body.data.map((quote: Json) => quote.id),
      [id],
    );
  });

  test('every change updates the counts per status', async () => {
    const api = await service().newAccount();
    const { id: accountId } = (await api.get('/account')).body;
    const page = { sort: '-createdAt', limit: 1, offset: 0, isSummary: true } as const;
    const counts = async () => {
      const wanted = { ...page, now: service().clock() };
      return (await listQuotesAndCounts(service(), accountId, {}, wanted)).counts;
    };
    const none = { DRAFT: 0, SENT: 0, ACCEPTED: 0, DECLINED: 0, EXPIRED: 0, CONVERTED: 0 };
    assert.deepEqual(await counts(), none);
    const draft = await createQuote(api);
    await convertedQuote(api);
    await sentQuote(api, { validUntil: new Date(service().clock() + 60_000).toISOString() });
    assert.deepEqual(await counts(), { ...none, DRAFT: 1, SENT: 1, CONVERTED: 1 });
    service().clock.advance(60_000);
    await api.delete(`/quotes/${draft.id}`);
    assert.deepEqual(await counts(), { ...none, EXPIRED: 1, CONVERTED: 1 });
  });

  test('count=none returns whether there are more quotes, but not how many', async () => {
    const api = await accountWith(3);
    for (const [query, hasMore] of Object.entries({
      'limit=2': true,
      'limit=3': false,
      'limit=2&page=2': false,
    })) {
      for (const more of ['', '&createdFrom=2000-01-01', '&fields=summary']) {
        const { body } = await api.get(`/quotes?${query}${more}&count=none`);
        const { total, totalPages } = body.pagination;
        assert.deepEqual([total, totalPages, body.pagination.hasMore], [null, null, hasMore], query + more);
        const { body: counted } = await api.get(`/quotes?${query}${more}`);
        assert.deepEqual(body.data, counted.data);
      }
    }
  });

  test('a summary is the quote without items, with its customer and its last event', async () => {
    const api = await service().newAccount();
    await api.put('/customers/cus_quoted', { name: 'Müller "& Söhne"' });
    const tricky = { title: ',"items":[', description: '],"discountType":"' };
    await createQuote(api, { ...tricky, customerId: 'cus_quoted', metadata: { items: '],"discountType":' } });
    const sent = await sentQuote(api, { title: 'Sent' });
    await fetch(sent.publicUrl);
    for (const query of ['', 'search=e&currency=EUR', 'sort=-updatedAt', 'limit=1&page=2']) {
      const { body: whole } = await api.get(`/quotes?${query}`);
      const { body } = await api.get(`/quotes?fields=summary&${query}`);
      assert.deepEqual(body.pagination, whole.pagination);
      for (const [index, { items: _, ...quote }] of whole.data.entries()) {
        const { customerName, views, lastEvent, ...summary } = body.data[index];
        assert.deepEqual(summary, quote);
        const { body: history } = await api.get(`/quotes/${quote.id}/events`);
        const { type, at } = history.data.at(-1);
        assert.deepEqual({ views, lastEvent }, { views: quote.viewedAt ? 1 : 0, lastEvent: { type, at } });
        assert.equal(customerName, (await api.get(`/customers/${quote.customerId}`)).body.name);
      }
    }
  });
});
