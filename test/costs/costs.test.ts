import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { showListedCosts } from '../../src/actions/quotes/costs/show-costs.ts';
import { type Client, createClient } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

describeService((service) => {
  let plain: Client & { accountId: string; customerId: string };
  let seeing: Client;

  before(async () => {
    plain = await service().newAccount();
    const { secret } = await service().newKey(plain.accountId, 'read,write', { seesCosts: true });
    seeing = createClient({ url: service().url, key: secret, contract: service().contract });
  });

  const quoteWith = (items: object[], more = {}) => ({
    customerId: plain.customerId,
    title: 'Costs',
    items,
    ...more,
  });
  const line = (more = {}) => ({ description: 'Desk', quantity: 2, unitPrice: 10_000, taxRate: 19, ...more });

  test('costs are shown to callers with the right, with margins, and to nobody else', async () => {
    const items = [line({ cost: 6000 }), line({ optional: true, cost: 100 })];
    const created = await seeing.post(
      '/quotes',
      quoteWith(items, { discountType: 'percentage', discountValue: 10 }),
    );
    assert.equal(created.status, 201);
    const { id } = created.body;
    const shown = (body: Record<string, unknown>) => [body.cost, body.margin, body.marginPercent];
    assert.deepEqual(shown(created.body), [12_000, 6000, 33.33]);
    assert.deepEqual(created.body.items.map(shown), [
      [6000, 6000, undefined],
      [100, undefined, undefined],
    ]);
    assert.deepEqual((await seeing.get(`/quotes/${id}`)).body, created.body);
    const listed = (await seeing.get('/quotes?limit=1')).body.data[0];
    assert.deepEqual(shown(listed), shown(created.body));

    const blind = (await plain.get(`/quotes/${id}`)).body;
    assert.deepEqual([...shown(blind), blind.items[0].cost], [undefined, undefined, undefined, undefined]);
    const refused = await plain.post('/quotes', quoteWith([line({ cost: 1 })]));
    assert.equal(refused.status, 403);
    assert.match(refused.body.detail, /seesCosts/);
    assert.equal((await plain.patch(`/quotes/${id}`, { items: [line({ cost: null })] })).status, 403);
    assert.equal((await seeing.post('/quotes', quoteWith([line({ cost: -1 })]))).status, 400);
  });

  test('costs are added to lists one by one, and other requests run in between', async () => {
    const account = await service().newAccount();
    const { secret } = await service().newKey(account.accountId, 'read,write', { seesCosts: true });
    const reader = createClient({ url: service().url, key: secret, contract: service().contract });
    const many = Array.from({ length: 700 }, (_, index) =>
      line({ description: `},{"id":"quo_${index}`, cost: 1 }),
    );
    const create = async (items: object[]) =>
      (await reader.post('/quotes', { customerId: account.customerId, title: 'Costs', items })).body;
    const created = [];
    for (const items of [many, [line()], many, [line({ cost: 0 })], many, many, many])
      created.push(await create(items));
    const { body } = await reader.get('/quotes?sort=createdAt');
    const listed = body.data.map((quote: object) => ({ ...quote, publicUrl: null }));
    assert.deepEqual(listed, created);
    assert.deepEqual([body.data[1].cost, body.data[3].cost], [null, 0]);
    const { body: summaries } = await reader.get('/quotes?sort=createdAt&fields=summary');
    assert.equal(summaries.data[0].cost, undefined);
    for (const path of ['/templates', '/catalogue-items']) {
      const made = [];
      for (const more of [{ cost: 5 }, {}, { cost: 7 }]) {
        const { quantity: _, ...item } = line(more);
        const content = path === '/templates' ? { name: 'T', items: [line(), line(more)] } : item;
        made.push((await reader.post(path, content)).body);
      }
      const { data } = (await reader.get(path)).body;
      const sorted = (list: { id: string }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(sorted(data), sorted(made), path);
    }

    const entries = created.map((quote) => ({ id: quote.id, doc: JSON.stringify(quote) }));
    let turns = -1;
    const count = () => turns++ < 10 && setImmediate(count);
    count();
    await showListedCosts(service(), account.accountId, 'quote', entries);
    assert.ok(turns >= 3, `${turns} turns`);
  });

  test('a cost that is left out stays, null removes it, and a change of costs alone is no edit', async () => {
    const { id } = (await seeing.post('/quotes', quoteWith([line({ cost: 6000 }), line()]))).body;
    const read = await plain.get(`/quotes/${id}`);
    const [first, second] = read.body.items;
    const priced = { ...first, unitPrice: 12_000 };
    const edited = await plain.patch(`/quotes/${id}`, { items: [second, priced] });
    assert.equal(edited.status, 200);
    assert.equal((await seeing.get(`/quotes/${id}`)).body.items[1].cost, 6000);

    const before = await plain.get(`/quotes/${id}`);
    const items = [{ ...second, cost: 2000 }, priced];
    const costed = await seeing.patch(`/quotes/${id}`, { items });
    assert.equal(costed.body.cost, 16_000);
    const after = await plain.get(`/quotes/${id}`);
    assert.notEqual(after.headers.get('ETag'), before.headers.get('ETag'));
    assert.equal(after.body.revision, before.body.revision);
    const again = await seeing.patch(`/quotes/${id}`, (await seeing.get(`/quotes/${id}`)).body);
    assert.equal(again.headers.get('ETag'), after.headers.get('ETag'), 'what was read changes nothing');
    const history = (await plain.get(`/quotes/${id}/events`)).body.data;
    assert.deepEqual(history.at(-1).data.fields, ['costs']);
    const removed = await seeing.patch(`/quotes/${id}`, { items: [{ ...second, cost: null }, priced] });
    assert.deepEqual([removed.body.cost, removed.body.items[0].cost], [null, undefined]);
    assert.equal((await plain.delete(`/quotes/${id}`)).status, 204);
  });

  test('catalogue, templates and duplicates pass costs on, also for callers who do not see them', async () => {
    const item = (
      await seeing.post('/catalogue-items', { description: 'Chair', unitPrice: 5000, cost: 3000 })
    ).body;
    assert.equal(item.cost, 3000);
    assert.equal((await plain.get(`/catalogue-items/${item.id}`)).body.cost, undefined);
    assert.equal((await plain.patch(`/catalogue-items/${item.id}`, { cost: 1 })).status, 403);
    const named = { catalogueItemId: item.id, quantity: 1 };
    const { id } = (await plain.post('/quotes', quoteWith([named, { ...named, unitPrice: 4000 }]))).body;
    const costsOf = async (quoteId: string) =>
      (await seeing.get(`/quotes/${quoteId}`)).body.items.map(({ cost }: { cost?: number }) => cost);
    assert.deepEqual(await costsOf(id), [3000, 3000]);
    const changed = await seeing.patch(`/catalogue-items/${item.id}`, { cost: 3500 });
    assert.equal(changed.body.cost, 3500);
    assert.notEqual(changed.headers.get('ETag'), '"1"');
    const { items } = (await plain.get(`/quotes/${id}`)).body;
    await plain.patch(`/quotes/${id}`, { items: [{ id: items[0].id, ...named, quantity: 3 }, items[1]] });
    assert.deepEqual(await costsOf(id), [3000, 3000]);
    assert.deepEqual(await costsOf((await plain.post(`/quotes/${id}/duplicate`, {})).body.id), [3000, 3000]);

    const template = (
      await seeing.post('/templates', { name: 'Desks', items: [line({ cost: 700 }), line()] })
    ).body;
    assert.deepEqual([template.items[0].cost, template.items[1].cost], [700, undefined]);
    const blind = (await plain.get(`/templates/${template.id}`)).body;
    assert.equal(blind.items[0].cost, undefined);
    await plain.patch(`/templates/${template.id}`, { items: [{ ...blind.items[0], quantity: 9 }] });
    assert.equal((await seeing.get(`/templates/${template.id}`)).body.items[0].cost, 700);
    const made = await plain.post('/quotes', {
      customerId: plain.customerId,
      title: 'T',
      templateId: template.id,
    });
    assert.deepEqual(await costsOf(made.body.id), [700]);
    const preview = { title: 'T', templateId: template.id };
    assert.equal((await seeing.post('/quotes/preview', preview)).body.cost, 6300);
    assert.equal((await plain.post('/quotes/preview', preview)).body.cost, undefined);
  });

  test('without the right, no cost of a known item is replaced by that of another catalogue item', async () => {
    const create = async (description: string, cost: number) =>
      (await seeing.post('/catalogue-items', { description, unitPrice: 5000, cost })).body.id;
    const [dear, cheap] = [await create('Dear', 4900), await create('Cheap', 1)];
    const items = [{ quantity: 1, catalogueItemId: dear }, line({ quantity: 1 })];
    const { id, items: stored } = (await plain.post('/quotes', quoteWith(items))).body;
    const { catalogueItemId: _dear, ...unnamed } = stored[0];
    const costsAfter = async (caller: Client, first: object, second: object = stored[1]) => {
      const { status, text } = await caller.patch(`/quotes/${id}`, { items: [first, second] });
      assert.equal(status, 200, text);
      const { items: read } = (await seeing.get(`/quotes/${id}`)).body;
      return read.map(({ cost }: { cost?: number }) => cost);
    };
    const named = { id: stored[0].id, quantity: 1, catalogueItemId: cheap };
    assert.deepEqual(await costsAfter(plain, named), [4900, undefined]);
    assert.deepEqual(await costsAfter(plain, unnamed), [4900, undefined]);
    assert.deepEqual(await costsAfter(plain, { ...stored[0], catalogueItemId: cheap }), [4900, undefined]);
    const second = { ...stored[1], catalogueItemId: cheap };
    assert.deepEqual(await costsAfter(plain, unnamed, second), [4900, 1], 'one without a cost gets one');
    assert.deepEqual(await costsAfter(seeing, named), [1, 1], 'with the right, the catalogue counts');
    assert.deepEqual(await costsAfter(seeing, { ...named, catalogueItemId: dear, cost: 7 }), [7, 1]);
  });

  test('the price that the catalogue had is kept with an item that is priced below it', async () => {
    const item = (await plain.post('/catalogue-items', { description: 'Lamp', unitPrice: 5000 })).body;
    const named = { catalogueItemId: item.id, quantity: 1 };
    const { id, items } = (await plain.post('/quotes', quoteWith([named, { ...named, unitPrice: 4000 }])))
      .body;
    const kept = async () => {
      const { findItemFigures } = await import('../../src/store/tables/quote/item-costs.ts');
      return (await findItemFigures(service().db.read, plain.accountId, id)).listPrices;
    };
    assert.deepEqual(await kept(), { [items[1].id]: 5000 });
    await plain.patch(`/catalogue-items/${item.id}`, { unitPrice: 4000 });
    await plain.patch(`/quotes/${id}`, { items: [items[0], { ...items[1], quantity: 2 }] });
    assert.deepEqual(await kept(), { [items[1].id]: 5000 });
    await plain.patch(`/quotes/${id}`, {
      items: [
        { ...items[0], unitPrice: 3900 },
        { ...items[1], unitPrice: 4000.0 },
      ],
    });
    assert.deepEqual(await kept(), { [items[0].id]: 4000, [items[1].id]: 5000 });
  });

  test('a repeated request returns costs to those who may see them, and keeps none', async () => {
    const body = quoteWith([line({ cost: 6172 })]);
    const options = { headers: { 'Idempotency-Key': 'costs-1' } };
    const first = await seeing.post('/quotes', body, options);
    const again = await seeing.post('/quotes', body, options);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.body.cost, 12_344);
    const rows = await service().db.read.all<object>('SELECT * FROM idempotency');
    assert.doesNotMatch(JSON.stringify(rows), /6172|12344/);
  });

  test('quotes are sorted by margin, exported and counted with it, for those who may see it', async () => {
    const own = await service().newAccount();
    const { secret } = await service().newKey(own.accountId, 'read,write', { seesCosts: true });
    const sees = createClient({ url: service().url, key: secret, contract: service().contract });
    const create = async (title: string, items: object[]) =>
      (await sees.post('/quotes', { customerId: own.customerId, title, items })).body.id;
    const low = await create('Low', [line({ cost: 9000 })]);
    const high = await create('High', [line({ cost: 1000 })]);
    await create('Unknown', [line()]);
    const choice = await create('Choice', [line({ cost: 5000 }), line({ optional: true, cost: 20_000 })]);
    const titles = async (query: string) =>
      (await sees.get(`/quotes?${query}`)).body.data.map(({ title }: { title: string }) => title);
    assert.deepEqual(await titles('sort=-margin'), ['High', 'Choice', 'Low', 'Unknown']);
    assert.deepEqual(await titles('sort=margin&status=DRAFT'), ['Unknown', 'Low', 'Choice', 'High']);
    const [optional] = (await sees.get(`/quotes/${choice}`)).body.items.slice(1);
    const selection = [{ id: optional.id, selected: true }];
    await own.patch(`/quotes/${choice}`, { status: 'ACCEPTED', selection });
    assert.deepEqual(await titles('sort=-margin'), ['High', 'Low', 'Choice', 'Unknown']);
    for (const sort of ['margin', '-margin'])
      assert.equal((await own.get(`/quotes?sort=${sort}`)).status, 403);

    await own.patch(`/quotes/${high}`, { status: 'ACCEPTED' });
    const won = (await sees.get('/statistics')).body.won;
    assert.deepEqual(won.margins, [
      { currency: 'EUR', count: 2, net: 60_000, margin: 60_000 - 2000 - 50_000, marginPercent: 13.33 },
    ]);
    assert.equal((await own.get('/statistics')).body.won.margins, undefined);
    const { items } = (await sees.get(`/quotes/${low}`)).body;
    await sees.patch(`/quotes/${low}`, { items: [{ ...items[0], cost: 9500 }] });
    const csv = { headers: { Accept: 'text/csv' } };
    const [header = '', ...rows] = (await sees.get('/quotes?sort=margin', csv)).text.trim().split('\r\n');
    assert.match(header, /,cost,margin,marginPercent,recurring,contractTotal,answers$/);
    assert.match(rows[2] ?? '', /,190\.00,10\.00,5,,,$/);
    assert.doesNotMatch((await own.get('/quotes', csv)).text, /margin|190\.00/);
  });
});
