import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putCatalogueItems } from '../../src/actions/account/import/put-catalogue-items.ts';
import { createQuote, errorPaths, ITEM, quoteBody } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const WORK = { description: 'Design', unit: 'h', unitPrice: 9000, currency: 'EUR', taxRate: 19, sku: 'D-1' };
/** Strings that would execute if they were treated as markup, SQL or a formula. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '#eval("1") *strong* $x$ \\',
  '=HYPERLINK("http://x.example";"y")',
  '\u202egnp.exe\u2066',
];

const post = async (api: Client, path: string, body: object): Promise<Json> => {
  const reply = await api.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};
const ids = (page: Json): string[] => page.data.map(({ id }: Json) => id);

describeService((service) => {
  test('a catalogue item has all its fields, with defaults for those not given', async () => {
    const api = await service().newAccount();
    const at = new Date(service().clock()).toISOString();
    const reply = await api.post('/catalogue-items', WORK);
    const { id, ...rest } = reply.body;
    assert.match(id, /^cat_[0-9a-z]{26}$/);
    const none = {
      archived: false,
      taxCategory: null,
      taxReason: null,
      recurring: null,
      quantityPrices: null,
    };
    assert.deepEqual(rest, { ...WORK, ...none, createdAt: at, updatedAt: at });
    assert.equal(reply.headers.get('Location'), `/api/v1/catalogue-items/${id}`);
    assert.deepEqual((await api.get(`/catalogue-items/${id}`)).body, reply.body);
    const least = await post(api, '/catalogue-items', { description: 'x', unitPrice: 0 });
    assert.deepEqual(
      [least.unit, least.currency, least.taxRate, least.sku, least.archived],
      [null, 'EUR', 0, null, false],
    );

    service().clock.advance(1000);
    const changed = await api.patch(`/catalogue-items/${id}`, {
      unitPrice: 9500,
      unit: null,
      archived: true,
    });
    const updatedAt = new Date(service().clock()).toISOString();
    assert.deepEqual(changed.body, {
      ...reply.body,
      ...{ unitPrice: 9500, unit: null, archived: true, updatedAt },
    });
    const sameAgain = await api.patch(`/catalogue-items/${id}`, changed.body);
    assert.deepEqual([sameAgain.status, sameAgain.body], [200, changed.body], 'a response can be sent back');
    for (const text of HOSTILE) {
      const odd = await post(api, '/catalogue-items', {
        description: text,
        unitPrice: 1,
        unit: text.slice(0, 20),
        sku: text,
      });
      assert.deepEqual([odd.description, odd.sku], [text, text]);
      assert.deepEqual(ids((await api.get(`/catalogue-items?search=${encodeURIComponent(text)}`)).body), [
        odd.id,
      ]);
    }
  });

  test('an invalid item is rejected with all its errors', async () => {
    const api = await service().newAccount();
    const wrong = {
      ...{ description: ' ', unit: 'x'.repeat(21), unitPrice: -1, currency: 'EURO', taxRate: 101 },
      ...{ sku: '', archived: 'no', price: 1 },
    };
    assert.deepEqual(errorPaths(await api.post('/catalogue-items', wrong)), [
      ...['/archived', '/currency', '/description', '/price', '/sku', '/taxRate', '/unit', '/unitPrice'],
    ]);
    assert.deepEqual(errorPaths(await api.post('/catalogue-items', {})), ['/description', '/unitPrice']);
    const long = {
      description: 'x'.repeat(2001),
      unitPrice: 1_000_000_000_001,
      sku: 'x'.repeat(65),
      taxRate: 0.00001,
    };
    assert.deepEqual(errorPaths(await api.post('/catalogue-items', long)), [
      ...['/description', '/sku', '/taxRate', '/unitPrice'],
    ]);
    assert.equal((await api.get('/catalogue-items')).body.pagination.total, 0);
  });

  test('concurrent creates with one sku create one item', async () => {
    const api = await service().newAccount();
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.post('/catalogue-items', WORK)));
    const [first, ...others] = replies.sort((a, b) => a.status - b.status);
    assert.equal(first?.status, 201);
    for (const { status, body } of others) {
      assert.deepEqual([status, body.code, body.catalogueItemId], [409, 'sku_taken', first?.body.id]);
      assert.equal(body.errors[0].path, '/sku');
    }
    const free = await post(api, '/catalogue-items', { ...WORK, sku: 'D-2' });
    const third = await post(api, '/catalogue-items', { ...WORK, sku: null });
    const races = await Promise.all(
      [free, third].map(({ id }) => api.patch(`/catalogue-items/${id}`, { sku: 'D-3' })),
    );
    assert.deepEqual(races.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await api.patch(`/catalogue-items/${free.id}`, { sku: 'D-1' })).body.code, 'sku_taken');
    await api.delete(`/catalogue-items/${first?.body.id}`);
    assert.equal(
      (await api.patch(`/catalogue-items/${free.id}`, { sku: 'D-1' })).status,
      200,
      'it is free again',
    );
    const other = await service().newAccount();
    await post(other, '/catalogue-items', WORK);
  });

  test('items are listed newest first, in pages, and found by any part of description and sku', async () => {
    const api = await service().newAccount();
    const made: Json[] = [];
    for (const [description, sku] of [
      ['Élan 100%', 'A_1'],
      ['Straße', null],
      ['設計', 'b-2'],
      ['Élan 2', null],
    ]) {
      made.unshift(await post(api, '/catalogue-items', { description, sku, unitPrice: 1 }));
    }
    const { body } = await api.get('/catalogue-items?limit=3');
    assert.deepEqual(body.data, made.slice(0, 3));
    assert.deepEqual(body.pagination, {
      page: 1,
      limit: 3,
      total: 4,
      totalPages: 2,
      hasMore: true,
      totalIsExact: true,
    });
    assert.deepEqual((await api.get('/catalogue-items?limit=3&page=2')).body.data, made.slice(3));
    const found = async (search: string) => {
      const { body: page } = await api.get(`/catalogue-items?search=${encodeURIComponent(search)}`);
      assert.equal(page.pagination.total, page.data.length);
      return page.data.map(({ description }: Json) => description);
    };
    assert.deepEqual(await found('éLAN'), ['Élan 2', 'Élan 100%']);
    assert.deepEqual(await found('STRASSE'), ['Straße']);
    assert.deepEqual(await found('計'), ['設計']);
    assert.deepEqual(await found('%'), ['Élan 100%']);
    assert.deepEqual(await found('a_1'), ['Élan 100%']);
    assert.deepEqual(await found('B-'), ['設計']);
    assert.deepEqual(await found('nothing'), []);
    await api.patch(`/catalogue-items/${made[0]?.id}`, { description: 'Schwung' });
    await api.delete(`/catalogue-items/${made[3]?.id}`);
    assert.deepEqual([await found('lan'), await found('schw')], [[], ['Schwung']]);
    const past = (await api.get('/catalogue-items?page=9&search=s')).body;
    assert.deepEqual([past.data, past.pagination.total], [[], 2]);
    assert.deepEqual(errorPaths(await api.get('/catalogue-items?limit=101&sort=x')), ['/limit', '/sort']);
  });

  test('a search with many matches counts correctly, also after a change', async () => {
    const api = await service().newAccount();
    const inputs = Array.from({ length: 1200 }, (_, index) => ({
      description: `Pipe ${index}`,
      unitPrice: index,
      sku: `P${index}`,
    }));
    const how = { dryRun: false, replace: false, now: service().clock() };
    const target = { accountId: api.accountId, actor: { type: 'system' } } as const;
    await putCatalogueItems(service(), target, inputs, how);
    const search = async (query: string) => (await api.get(`/catalogue-items?limit=2&${query}`)).body;
    for (let times = 0; times < 2; times++) {
      const page = await search('search=pipe&page=3');
      assert.deepEqual(
        page.data.map(({ sku }: Json) => sku),
        ['P1195', 'P1194'],
      );
      assert.equal(page.pagination.total, 1200);
    }
    assert.equal((await search('search=pipe%2011')).pagination.total, 111);
    const [newest] = (await search('')).data;
    await api.patch(`/catalogue-items/${newest.id}`, { description: 'Valve' });
    assert.equal((await search('search=pipe')).pagination.total, 1199);
    await api.patch(`/catalogue-items/${newest.id}`, { unitPrice: 3 });
    await api.delete(`/catalogue-items/${newest.id}`);
    const all = await search('');
    assert.deepEqual([all.pagination.total, all.data[0].sku], [1199, 'P1198']);
  });

  test('an Idempotency-Key creates one item and one template', async () => {
    const api = await service().newAccount();
    for (const [path, body] of [
      ['/catalogue-items', WORK],
      ['/templates', { name: 'Small' }],
    ] as const) {
      const headers = { 'Idempotency-Key': `key of ${path}` };
      const first = await api.post(path, body, { headers });
      const again = await api.post(path, body, { headers });
      assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
      assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
      assert.equal((await api.get(path)).body.pagination.total, 1);
      assert.equal(
        (await api.post(path, { ...body, name: 'Other' }, { headers })).body.code,
        'idempotency_mismatch',
      );
    }
  });

  test('a template has the content of a quote, and its own rules only for name and days', async () => {
    const api = await service().newAccount();
    const at = new Date(service().clock()).toISOString();
    const full = {
      ...{ name: 'Small website', title: 'Website', description: 'Dear customer', currency: 'CHF' },
      ...{ items: [{ ...ITEM, taxRate: 7.7 }], discountType: 'percentage', discountValue: 10 },
      ...{ terms: 'Net 30', validityDays: 14 },
      paymentSchedule: [{ label: 'All', type: 'percentage', value: 100, due: { when: 'start' } }],
    };
    const reply = await api.post('/templates', full);
    assert.equal(reply.status, 201, reply.text);
    const { id, ...rest } = reply.body;
    assert.match(id, /^tpl_[0-9a-z]{26}$/);
    const show = { linePrices: true, quantities: true };
    const open = { pricesIncludeTax: null, invoiceOnAcceptance: null, acceptanceFields: null, show };
    assert.deepEqual(rest, { ...full, ...open, createdAt: at, updatedAt: at });
    assert.equal(reply.headers.get('Location'), `/api/v1/templates/${id}`);
    const least = await post(api, '/templates', { name: 'x' });
    const { name: _, items, id: _id, createdAt, updatedAt, show: shown, ...empty } = least;
    assert.deepEqual([items, createdAt, updatedAt, shown], [[], at, at, show]);
    assert.deepEqual(new Set(Object.values(empty)), new Set([null]));
    assert.deepEqual(ids((await api.get('/templates?limit=1')).body), [least.id], 'newest first');
    assert.equal(
      (await api.patch(`/templates/${least.id}`, least)).status,
      200,
      'a response can be sent back',
    );

    const patched = await api.patch(`/templates/${id}`, { items: null, description: null, validityDays: 3 });
    assert.deepEqual(
      [patched.body.items, patched.body.description, patched.body.validityDays],
      [[], null, 3],
    );
    assert.deepEqual(errorPaths(await api.patch(`/templates/${id}`, { discountValue: null })), [
      '/discountValue',
    ]);
    const wrong = {
      ...{ name: ' ', title: '', items: [{ ...ITEM, quantity: 0 }], discountType: 'some', currency: 'x' },
      ...{ validityDays: 0, customerId: 'cus_test', notes: 'x' },
    };
    assert.deepEqual(errorPaths(await api.post('/templates', wrong)), [
      ...['/currency', '/customerId', '/discountType', '/discountValue', '/items/0/quantity', '/name'],
      ...['/notes', '/title', '/validityDays'],
    ]);
    const huge = { name: 'x', items: Array(1000).fill({ ...ITEM, quantity: 1e9, unitPrice: 1e12 }) };
    assert.equal((await api.post('/templates', huge)).status, 400, 'totals are checked as for any quote');
  });

  test('a quote takes fields missing in its body from its template; items in the body replace all items', async () => {
    const api = await service().newAccount();
    const { id } = await post(api, '/templates', {
      ...{ name: 'Small', title: HOSTILE[0], description: 'Dear', items: [ITEM, ITEM], currency: 'CHF' },
      ...{ discountType: 'percentage', discountValue: 10, terms: 'Net 30', validityDays: 7 },
    });
    const now = service().clock();
    const plain = await post(api, '/quotes', { customerId: 'cus_test', templateId: id });
    assert.deepEqual(
      [plain.title, plain.description, plain.items.length, plain.currency, plain.terms, plain.total],
      [HOSTILE[0], 'Dear', 2, 'CHF', 'Net 30', 18_000],
    );
    assert.equal(Date.parse(plain.validUntil), now + 7 * DAY);
    assert.equal('templateId' in plain, false);

    const own = await post(api, '/quotes', {
      ...{ customerId: 'cus_test', templateId: id, title: 'Mine', items: [{ ...ITEM, quantity: 3 }] },
      ...{ description: null, terms: null, discountType: null, discountValue: null },
      validUntil: '2030-01-01T00:00:00.000Z',
    });
    assert.deepEqual(
      [own.title, own.description, own.terms, own.items.length, own.total, own.validUntil],
      ['Mine', null, null, 1, 30_000, '2030-01-01T00:00:00.000Z'],
    );
    await api.patch(`/templates/${id}`, { title: 'Other' });
    await api.delete(`/templates/${id}`);
    assert.equal((await api.get(`/quotes/${plain.id}`)).body.title, HOSTILE[0], 'copied values are kept');
    const gone = await api.post('/quotes', {
      customerId: 'cus_test',
      templateId: id,
      title: 'x',
      items: [ITEM],
    });
    assert.deepEqual(errorPaths(gone), ['/templateId']);
  });

  test('template and body together must form a valid quote', async () => {
    const api = await service().newAccount();
    const other = await service().newAccount();
    const { id } = await post(api, '/templates', {
      name: 'x',
      discountType: 'percentage',
      discountValue: 50,
    });
    const body = { customerId: 'cus_test', templateId: id };
    assert.deepEqual(errorPaths(await api.post('/quotes', body)), ['/items', '/title']);
    const fixed = { ...body, title: 'x', items: [ITEM], discountType: 'fixed' };
    assert.equal((await post(api, '/quotes', fixed)).discountAmount, 50, 'fields are merged separately');
    const half = { ...body, title: 'x', items: [ITEM], discountType: null };
    assert.deepEqual(errorPaths(await api.post('/quotes', half)), ['/discountType']);
    for (const templateId of ['x', 'tpl_00000000000000000000000000', 7]) {
      assert.deepEqual(errorPaths(await api.post('/quotes', { ...body, templateId })), ['/templateId']);
    }
    assert.deepEqual(
      errorPaths(await other.post('/quotes', { ...fixed, discountValue: 1 })),
      ['/templateId'],
      "another account's",
    );
    const { templateId: _, ...without } = fixed;
    assert.equal((await api.post('/quotes', { ...without, templateId: null, discountValue: 1 })).status, 201);
    const quote = await createQuote(api);
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${quote.id}`, { templateId: id })), ['/templateId']);
  });

  test('a duplicate is a new draft with content and notes, also of a converted quote', async () => {
    const api = await service().newAccount();
    await api.put('/customers/other', { name: 'Other' });
    const source = await createQuote(api, {
      ...{ title: HOSTILE[1], description: HOSTILE[0], terms: null, notes: 'For us', currency: 'CHF' },
      ...{
        items: [ITEM, { ...ITEM, unit: 'h', section: 'More', optional: true }],
        validUntil: '2040-01-01T00:00:00Z',
      },
      ...{ discountType: 'fixed', discountValue: 100, reference: 'PO-1', metadata: { a: '1' } },
    });
    await api.patch('/account', { defaultTerms: 'Not these' });
    assert.equal((await api.post(`/quotes/${source.id}/convert-to-invoice`)).status, 201);
    service().clock.advance(DAY);
    const headers = { 'Idempotency-Key': 'duplicate' };
    const reply = await api.post(`/quotes/${source.id}/duplicate`, undefined, { headers });
    assert.equal(reply.status, 201, reply.text);
    const copy = reply.body;
    assert.equal(reply.headers.get('Location'), `/api/v1/quotes/${copy.id}`);
    assert.deepEqual((await api.get(`/quotes/${copy.id}`)).body, copy);
    const now = service().clock();
    const at = new Date(now).toISOString();
    const withoutIds = (items: Json[]) => items.map(({ id: _, ...item }) => item);
    assert.deepEqual(
      { ...copy, items: withoutIds(copy.items) },
      {
        ...source,
        ...{
          id: copy.id,
          number: copy.number,
          items: withoutIds(source.items),
          reference: null,
          metadata: {},
        },
        ...{ createdAt: at, updatedAt: at, validUntil: new Date(now + 30 * DAY).toISOString() },
      },
    );
    assert.notEqual(copy.number, source.number);
    const lineIds = [...source.items, ...copy.items].map(({ id }: Json) => id);
    assert.equal(new Set(lineIds).size, 4);
    const again = await api.post(`/quotes/${source.id}/duplicate`, undefined, { headers });
    assert.equal(again.body.id, copy.id);
    const events = (await api.get(`/quotes/${copy.id}/events`)).body.data;
    assert.deepEqual(
      events.map(({ type }: Json) => type),
      ['created'],
    );
    const theirs = await post(api, `/quotes/${source.id}/duplicate`, { customerId: 'other' });
    assert.equal(theirs.customerId, 'other');
    const unknown = await api.post(`/quotes/${source.id}/duplicate`, { customerId: 'nobody' });
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'customer_unknown']);
    assert.deepEqual(errorPaths(await api.post(`/quotes/${source.id}/duplicate`, { title: 'x' })), [
      '/title',
    ]);
    assert.deepEqual(
      errorPaths(await api.post(`/quotes/${source.id}/duplicate`, { title: 'x', customerId: 'nobody' })),
      ['/customerId', '/title'],
    );
    const other = await service().newAccount();
    assert.equal((await other.post(`/quotes/${source.id}/duplicate`, { title: 'x' })).status, 404);
    const reading = service().client((await service().newKey(api.accountId, 'read')).secret);
    assert.equal((await reading.post(`/quotes/${source.id}/duplicate`)).status, 403);
  });

  test('a quote can be sent back as it was read after the catalogue has changed', async () => {
    const api = await service().newAccount();
    const { id } = await post(api, '/catalogue-items', { ...WORK, unit: null, sku: null });
    const line = { catalogueItemId: id, quantity: 2 };
    const quote = await createQuote(api, { items: [line, { ...line, taxRate: null }] });
    const template = await post(api, '/templates', { name: 'x', title: 'x', items: [line] });
    await api.patch(`/catalogue-items/${id}`, { unit: 'day', sku: 'D-2', unitPrice: 1, taxRate: 7 });

    const same = await api.patch(`/quotes/${quote.id}`, quote);
    assert.deepEqual(same.body, quote);
    const withoutIds = quote.items.map(({ id: _, ...rest }: Json) => rest);
    assert.deepEqual((await api.patch(`/quotes/${quote.id}`, { items: withoutIds })).body, quote);
    const [first, second] = quote.items;
    const more = await api.patch(`/quotes/${quote.id}`, { items: [{ ...first, quantity: 3 }, second] });
    assert.deepEqual(more.body.items, [{ ...first, quantity: 3, amount: 27_000 }, second]);
    assert.deepEqual((await api.patch(`/templates/${template.id}`, template)).body, template);
    const made = await post(api, '/quotes', { customerId: 'cus_test', templateId: template.id });
    assert.deepEqual({ ...made.items[0], id: 0 }, { ...first, id: 0 });

    const anew = await api.patch(`/quotes/${quote.id}`, { items: [{ id: first.id, ...line }] });
    assert.deepEqual(
      [anew.body.items[0].unit, anew.body.items[0].unitPrice],
      ['day', 1],
      'copied again on request',
    );
  });

  test('an item with a catalogue item id needs only a quantity, and keeps the values it copied', async () => {
    const api = await service().newAccount();
    const { id } = await post(api, '/catalogue-items', { ...WORK, description: HOSTILE[0] });
    const line = { catalogueItemId: id, quantity: 2 };
    const quote = await createQuote(api, { items: [line, { ...line, description: 'Mine', unitPrice: 1 }] });
    const [first, second] = quote.items;
    const { id: _, ...taken } = first;
    const { currency: _currency, ...values } = { ...WORK, description: HOSTILE[0] };
    assert.deepEqual(taken, { ...values, catalogueItemId: id, quantity: 2, amount: 18_000 });
    assert.deepEqual([second.description, second.unitPrice, second.taxRate], ['Mine', 1, 19]);
    const template = await post(api, '/templates', { name: 'x', title: 'x', items: [line] });
    assert.equal(template.items[0].unitPrice, 9000);

    await api.patch(`/catalogue-items/${id}`, { unitPrice: 1, archived: true });
    assert.deepEqual((await api.get(`/quotes/${quote.id}`)).body.items, quote.items, 'no quote changes');
    const refused = async (body: object, currency = 'EUR') =>
      errorPaths(await api.post('/quotes', quoteBody({ currency, items: [ITEM, body] })));
    assert.deepEqual(await refused(line), ['/items/1/catalogueItemId'], 'archived');
    const same = await api.patch(`/quotes/${quote.id}`, { items: quote.items });
    assert.deepEqual([same.status, same.body.items], [200, quote.items], 'its references stay valid');
    assert.equal(
      (await api.patch(`/quotes/${quote.id}`, { items: [{ ...first, quantity: 3 }] })).body.items[0].amount,
      27_000,
    );
    const fromTemplate = await post(api, '/quotes', { customerId: 'cus_test', templateId: template.id });
    assert.equal(fromTemplate.items[0].unitPrice, 9000);
    const copy = await post(api, `/quotes/${quote.id}/duplicate`, {});
    assert.equal(copy.items[0].catalogueItemId, id);
    await api.delete(`/catalogue-items/${id}`);
    assert.equal(
      (await api.patch(`/quotes/${quote.id}`, { items: [line] })).status,
      200,
      'also when it is gone',
    );
    assert.deepEqual(await refused(line), ['/items/1/catalogueItemId'], 'deleted');
    const own = ['/items/1/description', '/items/1/unitPrice'];
    assert.deepEqual(await refused({ quantity: 1 }), own);
    assert.deepEqual(await refused({ quantity: 1, catalogueItemId: null }), own);

    const open = await post(api, '/catalogue-items', { ...WORK, sku: null });
    const priced = { catalogueItemId: open.id, quantity: 1 };
    assert.deepEqual(await refused(priced, 'CHF'), ['/items/1/catalogueItemId'], 'of another currency');
    const other = await service().newAccount();
    const theirs = await other.post('/quotes', quoteBody({ items: [{ ...ITEM, ...priced }] }));
    assert.deepEqual(errorPaths(theirs), ['/items/0/catalogueItemId'], "another account's");
    assert.deepEqual(await refused({ catalogueItemId: open.id }), ['/items/1/quantity']);
    assert.deepEqual(await refused({ quantity: 1, catalogueItemId: 7 }), ['/items/1/catalogueItemId']);
  });
});
