import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote, errorPaths, ITEM, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import type { Json } from '../support/service/client.ts';
import { describeWithDocuments } from '../support/service/service.ts';

const line = (description: string, unitPrice: number, more: object = {}) => ({
  ...{ description, quantity: 1, unitPrice },
  ...more,
});

/** Picks the optional fields of each item. */
const pickOptionalFields = (items: Json[]) =>
  items.map(({ id, description, quantity, unitPrice, taxRate, amount, ...more }) => more);

describeWithDocuments((service) => {
  test('an item may have its own unit, sku and discount', async () => {
    const api = await service().newAccount();
    const items = [
      line('Boards', 333, { quantity: 2.5, unit: 'm²', sku: 'B-17', taxRate: 19 }),
      line('Work', 1005, { discountType: 'percentage', discountValue: 10, taxRate: 7 }),
      line('Gift', 300, { discountType: 'fixed', discountValue: 500 }),
      line('Nothing off', 300, { discountType: 'fixed', discountValue: 0 }),
    ];
    const quote = await createQuote(api, { items });
    assert.deepEqual(pickOptionalFields(quote.items), [
      { unit: 'm²', sku: 'B-17' },
      { discountType: 'percentage', discountValue: 10, discountAmount: 101 },
      { discountType: 'fixed', discountValue: 500, discountAmount: 300 },
      { discountType: 'fixed', discountValue: 0, discountAmount: 0 },
    ]);
    assert.deepEqual(
      quote.items.map((item: Json) => item.amount),
      [833, 904, 0, 300],
    );
    assert.deepEqual([quote.subtotal, quote.taxAmount, quote.total], [2037, 221, 2258]);
    assert.deepEqual(quote.taxes, [
      { rate: 0, net: 300, tax: 0 },
      { rate: 7, net: 904, tax: 63 },
      { rate: 19, net: 833, tax: 158 },
    ]);
  });

  test('blank fields of an item are not returned', async () => {
    const api = await service().newAccount();
    const silent = { unit: '', sku: ' ', section: null, optional: false, choice: '', selected: true };
    const none = { discountType: null, discountValue: null, quantityRange: null, id: null };
    const quote = await createQuote(api, { items: [{ ...ITEM, ...silent, ...none }] });
    assert.deepEqual(Object.keys(quote.items[0]), [
      ...['id', 'description', 'quantity', 'unitPrice', 'taxRate', 'amount'],
    ]);
    assert.deepEqual(quote.sections, []);
  });

  test('adjacent items of the same section form a group with a subtotal', async () => {
    const api = await service().newAccount();
    const items = [
      line('a', 100, { section: 'Roof' }),
      line('b', 200, { section: 'Roof', optional: true }),
      line('c', 50),
      line('d', 10, { section: 'Roof' }),
      line('e', 5, { section: 'Walls', optional: true, selected: true }),
      line('f', 7, { section: 'Garden', optional: true }),
    ];
    const quote = await createQuote(api, { items });
    assert.deepEqual(quote.sections, [
      { name: 'Roof', subtotal: 100 },
      { name: 'Roof', subtotal: 10 },
      { name: 'Walls', subtotal: 5 },
      { name: 'Garden', subtotal: 0 },
    ]);
    assert.equal(quote.subtotal, 165);
  });

  test('only selected items count in the subtotal, the discount and the tax', async () => {
    const api = await service().newAccount();
    const items = [
      line('Base', 1000, { taxRate: 19 }),
      line('Extra', 500, { taxRate: 7, optional: true }),
      line('Taken', 300, { taxRate: 7, optional: true, selected: true }),
      line('A', 200, { choice: 'colour' }),
      line('B', 400, { choice: 'colour' }),
      line('C', 10, { choice: 'size' }),
      line('D', 20, { choice: 'size', selected: true }),
      line('E', 1, { choice: 'extra', optional: true }),
      line('F', 2, { choice: 'extra', optional: true }),
    ];
    const quote = await createQuote(api, { items, discountType: 'percentage', discountValue: 10 });
    assert.deepEqual(pickOptionalFields(quote.items), [
      {},
      { optional: true, selected: false },
      { optional: true, selected: true },
      { choice: 'colour', selected: true },
      { choice: 'colour', selected: false },
      { choice: 'size', selected: false },
      { choice: 'size', selected: true },
      { optional: true, choice: 'extra', selected: false },
      { optional: true, choice: 'extra', selected: false },
    ]);
    assert.deepEqual([quote.subtotal, quote.discountAmount, quote.total], [1520, 152, 1368 + 171 + 19]);
    assert.deepEqual(quote.taxes, [
      { rate: 0, net: 198, tax: 0 },
      { rate: 7, net: 270, tax: 19 },
      { rate: 19, net: 900, tax: 171 },
    ]);
    const again = await api.patch(`/quotes/${quote.id}`, quote);
    assert.deepEqual([again.status, again.body], [200, quote]);
  });

  test('contradictions and invalid values return 400 with all errors at their paths', async () => {
    const api = await service().newAccount();
    const range = (min: unknown, max: unknown, step?: unknown) => ({ quantityRange: { min, max, step } });
    const items = [
      line('required', 1, { selected: false }),
      line('two', 1, { choice: 'x', selected: true }),
      line('two', 1, { choice: 'x', selected: true }),
      line('mixed', 1, { choice: 'y' }),
      line('mixed', 1, { choice: 'y', optional: true }),
      line('none', 1, { choice: 'z', selected: false }),
      line('none', 1, { choice: 'z', selected: false }),
      line('low', 1, range(2, 5)),
      line('off the step', 1, { quantity: 4, ...range(2, 8, 3) }),
      line('upside down', 1, range(5, 2)),
      line('type alone', 1, { discountType: 'fixed' }),
      line('value alone', 1, { discountValue: 1 }),
      line('too much', 1, { discountType: 'percentage', discountValue: 101 }),
      line('same', 1, { id: 'itm_x' }),
      line('same', 1, { id: 'itm_x' }),
    ];
    const wrong = await api.post('/quotes', quoteBody({ items, discountType: 'fixed' }));
    assert.deepEqual(errorPaths(wrong), [
      '/discountValue',
      '/items/0/selected',
      '/items/10/discountValue',
      '/items/11/discountType',
      '/items/12/discountValue',
      '/items/14/id',
      '/items/2/selected',
      '/items/4/optional',
      '/items/5/selected',
      '/items/7/quantity',
      '/items/8/quantity',
      '/items/9/quantityRange/max',
    ]);
    const fields = [
      line('u', 1, { unit: 'u'.repeat(21), sku: 's'.repeat(65), section: 's'.repeat(201) }),
      line('c', 1, { choice: 'c'.repeat(101), optional: 'yes', selected: 1, id: 5 }),
      line('r', 1, range(0, 1.00001, 0)),
      line('d', 1, { discountType: 'half', discountValue: 1.5, units: 'h' }),
      line('n', 1, { quantityRange: { min: 1 } }),
    ];
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items: fields }))), [
      ...['/items/0/section', '/items/0/sku', '/items/0/unit'],
      ...['/items/1/choice', '/items/1/id', '/items/1/optional', '/items/1/selected'],
      ...['/items/2/quantityRange/max', '/items/2/quantityRange/min', '/items/2/quantityRange/step'],
      ...['/items/3/discountType', '/items/3/discountValue', '/items/3/units', '/items/4/quantityRange/max'],
    ]);
    assert.equal((await api.get('/quotes')).body.pagination.total, 0);
  });

  test('the most expensive selection must fit into a number', async () => {
    const api = await service().newAccount();
    const dear = { quantity: 5000, unitPrice: 1_000_000_000_000 };
    const create = (items: object[]) => api.post('/quotes', quoteBody({ items }));
    const a = line('A', 0, { ...dear, choice: 'x' });
    assert.equal((await create([a, a])).status, 201, 'one of the two');
    assert.deepEqual(errorPaths(await create([a, line('O', 0, { ...dear, optional: true })])), ['/items']);
    const wide = { ...dear, quantity: 1, quantityRange: { min: 1, max: 9008 } };
    assert.deepEqual(errorPaths(await create([ITEM, line('R', 0, wide)])), ['/items/1']);
    const taxed = [a, line('B', 0, { quantity: 4900, unitPrice: dear.unitPrice, choice: 'x', taxRate: 90 })];
    assert.deepEqual(errorPaths(await create(taxed)), ['/items']);
    const off = { discountType: 'percentage', discountValue: 100 };
    assert.deepEqual(errorPaths(await create([line('G', 0, { ...dear, quantity: 9008, ...off })])), [
      '/items/0',
    ]);
  });

  test('an item keeps its id through edits; a removed id is never reused', async () => {
    const api = await service().newAccount();
    const { id, items } = await createQuote(api, { items: [line('a', 1), line('b', 2), line('c', 3)] });
    const [a, b, c] = items;
    const seen = new Set([a.id, b.id, c.id]);
    assert.ok(seen.size === 3 && items.every((item: Json) => /^itm_[0-9a-z]{18}$/.test(item.id)));
    const patch = async (lines: object[]) => (await api.patch(`/quotes/${id}`, { items: lines })).body;
    const moved = await patch([c, { ...a, unitPrice: 9 }, line('b', 2), line('d', 4, { id: 'itm_unknown' })]);
    assert.deepEqual(
      moved.items.slice(0, 2).map((item: Json) => [item.id, item.amount]),
      [
        [c.id, 3],
        [a.id, 9],
      ],
    );
    const fresh: string[] = moved.items.slice(2).map((item: Json) => item.id);
    assert.ok(fresh.every((each) => !seen.has(each) && each !== 'itm_unknown'));
    for (const each of fresh) seen.add(each);
    await patch([a]);
    for (let times = 0; times < 3; times++) {
      const { items: next } = await patch([a, line(`x${times}`, 1)]);
      assert.equal(next[0].id, a.id);
      assert.ok(!seen.has(next[1].id));
      seen.add(next[1].id);
    }
    const before = (await api.get(`/quotes/${id}`)).body;
    const same = before.items.map(({ id: _, ...item }: Json) => item);
    assert.deepEqual(await patch(same), before, 'the same items without ids are no change');
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${id}`, { items: [a, a] })), ['/items/1/id']);
  });

  test('selected and quantity changed through items are an edit', async () => {
    const api = await service().newAccount();
    const offer = [line('a', 100), line('b', 50, { optional: true })];
    const sent = await sentQuote(api, { items: offer });
    const [a, b] = sent.items;
    const edited = await api.patch(`/quotes/${sent.id}`, { items: [a, { ...b, selected: true }] });
    assert.deepEqual([edited.body.revision, edited.body.total], [2, 150]);
    const again = await api.patch(`/quotes/${sent.id}`, { items: [{ ...a, quantity: 2 }, b] });
    assert.deepEqual([again.body.revision, again.body.total], [3, 200]);
  });

  test('a selection agreed on by phone is accepted and stored, and is not an edit', async () => {
    const api = await service().newAccount();
    const items = [
      line('Base', 1000, { taxRate: 19, quantityRange: { min: 1, max: 5, step: 0.5 } }),
      line('Extra', 500, { optional: true }),
      line('A', 200, { choice: 'c' }),
      line('B', 400, { choice: 'c' }),
    ];
    const sent = await sentQuote(api, { items });
    const [base, extra, a, b] = sent.items;
    const selection = [
      { id: base.id, quantity: 2.5 },
      { id: extra.id, selected: true },
      { id: a.id, selected: false },
      { id: b.id, selected: true, quantity: 1 },
    ];
    const path = `/quotes/${sent.id}`;
    assert.deepEqual(errorPaths(await api.patch(path, { selection })), ['/selection']);
    assert.deepEqual(errorPaths(await api.patch(path, { selection, status: 'DECLINED' })), ['/selection']);
    const wrong = [
      { id: 'itm_no' },
      { id: base.id, quantity: 2.25 },
      { id: base.id },
      { id: extra.id, quantity: 2 },
      { id: b.id, selected: true, more: 1 },
    ];
    const refused = (choices: object[]) => api.patch(path, { status: 'ACCEPTED', selection: choices });
    assert.deepEqual(errorPaths(await refused(wrong)), [
      ...['/selection/0/id', '/selection/1/quantity', '/selection/2/id', '/selection/3/quantity'],
      '/selection/4/more',
    ]);
    assert.deepEqual(errorPaths(await refused([{ id: b.id, selected: true }])), ['/selection/0/selected']);
    assert.deepEqual(errorPaths(await refused([{ id: base.id, selected: false }])), [
      '/selection/0/selected',
    ]);
    assert.deepEqual(errorPaths(await refused([{ id: a.id, selected: false }])), ['/selection/0/selected']);
    assert.equal((await api.get(path)).body.status, 'SENT');

    const { status, body } = await api.patch(path, { status: 'ACCEPTED', selection });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.revision, body.subtotal, body.taxAmount, body.total],
      ['ACCEPTED', 1, 3400, 475, 3875],
    );
    assert.deepEqual(
      body.items.map((item: Json) => [item.quantity, item.selected]),
      [
        [2.5, undefined],
        [1, true],
        [1, false],
        [1, true],
      ],
    );
    const { body: record } = await api.get(`${path}/acceptance`);
    assert.deepEqual(record.selection, [
      { id: base.id, selected: true, quantity: 2.5 },
      { id: extra.id, selected: true, quantity: 1 },
      { id: a.id, selected: false, quantity: 1 },
      { id: b.id, selected: true, quantity: 1 },
    ]);
    assert.deepEqual([record.total, record.offerSha256, record.by], [3875, null, 'owner']);
    assert.match(record.documentSha256, /^[0-9a-f]{64}$/);
    const repeated = await api.patch(path, { status: 'ACCEPTED', selection });
    assert.equal(repeated.body.updatedAt, body.updatedAt);
    const title = 'As agreed on the phone';
    const edited = await api.patch(path, { status: 'ACCEPTED', title });
    assert.deepEqual([edited.body.status, edited.body.revision], ['DRAFT', 2], 'sent back with an edit');
    await api.patch(path, { status: 'ACCEPTED' });
    const anew = await api.patch(path, { status: 'ACCEPTED', selection, title: 'Another text' });
    assert.deepEqual(
      [anew.body.status, anew.body.revision],
      ['ACCEPTED', 3],
      'an answer to what it says now',
    );
    assert.equal((await api.get(`${path}/acceptance`)).body.revision, 3);

    const invoice = (await api.post(`${path}/convert-to-invoice`)).body;
    assert.deepEqual(
      invoice.items.map((item: Json) => [item.id, item.quantity, item.amount]),
      [
        [base.id, 2.5, 2500],
        [extra.id, 1, 500],
        [b.id, 1, 400],
      ],
    );
    assert.deepEqual(pickOptionalFields(invoice.items), [{}, {}, {}]);
    assert.deepEqual([invoice.total, invoice.taxes], [3875, body.taxes]);
  });

  test('a quote without selected items cannot be accepted or invoiced', async () => {
    const api = await service().newAccount();
    const { id, items } = await createQuote(api, { items: [line('a', 100, { optional: true })] });
    const path = `/quotes/${id}`;
    assert.deepEqual(errorPaths(await api.patch(path, { status: 'ACCEPTED' })), ['/status']);
    assert.deepEqual(errorPaths(await api.patch(path, { status: 'ACCEPTED', selection: [] })), [
      '/selection',
    ]);
    const refused = await api.post(`${path}/convert-to-invoice`, { dueDate: 'never' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'nothing_selected']);
    assert.equal((await api.patch(path, { status: 'DECLINED' })).status, 200);
    const selection = [{ id: items[0].id, selected: true }];
    assert.equal((await api.patch(path, { status: 'ACCEPTED', selection })).body.total, 100);
    assert.equal((await api.post(`${path}/convert-to-invoice`)).status, 201);
  });

  test('a preview computes and renders an unsaved quote, with any key and without a customer', async () => {
    const api = await service().newAccount();
    const reader = service().client((await service().newKey(api.accountId, 'read')).secret);
    const items = [line('Base', 1000, { taxRate: 19, section: 'S' }), line('Extra', 500, { optional: true })];
    const body = { title: 'Only a look', items, discountType: 'percentage', discountValue: 10 };
    const { status, body: numbers } = await reader.post('/quotes/preview', body);
    assert.equal(status, 200);
    const { customerId: _, ...created } = await createQuote(api, body);
    for (const [name, value] of Object.entries(numbers)) {
      if (name !== 'items') assert.deepEqual(value, created[name], name);
    }
    assert.deepEqual(
      numbers.items.map(({ id, ...item }: Json) => item),
      created.items.map(({ id, ...item }: Json) => item),
    );
    const pdf = await fetch(`${service().url}/api/v1/quotes/preview`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${api.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/pdf',
      },
      body: JSON.stringify({ ...body, customerId: 'cus_test' }),
    });
    assert.equal(pdf.headers.get('Content-Type'), 'application/pdf');
    const words = await wordsOf(new Uint8Array(await pdf.arrayBuffer()));
    for (const text of ['Onlyalook', 'Draft', 'Harbour']) assert.ok(words.includes(text), text);
    assert.equal((await api.get('/quotes')).body.pagination.total, 1);
    const documents = await service().db.read.all(
      'SELECT sha256 FROM documents WHERE account_id = ?',
      api.accountId,
    );
    assert.deepEqual(documents, []);
    assert.deepEqual(errorPaths(await reader.post('/quotes/preview', { items: [] })), ['/items', '/title']);
    const unknown = await reader.post('/quotes/preview', { ...body, customerId: 'nobody' });
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'customer_unknown']);
  });
});
