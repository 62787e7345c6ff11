import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ENTRIES } from '../../src/domain/catalogue/price-list.ts';
import { openRuledAccount } from '../support/api/approval.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote, errorPaths } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

async function made(api: Client, path: string, body: object): Promise<Json> {
  const reply = await api.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const makeItem = (api: Client, more: object = {}) =>
  made(api, '/catalogue-items', { description: 'Design', unit: 'h', unitPrice: 9000, taxRate: 19, ...more });

async function makeList(api: Client, prices: Record<string, number> = {}, more: object = {}): Promise<Json> {
  const list = await made(api, '/price-lists', { name: 'Resellers', ...more });
  for (const [id, unitPrice] of Object.entries(prices)) {
    ok(await api.put(`/price-lists/${list.id}/entries/${id}`, { unitPrice }));
  }
  return list;
}

const assign = async (api: TestAccount, priceListId: string | null, customerId = api.customerId) =>
  ok(await api.patch(`/customers/${customerId}`, { priceListId }));

const importCsv = (api: Client, id: string, raw: string, query = '') =>
  api.post(`/price-lists/${id}/entries/import${query}`, undefined, {
    raw,
    headers: { 'Content-Type': 'text/csv' },
  });

const listPrices = async (api: Client, id: string): Promise<[string, number][]> => {
  const { data } = ok(await api.get(`/price-lists/${id}/entries?limit=100`));
  return data.map(({ description, unitPrice }: Json) => [description, unitPrice]);
};

const costs = ({ items }: Json): unknown[] => items.map(({ cost = null }: Json) => cost);
const unitPrices = ({ items }: Json): number[] => items.map(({ unitPrice }: Json) => unitPrice);

describeService((service) => {
  test('price lists are created, listed, found, changed and deleted', async () => {
    const api = await service().newAccount();
    const reply = await api.post('/price-lists', { name: 'Resellers' });
    const { id, ...rest } = reply.body;
    const at = new Date(service().clock()).toISOString();
    assert.match(id, /^prl_[0-9a-z]{26}$/);
    assert.deepEqual(rest, { name: 'Resellers', currency: 'EUR', createdAt: at, updatedAt: at });
    assert.equal(reply.headers.get('Location'), `/api/v1/price-lists/${id}`);
    const other = await made(api, '/price-lists', { name: 'Händler USA', currency: 'USD' });
    const found = async (query: string) =>
      ok(await api.get(`/price-lists?${query}`)).data.map((list: Json) => list.id);
    assert.deepEqual(await found(''), [other.id, id]);
    assert.deepEqual(await found('search=HÄND'), [other.id]);
    assert.deepEqual(await found(`after=${other.id}&limit=1`), [id]);
    assert.deepEqual(errorPaths(await api.get('/price-lists?after=prl_x')), ['/after']);

    service().clock.advance(1000);
    const ifMatch = { headers: { 'If-Match': reply.headers.get('ETag') ?? '' } };
    const changed = ok(await api.patch(`/price-lists/${id}`, { name: 'Shops', currency: 'USD' }, ifMatch));
    const updatedAt = new Date(service().clock()).toISOString();
    assert.deepEqual(changed, { ...reply.body, name: 'Shops', currency: 'USD', updatedAt });
    assert.equal((await api.patch(`/price-lists/${id}`, { name: 'Old' }, ifMatch)).status, 412);
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(201) }, { name: 'x', currency: 'XXX1' }]) {
      assert.equal((await api.post('/price-lists', body)).status, 400);
    }
    assert.equal((await api.delete(`/price-lists/${id}`)).status, 204);
    assert.equal((await api.get(`/price-lists/${id}`)).status, 404);
    const stranger = await service().newAccount();
    assert.equal((await stranger.get(`/price-lists/${other.id}/entries`)).status, 404);
  });

  test('a list has one price per catalogue item, and is searched by its text', async () => {
    const api = await service().newAccount();
    const [design, lamp] = [await makeItem(api), await makeItem(api, { description: 'Lamp', sku: 'L-1' })];
    const list = await makeList(api, { [design.id]: 8000, [lamp.id]: 500 });
    const path = `/price-lists/${list.id}/entries`;
    const { data, pagination } = ok(await api.get(path));
    const first = {
      catalogueItemId: lamp.id,
      unitPrice: 500,
      quantityPrices: null,
      currency: 'EUR',
      description: 'Lamp',
      sku: 'L-1',
    };
    assert.deepEqual(data[0], first);
    assert.deepEqual([data.length, pagination.total], [2, 2]);
    for (const search of ['lam', 'l-1']) {
      const page = ok(await api.get(`${path}?search=${search}`));
      assert.deepEqual([page.data, page.pagination.total], [[first], 1]);
    }
    assert.deepEqual(ok(await api.get(`${path}?after=${lamp.id}`)).data.length, 1);
    assert.deepEqual(errorPaths(await api.get(`${path}?after=cat_x`)), ['/after']);
    assert.deepEqual(errorPaths(await api.patch(`/price-lists/${list.id}`, { currency: 'USD' })), [
      '/currency',
    ]);

    assert.equal((await api.put(`${path}/${lamp.id}`, { ...first, unitPrice: 450 })).status, 200);
    assert.deepEqual(await listPrices(api, list.id), [
      ['Lamp', 450],
      ['Design', 8000],
    ]);
    for (const unitPrice of [-1, 1.5, '4.50', null, 1_000_000_000_001]) {
      assert.deepEqual(errorPaths(await api.put(`${path}/${lamp.id}`, { unitPrice })), ['/unitPrice']);
    }
    assert.equal((await api.put(`${path}/cat_x`, { unitPrice: 1 })).status, 404);
    assert.equal((await api.put(`/price-lists/prl_x/entries/${lamp.id}`, { unitPrice: 1 })).status, 404);
    assert.equal((await api.delete(`${path}/${design.id}`)).status, 204);
    assert.equal((await api.delete(`${path}/${design.id}`)).status, 404);
    assert.equal((await api.delete(`/catalogue-items/${lamp.id}`)).status, 204);
    assert.deepEqual(await listPrices(api, list.id), [], 'a deleted item has no price');
  });

  test('an item takes the price of its customer when it is written, and no quote changes with the list', async () => {
    const api = await service().newAccount();
    const [design, lamp, usd] = [
      await makeItem(api),
      await makeItem(api, { description: 'Lamp', unitPrice: 600 }),
      await makeItem(api, { description: 'Licence', unitPrice: 5000, currency: 'USD' }),
    ];
    const list = await makeList(api, { [design.id]: 8000, [usd.id]: 4500 });
    await assign(api, list.id);
    const named = (...ids: string[]) => ids.map((catalogueItemId) => ({ catalogueItemId, quantity: 1 }));
    const items = named(design.id, lamp.id, usd.id);
    const quote = await createQuote(api, { items });
    assert.deepEqual(
      unitPrices(quote),
      [8000, 600, 4500],
      'a price of the list suffices in another currency',
    );
    assert.deepEqual(quote.items[0].unit, 'h');
    const stated = await createQuote(api, { items: [{ ...items[0], unitPrice: 7000 }] });
    assert.deepEqual(unitPrices(stated), [7000]);
    const preview = (customerId?: string) =>
      api.post('/quotes/preview', { ...(customerId && { customerId }), title: 'x', items: named(design.id) });
    assert.deepEqual(unitPrices(ok(await preview(api.customerId))), [8000]);
    assert.deepEqual(unitPrices(ok(await preview())), [9000], 'without a customer, the catalogue counts');
    const inDollars = { currency: 'USD', items: named(usd.id) };
    assert.deepEqual(unitPrices(await createQuote(api, inDollars)), [5000], 'the list is in euros');

    ok(await api.put(`/price-lists/${list.id}/entries/${design.id}`, { unitPrice: 100 }));
    assert.deepEqual(ok(await api.get(`/quotes/${quote.id}`)), quote);
    const added = ok(
      await api.patch(`/quotes/${quote.id}`, { items: [...quote.items, ...named(design.id)] }),
    );
    assert.deepEqual(
      unitPrices(added),
      [8000, 600, 4500, 100],
      'only the item that is written takes the new one',
    );
    const copy = await api.post(`/quotes/${quote.id}/duplicate`);
    assert.deepEqual(unitPrices(copy.body), unitPrices(added));
    const template = await made(api, '/templates', { name: 'T', items: named(design.id) });
    const { id: templateId } = template;
    assert.deepEqual(
      unitPrices(await createQuote(api, { templateId, items: undefined })),
      [9000],
      'a template keeps its price',
    );

    ok(await api.patch(`/customers/${api.customerId}`, { priceListId: null }));
    const { id: other } = await made(api, '/customers', { name: 'Grace', priceListId: list.id });
    const draft = await createQuote(api, { items: named(design.id) });
    assert.deepEqual(unitPrices(draft), [9000]);
    const moved = ok(await api.patch(`/quotes/${draft.id}`, { customerId: other }));
    assert.deepEqual(unitPrices(moved), [9000], 'another customer changes no price');
    const rewritten = { customerId: other, items: named(design.id) };
    assert.deepEqual(unitPrices(ok(await api.patch(`/quotes/${draft.id}`, rewritten))), [100]);
  });

  test('an entry has prices by quantity, which an item takes whole', async () => {
    const api = await service().newAccount();
    const steps = [
      { from: 0, unitPrice: 9000 },
      { from: 10, unitPrice: 8500 },
    ];
    const stepped = await makeItem(api, { quantityPrices: { kind: 'volume', steps } });
    const plain = await makeItem(api);
    const list = await makeList(api, { [stepped.id]: 8000 });
    const put = (body: object) => api.put(`/price-lists/${list.id}/entries/${plain.id}`, body);
    const graduated = {
      kind: 'graduated',
      steps: [
        { from: 0, unitPrice: 7000 },
        { from: 5, unitPrice: 6000 },
      ],
    };
    const entry = ok(await put({ unitPrice: 1, quantityPrices: graduated }));
    assert.deepEqual([entry.unitPrice, entry.quantityPrices], [7000, graduated], 'the price is that of one');
    const [first] = ok(await api.get(`/price-lists/${list.id}/entries`)).data;
    assert.deepEqual(first, entry);
    assert.deepEqual(errorPaths(await put({})), ['/unitPrice']);
    const wrong = {
      kind: 'volume',
      steps: [
        { from: 1, unitPrice: 1 },
        { from: 1, unitPrice: -1 },
      ],
    };
    assert.deepEqual(errorPaths(await put({ quantityPrices: wrong })), [
      '/quantityPrices/steps/0/from',
      '/quantityPrices/steps/1/from',
      '/quantityPrices/steps/1/unitPrice',
    ]);
    await assign(api, list.id);
    const items = [stepped.id, plain.id].map((catalogueItemId) => ({ catalogueItemId, quantity: 10 }));
    const quote = await createQuote(api, { items });
    assert.deepEqual(unitPrices(quote), [8000, 6000]);
    assert.deepEqual(
      quote.items.map(({ quantityPrices }: Json) => quantityPrices),
      [undefined, graduated],
    );
    assert.equal(quote.items[1].amount, 5 * 7000 + 5 * 6000);
    const csv = `catalogueItemId,unitPrice\n${plain.id},70.00\n`;
    assert.equal(ok(await importCsv(api, list.id, csv)).updated, 1, 'a plain price replaces the steps');
    assert.equal(ok(await importCsv(api, list.id, csv)).unchanged, 1);
  });

  test('a price of another currency is not taken when the list loses it, and a cost never', async () => {
    const account = await service().newAccount();
    const { secret } = await service().newKey(account.accountId, 'read,write', { seesCosts: true });
    const api = { ...account, ...service().client(secret) };
    const usd = await makeItem(api, { unitPrice: 5000, currency: 'USD', cost: 3000 });
    const eur = await makeItem(api, { cost: 2000 });
    const list = await makeList(api, { [usd.id]: 4500, [eur.id]: 8000 });
    await assign(api, list.id);
    const named = [usd.id, eur.id].map((catalogueItemId) => ({ catalogueItemId, quantity: 1 }));
    const { id, items } = await createQuote(api, { items: named });
    assert.deepEqual(costs({ items }), [null, 2000], 'a cost in dollars is none in euros');
    assert.equal((await api.delete(`/price-lists/${list.id}/entries/${usd.id}`)).status, 204);
    const again = { items: [{ id: items[0].id, catalogueItemId: usd.id, quantity: 2 }] };
    assert.deepEqual(unitPrices(ok(await api.patch(`/quotes/${id}`, again))), [4500]);
    const more = ok(await api.patch(`/quotes/${id}`, { items: [...again.items, named[0]] }));
    assert.deepEqual(
      [unitPrices(more), costs(more)],
      [
        [4500, 4500],
        [null, null],
      ],
    );
    const fresh = await api.post('/quotes', {
      customerId: api.customerId,
      title: 'x',
      items: [{ catalogueItemId: usd.id, quantity: 1 }],
    });
    assert.deepEqual(errorPaths(fresh), ['/items/0/catalogueItemId']);
  });

  test('a customer names a list that exists, and keeps it from being deleted', async () => {
    const api = await service().newAccount();
    const list = await makeList(api);
    assert.equal(ok(await api.get(`/customers/${api.customerId}`)).priceListId, null);
    for (const priceListId of ['prl_x', `${list.id.slice(0, -1)}!`, 'x'.repeat(65), 5]) {
      assert.deepEqual(errorPaths(await api.patch(`/customers/${api.customerId}`, { priceListId })), [
        '/priceListId',
      ]);
    }
    assert.equal((await assign(api, list.id)).priceListId, list.id);
    const replaced = ok(await api.put(`/customers/${api.customerId}`, { name: 'Ada' }));
    assert.equal(replaced.priceListId, list.id, 'a PUT without it keeps it');
    const conflict = await api.delete(`/price-lists/${list.id}`);
    assert.deepEqual([conflict.status, conflict.body.code], [409, 'price_list_in_use']);
    const [event] = ok(await api.get('/events?limit=100')).data.filter(
      ({ type }: Json) => type === 'customer.updated',
    );
    assert.deepEqual(event.data.previous, { priceListId: null });
    const invoiced = await createQuote(api);
    const { body } = await api.post(`/quotes/${invoiced.id}/convert-to-invoice`);
    assert.equal(ok(await api.post(`/invoices/${body.id}/issue`)).number.startsWith('INV'), true);
    await assign(api, null);
    assert.equal((await api.delete(`/price-lists/${list.id}`)).status, 204);
    const stranger = await service().newAccount();
    const foreign = await makeList(stranger);
    assert.deepEqual(
      errorPaths(await api.patch(`/customers/${api.customerId}`, { priceListId: foreign.id })),
      ['/priceListId'],
    );
  });

  test('an erased customer has no list, and a deletion races with nobody who is given the list', async () => {
    const api = await service().newAccount();
    const owner = await signIn(service(), { accountId: api.accountId });
    const list = await makeList(api);
    const { id } = await made(api, '/customers', { name: 'Ada', priceListId: list.id });
    await createQuote(api, { customerId: id });
    ok(await owner.post(`/customers/${id}/erase`));
    assert.equal((await api.delete(`/price-lists/${list.id}`)).status, 204);
    for (let round = 0; round < 5; round++) {
      const { id: priceListId } = await makeList(api);
      const [given, deleted] = await Promise.all([
        api.patch(`/customers/${api.customerId}`, { priceListId }),
        api.delete(`/price-lists/${priceListId}`),
      ]);
      assert.deepEqual(given.status === 200 ? [200, 409] : [400, 204], [given.status, deleted.status]);
    }
  });

  test('a key for drafts gives no customer a list', async () => {
    const api = await service().newAccount();
    const list = await makeList(api);
    const { secret } = await service().newKey(api.accountId, 'draft');
    const drafts = service().client(secret);
    const customer = { name: 'Ada', priceListId: list.id };
    for (const reply of [
      await drafts.post('/customers', customer),
      await drafts.put('/customers/own', customer),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden']);
    }
    assert.equal((await drafts.post('/customers', { ...customer, priceListId: null })).status, 201);
  });

  test('prices are compared with the list of the customer, now and when the item was written', async () => {
    const { api } = await openRuledAccount(service(), { discountFrom: 50 });
    const account = api as TestAccount;
    const item = await makeItem(api);
    const list = await makeList(api, { [item.id]: 8000 });
    const isHeld = async (items: object[]) => {
      const { id } = await createQuote(api, { items });
      const { status, body } = await api.post(`/quotes/${id}/send`);
      if (status === 409) assert.equal(body.code, 'approval_required');
      return status === 409;
    };
    const priced = (unitPrice?: number) => [{ catalogueItemId: item.id, quantity: 1, unitPrice }];
    assert.equal(await isHeld(priced(8000)), true, 'below the catalogue');
    await assign(account, list.id);
    assert.deepEqual([await isHeld(priced()), await isHeld(priced(8000))], [false, false]);
    assert.equal(await isHeld(priced(7999)), true, 'below the list');
    const early = await createQuote(api, { items: priced(7000) });
    ok(await api.put(`/price-lists/${list.id}/entries/${item.id}`, { unitPrice: 7000 }));
    assert.equal(await isHeld(priced(7000)), false);
    assert.equal((await api.post(`/quotes/${early.id}/send`)).status, 409, 'lowering the list hides nothing');
    const late = await createQuote(api, { items: priced(7000) });
    ok(await api.put(`/price-lists/${list.id}/entries/${item.id}`, { unitPrice: 7001 }));
    assert.equal((await api.post(`/quotes/${late.id}/send`)).status, 409, 'raising it counts as well');
  });

  test('prices are imported from CSV: wrong rows are reported, the others are stored', async () => {
    const api = await service().newAccount();
    const [design, lamp] = [await makeItem(api), await makeItem(api, { description: 'Lamp', sku: 'L-1' })];
    const list = await makeList(api, { [lamp.id]: 500 });
    const csv = [
      'sku,catalogueItemId,description,unitPrice',
      `,${design.id},,80.00`,
      'L-1,,Lamp,4.5',
      'none,,,1',
      'L-1,,again,5',
      ',,,5',
      `${design.id.slice(0, -1)}u,,,5`,
    ].join('\r\n');
    const expected = { created: 1, updated: 1, unchanged: 0, rejected: 4 };
    const dry = ok(await importCsv(api, list.id, csv, '?dryRun=true'));
    assert.deepEqual({ ...dry, rejectedRows: [] }, { ...expected, rejectedRows: [] });
    assert.deepEqual(await listPrices(api, list.id), [['Lamp', 500]], 'a dry run stores nothing');
    const report = ok(await importCsv(api, list.id, csv));
    assert.deepEqual(report, dry);
    assert.deepEqual(
      report.rejectedRows.map(({ line, path }: Json) => [line, path]),
      [
        [4, '/sku'],
        [5, '/sku'],
        [6, '/sku'],
        [7, '/sku'],
      ],
    );
    assert.deepEqual(await listPrices(api, list.id), [
      ['Lamp', 450],
      ['Design', 8000],
    ]);
    const again = ok(await importCsv(api, list.id, csv));
    const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': 'import-1' };
    const repeat = () => api.post(`/price-lists/${list.id}/entries/import`, undefined, { raw: csv, headers });
    const [once, twice] = [await repeat(), await repeat()];
    assert.deepEqual([twice.body, twice.headers.get('Idempotency-Replayed')], [once.body, 'true']);
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 2]);

    const comma = ok(await importCsv(api, list.id, 'Artikelnummer;Preis\nL-1;4,25', '?decimal=comma'));
    assert.equal(comma.updated, 1);
    for (const price of ['1,50', '1.234.50', '1.505', '-1', '', '1e3', '99999999999.00']) {
      const { rejected, rejectedRows } = ok(await importCsv(api, list.id, `sku,unitPrice\nL-1,"${price}"\n`));
      assert.deepEqual([rejected, rejectedRows[0].path], [1, '/unitPrice'], price);
    }
    for (const file of ['', 'sku,unitPrice\n', 'sku\nL-1\n', 'unitPrice\n1\n', '\x00\x01', '{"sku":"L-1"}']) {
      assert.equal((await importCsv(api, list.id, file)).status, 400, file);
    }
    assert.deepEqual(errorPaths(await importCsv(api, list.id, csv, '?decimal=dot&x=1')), ['/decimal', '/x']);
    assert.equal((await importCsv(api, 'prl_x', csv)).status, 404);
    const yen = await makeList(api, {}, { currency: 'JPY' });
    assert.equal(ok(await importCsv(api, yen.id, 'sku,unitPrice\nL-1,500')).created, 1);
    assert.equal(ok(await importCsv(api, yen.id, 'sku,unitPrice\nL-1,5.0')).rejected, 1);
  });

  testAll('an import of 10,000 rows holds nobody up', async () => {
    const api = await service().newAccount();
    const list = await makeList(api);
    await Promise.all(Array.from({ length: 100 }, (_, n) => makeItem(api, { sku: `S-${n}` })));
    const rows = Array.from({ length: MAX_ENTRIES }, (_, n) => `${n < 100 ? 'S' : 'X'}-${n},${n}.50`);
    let report: Json;
    const importing = importCsv(api, list.id, ['sku,unitPrice', ...rows].join('\n')).then((reply) => {
      report = ok(reply);
    });
    const times: number[] = [];
    while (!report) {
      const begun = performance.now();
      ok(await api.get('/quotes'));
      times.push(performance.now() - begun);
    }
    await importing;
    assert.deepEqual([report.created, report.rejected], [100, MAX_ENTRIES - 100]);
    assert.ok(times.length > 20 && Math.max(...times) < 1000, `${times.length}, ${Math.max(...times)} ms`);
  });

  test('a list has at most 10,000 entries, and concurrent writes do not pass the limit', async () => {
    const api = await service().newAccount();
    const list = await makeList(api);
    const kinds = Array.from({ length: 4 }, (_, index) => makeItem(api, { sku: `N-${index}` }));
    const [full, ...others] = await Promise.all(kinds);
    // The rows that fill it are put below the interface: their items exist for one row only.
    await fillWith(api.accountId, list.id, MAX_ENTRIES - 2);
    const put = ({ id }: Json) => api.put(`/price-lists/${list.id}/entries/${id}`, { unitPrice: 1 });
    const replies = await Promise.all([full, ...others].map(put));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 400, 400]);
    const csv = ['sku,unitPrice', ...[full, ...others].map(({ sku }: Json) => `${sku},2.00`)].join('\n');
    for (const query of ['?dryRun=true', '']) {
      const { created, updated, rejected } = ok(await importCsv(api, list.id, csv, query));
      assert.deepEqual([created, updated, rejected], [0, 2, 2]);
    }
    assert.equal(ok(await api.get(`/price-lists/${list.id}/entries?search=N-&limit=1`)).pagination.total, 2);
    const tooMany = ['sku,unitPrice', ...Array(MAX_ENTRIES + 1).fill('x,1')].join('\n');
    assert.equal((await importCsv(api, list.id, tooMany)).status, 400);
    assert.equal((await api.delete(`/price-lists/${list.id}`)).status, 204);
  });

  async function fillWith(accountId: string, listId: string, count: number): Promise<void> {
    const { db } = service();
    await db.write(
      async (tx) => {
        const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
        await tx.run(
          `${numbers} INSERT INTO catalogue_items (account_id, id, archived, version, search, doc)
           SELECT '${accountId}', 'cat_fill' || n, 0, 1, '', '{}' FROM numbers`,
        );
        await tx.run(
          `${numbers} INSERT INTO price_list_entries (account_id, price_list_id, catalogue_item_id, unit_price)
           SELECT '${accountId}', '${listId}', 'cat_fill' || n, 1 FROM numbers`,
        );
      },
      { account: accountId },
    );
  }
});
