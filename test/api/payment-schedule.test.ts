import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, quoteBody, sentQuote } from '../support/api/quotes.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const due = { when: 'acceptance' };
const percentage = (value: number, more: object = {}) => ({
  ...{ label: `${value} %`, type: 'percentage', value, due },
  ...more,
});
const fixed = (value: number, more: object = {}) => ({
  ...{ label: `${value}`, type: 'fixed', value, due },
  ...more,
});
const REST = { label: 'On delivery', type: 'rest', due: { when: 'completion' } };

/** 119.00 + 53.50 = 172.50 */
const ITEMS = [
  { description: 'Work', quantity: 1, unitPrice: 10_000, taxRate: 19 },
  { description: 'Books', quantity: 1, unitPrice: 5_000, taxRate: 7 },
];

async function acceptedQuote(api: Client, paymentSchedule: object[], more: object = {}): Promise<Json> {
  const { id } = await createQuote(api, { items: ITEMS, paymentSchedule, ...more });
  const { status, body, text } = await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
  assert.equal(status, 200, text);
  return body;
}

const convert = (api: Client, { id }: Json, body?: object, headers: Record<string, string> = {}) =>
  api.post(`/quotes/${id}/convert-to-invoice`, body, { headers });

function refused(reply: Reply, code: string, more: object = {}): void {
  assert.deepEqual([reply.status, reply.body.code], [409, code], reply.text);
  for (const [name, value] of Object.entries(more)) assert.deepEqual(reply.body[name], value, name);
}

/** The items of a tax rate, as the invoice of a stage names them. */
function namesAt({ items }: Json, rate: number): string {
  return items
    .filter(({ taxRate }: Json) => taxRate === rate)
    .map(({ description }: Json) => description)
    .join(', ');
}

describeService((service, isFirstEngine) => {
  test('stages are invoiced in any order, each with its items, sums and earlier invoices', async () => {
    const api = await service().newAccount();
    const quote = await acceptedQuote(api, [percentage(33.33, { label: 'Deposit' }), fixed(4_000), REST]);
    const [, second, last] = quote.paymentSchedule;
    const first = (await convert(api, quote, { stage: 1 })).body;
    assert.deepEqual(first.stage, { index: 1, label: '4000' });
    assert.deepEqual(first.previousInvoices, []);
    assert.equal(first.total, second.amount);
    assert.deepEqual([first.subtotal + first.taxAmount, first.discountAmount], [first.total, 0]);
    assert.deepEqual(
      first.items.map(({ id: _, ...item }: Json) => item),
      first.taxes.map(({ rate, net }: Json) => ({
        description: `4000 – ${quote.number}\n${quote.title}: ${namesAt(quote, rate)}`,
        ...{ quantity: 1, unitPrice: net, taxRate: rate, amount: net },
      })),
    );
    const listed = ({ id, number, stage, total }: Json) => ({ id, number, stage, total });
    assert.deepEqual(first.quote.invoices, [listed(first)]);
    assert.deepEqual(
      [first.quote.status, first.quote.invoiceId, first.quote.convertedAt],
      ['ACCEPTED', null, null],
    );

    const deposit = (await convert(api, quote, { stage: 0 })).body;
    const earlier = (invoice: Json) => ({
      ...listed(invoice),
      ...{ issueDate: invoice.issueDate, taxes: invoice.taxes },
    });
    assert.deepEqual(deposit.previousInvoices, [earlier(first)]);
    const rest = (await convert(api, quote)).body;
    assert.equal(rest.stage, null);
    assert.equal(rest.total, last.amount);
    assert.match(rest.items[0].description, /^On delivery – Q-/, 'the only stage left');
    assert.deepEqual(rest.previousInvoices, [earlier(first), earlier(deposit)]);
    assert.deepEqual(
      [rest.quote.status, rest.quote.invoiceId, rest.quote.invoices],
      ['CONVERTED', rest.id, [listed(first), listed(deposit), listed(rest)]],
    );
    const { quote: _, ...answered } = rest;
    assert.deepEqual((await api.get(`/invoices/${rest.id}`)).body, answered);
    assert.equal(answered.publicUrl, null, 'a new invoice has no link');
    const { body: found } = await api.get(`/invoices?quoteId=${quote.id}`);
    assert.equal(found.pagination.total, 3);
    const { body: events } = await api.get(`/quotes/${quote.id}/events`);
    assert.deepEqual(
      events.data.slice(-3).map(({ type, data }: Json) => [type, data.invoiceId, data.stage]),
      [
        ['invoiced', first.id, 1],
        ['invoiced', deposit.id, 0],
        ['converted', rest.id, undefined],
      ],
    );
    for (const body of [{ stage: 0 }, { stage: 99 }, {}]) {
      refused(await convert(api, quote, body), 'quote_converted', { invoiceId: rest.id });
    }
  });

  test('after a stage is invoiced the agreed content is locked; notes and the customer page are not', async () => {
    const api = await service().newAccount();
    const sent = await sentQuote(api, { items: ITEMS, paymentSchedule: [percentage(50), REST] });
    const path = `/quotes/${sent.id}`;
    await api.patch(path, { status: 'ACCEPTED' });
    const { body: invoice } = await convert(api, sent, { stage: 0 });
    const stale = { headers: { 'If-Match': '"1"' } };
    for (const reply of [
      await api.post(`${path}/send`),
      await api.post(`${path}/send`, { email: 'nonsense' }),
      await api.delete(path),
      await api.delete(path, stale),
      await api.patch(path, { title: 'Other' }),
      await api.patch(path, { title: '' }),
      await api.patch(path, { title: 'Other', notes: 5 }, stale),
      await api.patch(path, { items: [ITEMS[0]] }),
      await api.patch(path, { paymentSchedule: null }),
      await api.patch(path, { validUntil: '2030-01-01T00:00:00Z' }),
      await api.patch(path, { validUntil: null }),
      await api.patch(path, { status: 'DECLINED' }),
      await api.patch(path, { status: 'ACCEPTED', selection: [] }),
      await api.patch(path, { customerId: 'cus_nobody' }),
    ]) {
      refused(reply, 'partly_invoiced');
    }
    assert.deepEqual(errorPaths(await api.patch(path, { notes: 5 })), ['/notes']);
    const { body: read } = await api.get(path);
    assert.deepEqual([read.status, read.invoices.length, read.title], ['ACCEPTED', 1, sent.title]);
    const { publicUrl, ...back } = read;
    const noted = await api.patch(path, { ...back, notes: 'Paid' });
    assert.deepEqual([noted.status, noted.body.notes], [200, 'Paid'], noted.text);
    assert.equal((await api.patch(path, {})).status, 200);
    const own = { reference: 'PO 4711', metadata: { paid: 'half' } };
    const { status, body: referred } = await api.patch(path, own);
    assert.deepEqual([status, referred.reference, referred.metadata], [200, own.reference, own.metadata]);
    assert.equal((await api.post(`${path}/messages`, { text: 'Thank you' })).status, 201);
    const file = { raw: 'x', headers: { 'Content-Type': 'application/octet-stream' } };
    refused(await api.request('PUT', `${path}/attachments/a.txt`, undefined, file), 'partly_invoiced');
    assert.match((await visit(publicUrl)).text, /Payment schedule/);
    const { body: last } = await convert(api, sent, { stage: 1 });
    assert.deepEqual(
      [last.quote.status, last.quote.invoiceId, last.quote.notes],
      ['CONVERTED', last.id, 'Paid'],
    );
    assert.deepEqual(last.previousInvoices[0].id, invoice.id);
    refused(await api.patch(path, { title: 'Other' }), 'quote_converted', { invoiceId: last.id });
  });

  test('concurrent converts invoice each stage once, and the rest once', async () => {
    const api = await service().newAccount();
    for (let round = 0; round < 4; round++) {
      const quote = await acceptedQuote(api, [percentage(20), percentage(30), REST]);
      const wishes = [{ stage: 0 }, { stage: 1 }, { stage: 0 }, {}, { stage: 2 }, { stage: 1 }, {}];
      const replies = await Promise.all(wishes.map((body) => convert(api, quote, body)));
      const made = replies.filter(({ status }) => status === 201).map(({ body }) => body);
      for (const { status, body } of replies) {
        if (status !== 201) assert.match(body.code, /^(stage_invoiced|quote_converted)$/);
        if (status !== 201) assert.ok(made.some(({ id }) => id === body.invoiceId));
      }
      const { body: read } = await api.get(`/quotes/${quote.id}`);
      assert.equal(read.status, 'CONVERTED');
      assert.deepEqual(read.invoices.map(({ id }: Json) => id).sort(), made.map(({ id }) => id).sort());
      assert.equal(
        made.reduce((sum, { total }) => sum + total, 0),
        quote.total,
      );
      const stages = made.map(({ stage }) => stage?.index ?? null);
      assert.equal(new Set(stages).size, stages.length);
    }
  });

  test('a repeat with its key returns the same invoice; the same key for another stage is rejected', async () => {
    const api = await service().newAccount();
    const quote = await acceptedQuote(api, [percentage(50), REST]);
    const headers = { 'Idempotency-Key': 'deposit' };
    const replies = await Promise.all([0, 1, 2].map(() => convert(api, quote, { stage: 0 }, headers)));
    const again = await convert(api, quote, { stage: 0 }, headers);
    for (const { status, text } of replies) assert.deepEqual([status, text], [201, again.text]);
    refused(await convert(api, quote, { stage: 1 }, headers), 'idempotency_mismatch');
    assert.equal((await api.get('/invoices')).body.pagination.total, 1);
  });

  // The rest is decided before or after the database is used.
  if (!isFirstEngine) return;
  test('a schedule is returned with its amounts, can be sent back, and follows the items', async () => {
    const api = await service().newAccount();
    const wanted = [
      percentage(12.5, { due: { when: 'date', date: '2027-01-31' } }),
      fixed(5_000, { due: { when: 'start', days: 3650 } }),
      REST,
    ];
    const quote = await createQuote(api, { items: ITEMS, paymentSchedule: wanted });
    assert.deepEqual(quote.paymentSchedule, [
      {
        ...{ label: '12.5 %', type: 'percentage', value: 12.5 },
        due: { when: 'date', days: 0, date: '2027-01-31' },
        amount: 2_157,
      },
      {
        ...{ label: '5000', type: 'fixed', value: 5_000 },
        due: { when: 'start', days: 3650, date: null },
        amount: 5_000,
      },
      {
        ...{ label: 'On delivery', type: 'rest', value: null },
        due: { when: 'completion', days: 0, date: null },
        amount: 17_250 - 2_157 - 5_000,
      },
    ]);
    assert.deepEqual(quote.invoices, []);
    const { paymentSchedule } = quote;
    const same = await api.patch(`/quotes/${quote.id}`, { paymentSchedule });
    assert.deepEqual([same.status, same.body.updatedAt], [200, quote.updatedAt]);
    const { body: dearer } = await api.patch(`/quotes/${quote.id}`, { items: [ITEMS[0]] });
    assert.deepEqual(
      dearer.paymentSchedule.map(({ amount }: Json) => amount),
      [1_488, 5_000, 11_900 - 1_488 - 5_000],
    );
    const { body: events } = await api.get(`/quotes/${quote.id}/events`);
    assert.deepEqual(events.data.at(-1).data.fields, ['items'], 'recomputed amounts are not an edit');
    const { body: none } = await api.patch(`/quotes/${quote.id}`, { paymentSchedule: null });
    assert.equal(none.paymentSchedule, null);
    assert.equal((await createQuote(api)).paymentSchedule, null);
  });

  test('a schedule is content: an edit raises the revision and withdraws the decision', async () => {
    const api = await service().newAccount();
    const quote = await sentQuote(api, { paymentSchedule: [percentage(100)] });
    assert.equal(quote.revision, 1);
    const path = `/quotes/${quote.id}`;
    const { body: edited } = await api.patch(path, { paymentSchedule: [percentage(100, { label: 'All' })] });
    assert.deepEqual([edited.revision, edited.status], [2, 'SENT']);
    await api.patch(path, { status: 'ACCEPTED' });
    const { body: again } = await api.patch(path, { paymentSchedule: null });
    assert.deepEqual([again.revision, again.status], [3, 'DRAFT']);
  });

  test('an invalid schedule is rejected with all errors at their paths, and nothing is stored', async () => {
    const api = await service().newAccount();
    const many = Array.from({ length: 25 }, () => percentage(4));
    const date = { when: 'date', date: '2027-01-31' };
    for (const [paymentSchedule, ...paths] of [
      [[], ''],
      [many, ''],
      ['30/70', ''],
      [[percentage(30), percentage(69.99)], ''],
      [[percentage(60), percentage(60)], ''],
      [[percentage(60), percentage(41), REST], ''],
      [[fixed(17_249)], ''],
      [[fixed(17_251)], ''],
      [[fixed(17_251), REST], ''],
      [[percentage(50), fixed(8_626), REST], ''],
      [[percentage(50), fixed(8_625)], ''],
      [[REST, percentage(50)], '/0/type'],
      [[REST, REST], '/0/type'],
      [[{ ...REST, value: 5 }], '/0/value'],
      [[percentage(33.333), REST], '/0/value'],
      [[percentage(100.01), REST], '/0/value'],
      [[percentage(-1), REST], '/0/value'],
      [[fixed(0.5), REST], '/0/value'],
      [[fixed(2 ** 53), REST], '/0/value'],
      [[{ label: 'x', type: 'fixed', due }, REST], '/0/value'],
      [[percentage(100, { due: { when: 'date' } })], '/0/due/date'],
      [[percentage(100, { due: { when: 'start', date: '2027-01-31' } })], '/0/due/date'],
      [[percentage(100, { due: { when: 'date', date: '2027-02-30' } })], '/0/due/date'],
      [[percentage(100, { due: { when: 'start', days: 3651 } })], '/0/due/days'],
      [[percentage(100, { due: { when: 'start', days: -1 } })], '/0/due/days'],
      [[percentage(100, { due: { when: 'start', days: 1.5 } })], '/0/due/days'],
      [[percentage(100, { due: { when: 'soon' } })], '/0/due/when'],
      [[percentage(100, { due: {} })], '/0/due/when'],
      [[percentage(100, { due: undefined })], '/0/due'],
      [[percentage(100, { label: ' ' })], '/0/label'],
      [[percentage(100, { label: 'x'.repeat(201) })], '/0/label'],
      [[percentage(100, { lable: 'x' })], '/0/lable'],
      [[percentage(100, { type: 'share' })], '/0/type'],
      [
        [percentage(1.234, { due: { when: 'date' } }), REST, { ...REST, due: date, value: 1 }],
        ...['/0/due/date', '/0/value', '/1/type', '/2/value'],
      ],
    ] as [unknown, ...string[]][]) {
      const reply = await api.post('/quotes', quoteBody({ items: ITEMS, paymentSchedule }));
      const expected = paths.map((path) => `/paymentSchedule${path}`);
      assert.deepEqual(errorPaths(reply), expected, JSON.stringify(paymentSchedule));
    }
    const both = { items: [{ ...ITEMS[0], quantity: 0 }], paymentSchedule: [REST, REST], nonsense: 1 };
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody(both))), [
      ...['/items/0/quantity', '/nonsense', '/paymentSchedule/0/type'],
    ]);
    assert.equal((await api.get('/quotes')).body.pagination.total, 0);
  });

  test('a schedule may have 24 stages, fractions of a percent, an empty rest, and days with a date', async () => {
    const api = await service().newAccount();
    for (const paymentSchedule of [
      Array.from({ length: 24 }, (_, index) => percentage(index < 20 ? 4.16 : 4.2)),
      [percentage(99.99), percentage(0.01)],
      [fixed(17_000), fixed(250)],
      [fixed(17_250), REST],
      [percentage(100), REST],
      [REST],
      [percentage(50), fixed(8_625), REST],
      [percentage(100, { due: { when: 'date', date: '2027-01-31', days: 0 } })],
    ]) {
      const { paymentSchedule: stages } = await createQuote(api, { items: ITEMS, paymentSchedule });
      const sum = stages.reduce((total: number, { amount }: Json) => total + amount, 0);
      assert.equal(sum, 17_250, JSON.stringify(paymentSchedule));
    }
  });

  test('fixed amounts need a rest if the customer can change the total', async () => {
    const api = await service().newAccount();
    const open = {
      optional: [...ITEMS, { description: 'Extra', quantity: 1, unitPrice: 1, optional: true }],
      range: [{ ...ITEMS[0], quantityRange: { min: 1, max: 3 } }, ITEMS[1]],
      choice: ITEMS.map((item) => ({ ...item, choice: 'A or B' })),
    };
    for (const items of Object.values(open)) {
      const { total } = await createQuote(api, { items });
      const all = (paymentSchedule: object[]) => api.post('/quotes', quoteBody({ items, paymentSchedule }));
      assert.deepEqual(errorPaths(await all([fixed(total)])), ['/paymentSchedule']);
      assert.equal((await all([fixed(total), REST])).status, 201);
      assert.equal((await all([percentage(40), percentage(60)])).status, 201);
    }
    const alike = ITEMS.map((item) => ({ ...item, unitPrice: 100, taxRate: 7, choice: 'A or B' }));
    await createQuote(api, { items: alike, paymentSchedule: [fixed(107)] });
    const free = [...ITEMS, { description: 'Gift', quantity: 1, unitPrice: 0, optional: true }];
    await createQuote(api, { items: free, paymentSchedule: [fixed(17_250)] });
  });

  test('a fixed stage takes at most the remaining amount of a selection; a stage of 0 is done', async () => {
    const api = await service().newAccount();
    const items = [ITEMS[0], { ...ITEMS[1], optional: true, selected: true }];
    const quote = await createQuote(api, { items, paymentSchedule: [fixed(15_000), REST] });
    assert.equal(quote.total, 17_250);
    const { body: accepted } = await api.patch(`/quotes/${quote.id}`, {
      status: 'ACCEPTED',
      selection: [{ id: quote.items[1].id, selected: false }],
    });
    assert.deepEqual(
      accepted.paymentSchedule.map(({ amount }: Json) => amount),
      [11_900, 0],
    );
    refused(await convert(api, quote, { stage: 1 }), 'stage_invoiced', { invoiceId: undefined });
    const { status, body } = await convert(api, quote, { stage: 0 });
    assert.deepEqual([status, body.total, body.quote.status], [201, 11_900, 'CONVERTED']);
    assert.equal(body.quote.invoiceId, body.id);
  });

  test('a PATCH that invalidates the stored schedule is rejected at /paymentSchedule', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api, { items: ITEMS, paymentSchedule: [fixed(17_000), REST] });
    const patch = (body: object) => api.patch(`/quotes/${id}`, body);
    assert.deepEqual(errorPaths(await patch({ items: [ITEMS[0]] })), ['/paymentSchedule']);
    assert.deepEqual(errorPaths(await patch({ discountType: 'percentage', discountValue: 50 })), [
      '/paymentSchedule',
    ]);
    assert.equal((await patch({ items: [ITEMS[0]], paymentSchedule: [fixed(11_900)] })).status, 200);
    assert.deepEqual(errorPaths(await patch({ items: ITEMS })), ['/paymentSchedule']);
    assert.equal((await patch({ items: ITEMS, paymentSchedule: null })).status, 200);
  });

  test('templates, duplicates and previews have a schedule too', async () => {
    const api = await service().newAccount();
    const paymentSchedule = [fixed(7_000), REST];
    const template = await api.post('/templates', { name: 'Staged', paymentSchedule });
    assert.equal(template.status, 201, template.text);
    const bad = await api.post('/templates', { name: 'Bad', paymentSchedule: [REST, REST] });
    assert.deepEqual(errorPaths(bad), ['/paymentSchedule/0/type']);
    const templateId = template.body.id;
    const quote = await createQuote(api, { items: ITEMS, templateId });
    assert.deepEqual(
      quote.paymentSchedule.map(({ amount }: Json) => amount),
      [7_000, 10_250],
    );
    const small = [{ ...ITEMS[0], unitPrice: 100 }];
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items: small, templateId }))), [
      '/paymentSchedule',
    ]);
    const { body: copy } = await api.post(`/quotes/${quote.id}/duplicate`);
    assert.deepEqual([copy.paymentSchedule, copy.invoices], [quote.paymentSchedule, []]);
    const { body: preview } = await api.post('/quotes/preview', quoteBody({ items: ITEMS, paymentSchedule }));
    assert.deepEqual(preview.paymentSchedule, quote.paymentSchedule);
  });

  test('without a stage one invoice covers the whole quote, item by item, from any status', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api, { items: ITEMS, paymentSchedule: [percentage(50), REST] });
    const { body } = await convert(api, quote);
    assert.deepEqual([body.total, body.stage, body.previousInvoices], [17_250, null, []]);
    assert.deepEqual(
      body.items.map(({ description }: Json) => description),
      ['Work', 'Books'],
    );
    assert.deepEqual(body.taxes, quote.taxes);
    assert.equal(body.quote.status, 'CONVERTED');
  });

  test('the status is checked before the body: 409, then 412, then 400', async () => {
    const api = await service().newAccount();
    const stale = { 'If-Match': '"99"' };
    const open = await createQuote(api, { items: ITEMS, paymentSchedule: [percentage(50), REST] });
    for (const body of [{ stage: 0 }, { stage: 9 }, { stage: 'x' }, { stage: 0, dueDate: 'x' }]) {
      refused(await convert(api, open, body), 'quote_not_accepted');
      refused(await convert(api, open, body, stale), 'quote_not_accepted');
    }
    const quote = await acceptedQuote(api, [percentage(50), REST]);
    assert.equal((await convert(api, quote, { stage: 9 }, stale)).status, 412);
    for (const stage of [2, 24, 1e9, -1, 0.5, '0', true, [0]]) {
      assert.deepEqual(errorPaths(await convert(api, quote, { stage })), ['/stage'], `${stage}`);
    }
    assert.deepEqual(errorPaths(await convert(api, quote, { stage: 2, dueDate: 'x', nonsense: 1 })), [
      ...['/dueDate', '/nonsense', '/stage'],
    ]);
    const { body: invoice } = await convert(api, quote, { stage: 0 });
    refused(await convert(api, quote, { stage: 0 }), 'stage_invoiced', { invoiceId: invoice.id });
    refused(await convert(api, quote, { stage: 0, dueDate: 'x' }, stale), 'stage_invoiced');
    const plain = await acceptedQuote(api, [REST]);
    await api.patch(`/quotes/${plain.id}`, { paymentSchedule: null });
    await api.patch(`/quotes/${plain.id}`, { status: 'ACCEPTED' });
    assert.deepEqual(errorPaths(await convert(api, plain, { stage: 0 })), ['/stage']);
    assert.equal((await api.get('/invoices')).body.pagination.total, 1);
  });

  test('an invoice is due as its stage says, unless the body has a due date', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { timeZone: 'Asia/Tokyo' });
    const evening = Math.ceil(service().clock() / DAY) * DAY + DAY - 30 * 60_000;
    service().clock.set(evening);
    const quote = await acceptedQuote(api, [
      percentage(10, { due: { when: 'acceptance', days: 14 } }),
      percentage(10, { due: { when: 'start', days: 7 } }),
      percentage(10, { due: { when: 'completion' } }),
      percentage(10, { due: { when: 'date', date: '2001-02-03' } }),
      percentage(10, { due: { when: 'date', date: '2001-02-03' } }),
      percentage(50),
    ]);
    service().clock.advance(3 * DAY);
    const inTokyo = (time: number) => new Date(time + 9 * 3_600_000).toISOString().slice(0, 10);
    const today = service().clock();
    const dates: string[] = [];
    for (const stage of [0, 1, 2, 3]) dates.push((await convert(api, quote, { stage })).body.dueDate);
    assert.deepEqual(dates, [
      inTokyo(evening + 14 * DAY),
      inTokyo(today + 7 * DAY),
      inTokyo(today),
      '2001-02-03',
    ]);
    const said = await convert(api, quote, { stage: 4, dueDate: '2030-01-01', paymentMethod: 'CASH' });
    assert.deepEqual([said.body.dueDate, said.body.paymentMethod], ['2030-01-01', 'CASH']);
    assert.equal((await convert(api, quote)).body.dueDate, inTokyo(today + 30 * DAY));
  });

  test('the invoices add up to the quote per rate, for any quote, schedule and order', async () => {
    const api = await service().newAccount();
    const item = fc.record({
      description: fc.constant('Line'),
      quantity: fc.integer({ min: 1, max: 99_999 }).map((quantity) => quantity / 100),
      unitPrice: fc.integer({ min: 0, max: 99_999 }),
      taxRate: fc.constantFrom(0, 7, 8.1, 19, 7.7777),
      optional: fc.boolean(),
      selected: fc.constant(true),
    });
    const stage = fc.oneof(
      fc.integer({ min: 0, max: 3_000 }).map((part) => percentage(part / 100)),
      fc.integer({ min: 0, max: 50 }).map((part) => fixed(part)),
    );
    const chosen = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
      stages: fc.array(stage, { maxLength: 3 }),
      discountValue: fc.integer({ min: 0, max: 60 }),
      order: fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
    });
    const samples = fc.sample(chosen, { numRuns: 12, seed: 16 });
    for (const { items, stages, discountValue, order } of samples) {
      const certain = { ...ITEMS[0], unitPrice: 1_000_000 };
      const quote = await acceptedQuote(api, [...stages, REST], {
        ...{ items: [...items, certain], discountType: 'percentage', discountValue },
      });
      for (const index of order) await convert(api, quote, { stage: index });
      await convert(api, quote);
      const { body } = await api.get(`/invoices?quoteId=${quote.id}&limit=100`);
      const { body: read } = await api.get(`/quotes/${quote.id}`);
      assert.equal(read.status, 'CONVERTED');
      for (const { rate, net, tax } of quote.taxes) {
        const shares = body.data.flatMap(({ taxes }: Json) => taxes).filter((one: Json) => one.rate === rate);
        const sum = (name: 'net' | 'tax') => shares.reduce((all: number, one: Json) => all + one[name], 0);
        assert.deepEqual([sum('net'), sum('tax')], [net, tax]);
      }
      for (const { items: lines, subtotal, taxes, taxAmount, total } of body.data) {
        const nets = taxes.reduce((all: number, { net }: Json) => all + net, 0);
        assert.equal(total, nets + taxAmount);
        if (read.invoices.length > 1) {
          assert.equal(
            subtotal,
            lines.reduce((all: number, { amount }: Json) => all + amount, 0),
          );
        }
      }
    }
  });
});
