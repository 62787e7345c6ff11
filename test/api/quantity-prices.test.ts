import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectHeld, openRuledAccount } from '../support/api/approval.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote, draftInvoice, errorPaths, quoteBody } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

type Step = [from: number, unitPrice: number];
const prices = (kind: string, ...steps: Step[]) => ({
  ...{ kind, steps: steps.map(([from, unitPrice]) => ({ from, unitPrice })) },
});
const STEPS: Step[] = [
  [0, 1000],
  [10, 900],
  [100, 800],
];
const VOLUME = prices('volume', ...STEPS);
const GRADUATED = prices('graduated', ...STEPS);
const seats = (quantity: number, quantityPrices: unknown = VOLUME, more: object = {}) => ({
  ...{ description: 'Seats', quantity, quantityPrices, ...more },
});

describeService((service) => {
  const accept = async (api: Client, { id }: Json, quantity: number): Promise<Json> => {
    const { items } = ok(await api.get(`/quotes/${id}`));
    const selection = [{ id: items[0].id, quantity }];
    return ok(await api.patch(`/quotes/${id}`, { status: 'ACCEPTED', selection }));
  };
  const create = async (api: Client, path: string, body: object): Promise<Json> => {
    const { status, body: made, text } = await api.post(path, body);
    assert.equal(status, 201, text);
    return made;
  };

  test('an item takes the price of its step, and its amount is rounded once', async () => {
    const api = await service().newAccount();
    const read = async (item: object) => {
      const { items, total } = await createQuote(api, { items: [item] });
      return [items[0].unitPrice, items[0].amount, total];
    };
    assert.deepEqual(await read(seats(9)), [1000, 9000, 9000]);
    assert.deepEqual(await read(seats(10)), [900, 9000, 9000]);
    assert.deepEqual(await read(seats(12, GRADUATED)), [900, 11_800, 11_800]);
    assert.deepEqual(await read(seats(10, GRADUATED)), [1000, 10_000, 10_000], 'no part is in the second');
    const halves = prices('graduated', [0, 1], [0.5, 1], [1, 1]);
    assert.deepEqual(await read(seats(1.5, halves)), [1, 2, 2]);
    assert.deepEqual(await read(seats(10, VOLUME, { discountType: 'percentage', discountValue: 15 })), [
      ...[900, 7650, 7650],
    ]);
    assert.deepEqual(await read(seats(12, GRADUATED, { discountType: 'fixed', discountValue: 900 })), [
      ...[900, 10_900, 10_900],
    ]);
    const quote = await createQuote(api, { items: [seats(12, GRADUATED)] });
    assert.deepEqual(quote.items[0].quantityPrices, GRADUATED);
    const plain = await createQuote(api, { items: [seats(1, null, { unitPrice: 5 })] });
    assert.ok(!('quantityPrices' in plain.items[0]));
  });

  test('currencies without and with three decimals, and prices with tax inside', async () => {
    const api = await service().newAccount();
    const totals = async (more: object) => {
      const { subtotal, taxAmount, total } = await createQuote(api, more);
      return [subtotal, taxAmount, total];
    };
    const item = seats(12.5, GRADUATED, { taxRate: 10 });
    for (const currency of ['JPY', 'BHD'])
      assert.deepEqual(await totals({ items: [item], currency }), [12_250, 1225, 13_475]);
    assert.deepEqual(await totals({ items: [item], pricesIncludeTax: true }), [12_250, 1114, 12_250]);
  });

  test('a unit price beside steps is ignored, also if it is no price, and what was read can be sent back', async () => {
    const api = await service().newAccount();
    for (const unitPrice of [1, -1, 'x', null]) {
      const { items } = await createQuote(api, { items: [seats(10, VOLUME, { unitPrice })] });
      assert.equal(items[0].unitPrice, 900, String(unitPrice));
    }
    const quote = await createQuote(api, { items: [seats(10)] });
    const { revision, items } = ok(await api.patch(`/quotes/${quote.id}`, { items: quote.items }));
    assert.deepEqual([revision, items], [1, quote.items]);
    const [item] = quote.items;
    const more = ok(await api.patch(`/quotes/${quote.id}`, { items: [{ ...item, quantity: 100 }] }));
    assert.deepEqual([more.items[0].id, more.items[0].unitPrice, more.total], [item.id, 800, 80_000]);
    const { quantityPrices: _, ...flat } = more.items[0];
    const without = ok(await api.patch(`/quotes/${quote.id}`, { items: [flat] }));
    assert.ok(!('quantityPrices' in without.items[0]));
    assert.equal(without.total, 80_000, 'at the price that was sent');
  });

  test('what contradicts itself is rejected at its place', async () => {
    const api = await service().newAccount();
    const wrong = async (quantityPrices: unknown) =>
      errorPaths(await api.post('/quotes', quoteBody({ items: [seats(1, quantityPrices)] })));
    const at = (place: string) => [`/items/0/quantityPrices${place}`];
    assert.deepEqual(await wrong('volume'), at(''));
    assert.deepEqual(await wrong([]), at(''));
    assert.deepEqual(await wrong({}), [...at('/kind'), ...at('/steps')]);
    assert.deepEqual(await wrong({ ...VOLUME, kind: 'tiered' }), at('/kind'));
    assert.deepEqual(await wrong({ ...VOLUME, unit: 'h' }), at('/unit'));
    assert.deepEqual(await wrong(prices('volume')), at('/steps'));
    const many = Array.from({ length: 21 }, (_, from): Step => [from, 1]);
    assert.deepEqual(await wrong(prices('volume', ...many)), at('/steps'));
    assert.deepEqual(await wrong({ kind: 'volume', steps: [null] }), at('/steps/0'));
    assert.deepEqual(await wrong({ kind: 'volume', steps: [{ from: 0 }] }), at('/steps/0/unitPrice'));
    assert.deepEqual(await wrong({ kind: 'volume', steps: [{ unitPrice: 1 }] }), at('/steps/0/from'));
    assert.deepEqual(await wrong(prices('volume', [1, 5])), at('/steps/0/from'));
    assert.deepEqual(await wrong(prices('volume', [0, 5], [2, 4], [2, 3])), at('/steps/2/from'));
    for (const from of [-1, 0.00001, 1_000_000_001, '2'])
      assert.deepEqual(await wrong(prices('volume', [0, 5], [from as number, 4])), at('/steps/1/from'));
    for (const price of [-1, 1.5, 1_000_000_000_001, '2', null])
      assert.deepEqual(await wrong(prices('volume', [0, price as number])), at('/steps/0/unitPrice'));
    const both = seats(0, prices('volume', [0, 5], [0, 4]));
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items: [both] }))), [
      ...['/items/0/quantity', '/items/0/quantityPrices/steps/1/from'],
    ]);
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items: [seats(1, null)] }))), [
      '/items/0/unitPrice',
    ]);
    const far = seats(1, prices('volume', [0, 1e12], [9009, 0]), { quantityRange: { min: 1, max: 1e6 } });
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items: [far] }))), ['/items/0']);
    const item = { description: 'Seats', quantityPrices: prices('volume', [0, 5], [0, 4]) };
    assert.deepEqual(errorPaths(await api.post('/catalogue-items', item)), ['/quantityPrices/steps/1/from']);
    const template = { name: 'Seats', items: [seats(1, prices('graduated', [3, 5]))] };
    assert.deepEqual(errorPaths(await api.post('/templates', template)), at('/steps/0/from'));
    const stored = await create(api, '/catalogue-items', { ...item, quantityPrices: VOLUME });
    assert.deepEqual(
      errorPaths(await api.patch(`/catalogue-items/${stored.id}`, { quantityPrices: { kind: 'volume' } })),
      ['/quantityPrices/steps'],
    );
  });

  test('a preview, a duplicate and a template have the steps', async () => {
    const api = await service().newAccount();
    const items = [seats(12, GRADUATED, { quantityRange: { min: 1, max: 200 } })];
    const preview = ok(await api.post('/quotes/preview', quoteBody({ items })));
    assert.deepEqual([preview.total, preview.items[0].unitPrice], [11_800, 900]);
    const quote = await createQuote(api, { items });
    const copy = await create(api, `/quotes/${quote.id}/duplicate`, {});
    assert.deepEqual(copy.items[0].quantityPrices, GRADUATED);
    const template = await create(api, '/templates', { name: 'Seats', title: 'Seats', items });
    assert.deepEqual(template.items[0].quantityPrices, GRADUATED);
    const { body: again } = await api.patch(`/templates/${template.id}`, { items: template.items });
    assert.equal(again.updatedAt, template.updatedAt, 'nothing changed');
    const made = await createQuote(api, { templateId: template.id, items: undefined });
    assert.deepEqual([made.items[0].quantityPrices, made.total], [GRADUATED, 11_800]);
  });

  test('an item takes the steps of the catalogue, unless it states a price of its own', async () => {
    const api = await service().newAccount();
    const item = await create(api, '/catalogue-items', {
      ...{
        description: 'Seats',
        sku: 'SEAT',
        quantityPrices: prices('volume', [0, 1200], ...STEPS.slice(1)),
      },
      unitPrice: 7,
    });
    assert.equal(item.unitPrice, 1200, 'of a quantity of 1');
    const line = { catalogueItemId: item.id, quantity: 10 };
    const own = { ...line, quantityPrices: GRADUATED };
    const quote = await createQuote(api, {
      items: [line, { ...line, unitPrice: 850 }, own, { ...line, quantityPrices: null }],
    });
    assert.deepEqual(
      quote.items.map(({ unitPrice, amount }: Json) => [unitPrice, amount]),
      [
        [900, 9000],
        [850, 8500],
        [1000, 10_000],
        [1200, 12_000],
      ],
    );
    assert.deepEqual(
      quote.items.map(({ quantityPrices }: Json) => quantityPrices?.kind),
      ['volume', undefined, 'graduated', undefined],
    );
    const path = `/catalogue-items/${item.id}`;
    assert.equal(ok(await api.patch(path, { unitPrice: 5 })).unitPrice, 1200, 'ignored');
    const changed = ok(await api.patch(path, { quantityPrices: prices('graduated', [0, 500], [0.5, 300]) }));
    assert.equal(changed.unitPrice, 300);
    const kept = ok(await api.patch(`/quotes/${quote.id}`, { items: quote.items }));
    assert.deepEqual(kept.items, quote.items, 'later changes of the catalogue change no quote');
    const flat = ok(await api.patch(path, { quantityPrices: null, unitPrice: 42 }));
    assert.deepEqual([flat.unitPrice, flat.quantityPrices], [42, null]);
    const plain = await create(api, '/catalogue-items', { description: 'Desk', unitPrice: 5 });
    assert.equal(plain.quantityPrices, null);
    assert.deepEqual(errorPaths(await api.post('/catalogue-items', { description: 'Desk' })), ['/unitPrice']);
  });

  test('recurring items have steps in each period', async () => {
    const api = await service().newAccount();
    const recurring = { interval: 'month', periods: 3 };
    const items = [seats(12, GRADUATED, { recurring, quantityRange: { min: 1, max: 200 } })];
    const quote = await createQuote(api, { items });
    assert.deepEqual([quote.recurring[0].total, quote.contractTotal], [11_800, 35_400]);
    const accepted = await accept(api, quote, 110);
    assert.deepEqual([accepted.recurring[0].total, accepted.contractTotal], [99_000, 297_000]);
    const { status, body: first } = await api.post(`/quotes/${quote.id}/convert-to-invoice`);
    assert.deepEqual([status, first.total, first.items[0].quantityPrices], [201, 99_000, GRADUATED]);
    const { nextDate } = ok(await api.get(`/quotes/${quote.id}`)).series[0];
    ok(await api.post('/test-clock', { advanceTo: `${nextDate}T12:00:00Z` }));
    const { data } = ok(await api.get('/invoices?sort=-createdAt'));
    assert.deepEqual([data[0].series.period, data[0].total], [2, 99_000]);
    assert.deepEqual(data[0].items[0].quantityPrices, GRADUATED);
  });

  test('an invoice keeps graduated steps, which its amount needs, and its credit note too', async () => {
    const api = await service().newAccount();
    const draft = await draftInvoice(api, { items: [seats(12, GRADUATED), seats(12)] });
    assert.deepEqual(
      draft.items.map(({ unitPrice, amount, quantityPrices }: Json) => [unitPrice, amount, quantityPrices]),
      [
        [900, 11_800, GRADUATED],
        [900, 10_800, undefined],
      ],
    );
    ok(await api.post(`/invoices/${draft.id}/issue`));
    const part = await create(api, `/invoices/${draft.id}/credit`, { amount: 1000 });
    assert.deepEqual([part.total, part.items[0].quantity], [1000, 1]);
    const other = await draftInvoice(api, { items: [seats(12, GRADUATED)] });
    ok(await api.post(`/invoices/${other.id}/issue`));
    const whole = await create(api, `/invoices/${other.id}/credit`, {});
    assert.deepEqual([whole.total, whole.items[0].quantityPrices], [11_800, GRADUATED]);
  });

  test('a payment schedule fits a total that the steps make', async () => {
    const api = await service().newAccount();
    const stage = (type: string, value?: number) => ({
      label: type,
      type,
      value,
      due: { when: 'acceptance' },
    });
    const fixed = [stage('fixed', 1800), stage('fixed', 10_000)];
    const items = [seats(12, GRADUATED)];
    assert.equal(
      (await createQuote(api, { items, paymentSchedule: fixed })).paymentSchedule[1].amount,
      10_000,
    );
    const open = [seats(12, GRADUATED, { quantityRange: { min: 1, max: 20 } })];
    const refused = await api.post('/quotes', quoteBody({ items: open, paymentSchedule: fixed }));
    assert.deepEqual(errorPaths(refused), ['/paymentSchedule']);
    const halves = [stage('percentage', 50), stage('rest')];
    const quote = await createQuote(api, { items: open, paymentSchedule: halves });
    const accepted = await accept(api, quote, 11);
    assert.deepEqual(
      accepted.paymentSchedule.map(({ amount }: Json) => amount),
      [5450, 5450],
    );
  });

  test('approval looks at both sides of each step', async () => {
    const { api } = await openRuledAccount(service(), { totalFrom: 99_000 });
    const range = (max: number) => ({ quantityRange: { min: 1, max } });
    const offered = (max: number) => createQuote(api, { items: [seats(1, VOLUME, range(max))] });
    // At 110 it is 880.00, at 99 it is 891.00.
    const send = async ({ id }: Json) => api.post(`/quotes/${id}/send`);
    assert.equal((await send(await offered(110))).status, 200);
    assert.equal((await send(await offered(98))).status, 200);
    ok(await api.patch('/account', { approval: { totalFrom: 89_100 } }));
    expectHeld(await send(await offered(110)), ['totalFrom']);
    assert.equal((await send(await offered(98))).status, 200);
  });

  test('approval compares amounts with the steps of the catalogue, now and when the item was written', async () => {
    const { api } = await openRuledAccount(service(), { discountFrom: 50 });
    const item = await create(api, '/catalogue-items', { description: 'Seats', quantityPrices: VOLUME });
    const line = { catalogueItemId: item.id, quantity: 10 };
    const send = async (...items: object[]) => {
      const { id } = await createQuote(api, { items });
      return { id, reply: await api.post(`/quotes/${id}/send`) };
    };
    assert.equal((await send(line)).reply.status, 200);
    assert.equal((await send({ ...line, unitPrice: 900 })).reply.status, 200);
    expectHeld((await send({ ...line, unitPrice: 899 })).reply, ['discountFrom']);
    expectHeld((await send({ ...line, quantity: 9, unitPrice: 900 })).reply, ['discountFrom']);
    const ranged = { ...line, unitPrice: 900, quantityRange: { min: 9, max: 20 } };
    expectHeld((await send(ranged)).reply, ['discountFrom']);
    assert.equal((await send({ ...ranged, quantityRange: { min: 10, max: 99 } })).reply.status, 200);
    const cheaper = prices('volume', [0, 1000], [9, 900]);
    assert.equal((await send({ ...line, quantityPrices: cheaper })).reply.status, 200);
    expectHeld((await send({ ...line, quantity: 9, quantityPrices: cheaper })).reply, ['discountFrom']);
    const held = await send({ ...line, quantity: 9, unitPrice: 900 });
    ok(await api.patch(`/catalogue-items/${item.id}`, { quantityPrices: prices('volume', [0, 1]) }));
    expectHeld(await api.post(`/quotes/${held.id}/send`), ['discountFrom']);
    const { items } = ok(await api.get(`/quotes/${held.id}`));
    ok(await api.patch(`/quotes/${held.id}`, { items: [{ ...items[0], quantity: 10 }] }));
    assert.equal((await api.post(`/quotes/${held.id}/send`)).status, 200, 'not below at 10');
  });

  test('the console writes steps of the catalogue as lines, and names what is wrong', async () => {
    const { accountId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const form = { description: 'Sitze', currency: 'EUR', unitPrice: '', 'quantityPrices.kind': 'graduated' };
    const submit = (steps: string, more: object = {}) =>
      owner.page(
        `/${accountId}/catalogue/new`,
        { ...form, 'quantityPrices.steps': steps, ...more },
        { 'Accept-Language': 'de' },
      );
    const wrong = await submit('0 = 10,00\n5');
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /Eine Stufe je Zeile/);
    assert.match((await submit('', { 'quantityPrices.kind': '' })).text, /id="f-unitPrice-error"/);
    const made = await submit('0 = 10,00\n10\t9,50\n');
    assert.equal(made.status, 303, made.text);
    const place = made.location?.split('?')[0] ?? '';
    const page = await owner.page(place, undefined, { 'Accept-Language': 'de' });
    for (const text of ['Jeder Teil zu seinem Preis', 'bis 10', 'über 10', '9,50'])
      assert.ok(page.text.includes(text), text);
    const edit = await owner.page(`${place}/edit`, undefined, { 'Accept-Language': 'de' });
    assert.match(edit.text, /0 = 10,00\n10 = 9,50<\/textarea>/);
  });
});
