import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCapturedMails } from '../../src/store/tables/mail/captured-mails.ts';
import { expectHeld, openRuledAccount, setRules } from '../support/api/approval.ts';
import { accept as acceptOnPage, mailsOf, ok, visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { fieldIn } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const MONTHLY = { interval: 'month', periods: 24 };
const once = (more: object = {}) => ({
  ...{ description: 'Set-up', quantity: 1, unitPrice: 120_000, taxRate: 19 },
  ...more,
});
const each = (recurring: object = MONTHLY, more: object = {}) => ({
  ...{ description: 'Support', quantity: 2, unitPrice: 4000, taxRate: 19, recurring },
  ...more,
});

describeService((service) => {
  const convert = async (api: Client, quote: Json, options: object = {}): Promise<Json> => {
    const { status, body, text } = await api.post(`/quotes/${quote.id}/convert-to-invoice`, options);
    assert.equal(status, 201, text);
    return body;
  };
  const accept = async (api: Client, quote: Json, more: object = {}): Promise<Json> =>
    ok(await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED', ...more }));
  const advance = async (api: Client, to: string) =>
    assert.equal(ok(await api.post('/test-clock', { advanceTo: `${to}T12:00:00Z` })).status, 'ready');
  const read = async (api: Client, { id }: Json): Promise<Json> => ok(await api.get(`/quotes/${id}`));
  const periods = async (api: Client, series: string): Promise<Json[]> =>
    ok(await api.get(`/invoices?seriesId=${series}&sort=createdAt&limit=100`)).data;
  const today = () => new Date(service().clock()).toISOString().slice(0, 10);
  const eventTypes = async (api: Client): Promise<string[]> =>
    ok(await api.get('/events?limit=100')).data.map(({ type }: Json) => type);

  test('a quote without recurring items has none of their fields', async () => {
    const api = await service().newAccount();
    const plain = await createQuote(api);
    for (const name of ['recurring', 'contractTotal', 'series', 'recurringFrom']) assert.ok(!(name in plain));
    const changed = ok(await api.patch(`/quotes/${plain.id}`, { items: [once(), each()] }));
    assert.deepEqual([changed.series, changed.recurringFrom], [[], null]);
    const back = ok(await api.patch(`/quotes/${plain.id}`, { items: [once()] }));
    for (const name of ['recurring', 'contractTotal', 'series', 'recurringFrom']) assert.ok(!(name in back));
  });

  test('the start is due now, a later period and the contract are beside it', async () => {
    const api = await service().newAccount();
    const items = [once(), each(), each({ interval: 'year' }, { unitPrice: 100 })];
    const body = { items, discountType: 'percentage', discountValue: 10 };
    const quote = await createQuote(api, body);
    assert.deepEqual([quote.subtotal, quote.discountAmount, quote.total], [128_200, 12_820, 137_302]);
    const monthly = {
      ...{ interval: 'month', periods: 24, subtotal: 8000, discountAmount: 800 },
      ...{ taxes: [{ rate: 19, net: 7200, tax: 1368 }], taxAmount: 1368, total: 8568 },
    };
    const yearly = {
      ...{ interval: 'year', periods: null, subtotal: 200, discountAmount: 20 },
      ...{ taxes: [{ rate: 19, net: 180, tax: 34 }], taxAmount: 34, total: 214 },
    };
    assert.deepEqual(quote.recurring, [monthly, yearly]);
    assert.equal(quote.contractTotal, null);
    assert.deepEqual(quote.items[1].recurring, MONTHLY);
    assert.deepEqual(quote.items[2].recurring, { interval: 'year', periods: null });
    const preview = ok(await api.post('/quotes/preview', quoteBody(body)));
    assert.deepEqual(preview.recurring, quote.recurring);
    const fixed = await createQuote(api, {
      items: items.slice(0, 2),
      discountType: 'fixed',
      discountValue: 500,
    });
    assert.equal(fixed.recurring[0].total, 9520, 'a fixed discount comes off once');
    assert.equal(fixed.contractTotal, fixed.total + 23 * 9520);
    assert.equal(fixed.total, Math.round((128_000 - 500) * 1.19));
  });

  test('alternatives may differ in how they recur', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api, {
      items: [
        each(MONTHLY, { choice: 'Plan' }),
        each({ interval: 'year', periods: 2 }, { choice: 'Plan', unitPrice: 40_000 }),
        each({ interval: 'week' }, { optional: true }),
      ],
    });
    assert.deepEqual(
      quote.recurring.map(({ interval }: Json) => interval),
      ['month'],
    );
    const [monthly, yearly] = quote.items;
    const selection = [
      { id: monthly.id, selected: false },
      { id: yearly.id, selected: true },
    ];
    const accepted = await accept(api, quote, { selection });
    assert.deepEqual([accepted.recurring.length, accepted.recurring[0].interval], [1, 'year']);
    assert.equal(accepted.contractTotal, 2 * 95_200);
    const none = await createQuote(api, { items: [once(), each(MONTHLY, { optional: true })] });
    assert.deepEqual([none.recurring, none.contractTotal, none.series], [[], none.total, []]);
  });

  test('catalogue items and templates carry it, duplicates leave the first day open', async () => {
    const api = await service().newAccount();
    const item = { description: 'Hosting', unitPrice: 900, recurring: { interval: 'quarter' } };
    const { status, body: stored } = await api.post('/catalogue-items', item);
    assert.equal(status, 201);
    assert.deepEqual(stored.recurring, { interval: 'quarter', periods: null });
    const patched = ok(await api.patch(`/catalogue-items/${stored.id}`, { recurring: MONTHLY }));
    assert.deepEqual(patched.recurring, MONTHLY);
    const line = { catalogueItemId: stored.id, quantity: 1 };
    const quote = await createQuote(api, {
      items: [line, { ...line, recurring: null }],
      recurringFrom: '2026-05-31',
    });
    assert.deepEqual(quote.items[0].recurring, MONTHLY);
    assert.ok(!('recurring' in quote.items[1]));
    const template = (await api.post('/templates', { name: 'Care', title: 'Care', items: [each()] })).body;
    const made = await createQuote(api, { templateId: template.id, items: undefined });
    assert.deepEqual(made.items[0].recurring, MONTHLY);
    const copy = (await api.post(`/quotes/${quote.id}/duplicate`)).body;
    assert.deepEqual([copy.recurringFrom, copy.items[0].recurring], [null, MONTHLY]);
    assert.deepEqual(errorPaths(await api.post('/templates', { name: 'x', recurringFrom: '2026-01-01' })), [
      '/recurringFrom',
    ]);
  });

  test('what contradicts itself is rejected at its place', async () => {
    const api = await service().newAccount();
    const refused = async (more: object) => errorPaths(await api.post('/quotes', quoteBody(more)));
    const wrong = (recurring: unknown) => refused({ items: [once({ recurring })] });
    assert.deepEqual(await wrong({ interval: 'day' }), ['/items/0/recurring/interval']);
    assert.deepEqual(await wrong({}), ['/items/0/recurring/interval']);
    assert.deepEqual(await wrong('month'), ['/items/0/recurring']);
    assert.deepEqual(await wrong({ ...MONTHLY, every: 2 }), ['/items/0/recurring/every']);
    for (const periods of [0, 1, 601, 2.5, '12'])
      assert.deepEqual(await wrong({ interval: 'month', periods }), ['/items/0/recurring/periods']);
    const paymentSchedule = [{ label: 'All', type: 'rest', due: { when: 'acceptance' } }];
    for (const selected of [true, false]) {
      const items = [once(), each(MONTHLY, { optional: true, selected })];
      assert.deepEqual(await refused({ items, paymentSchedule }), ['/paymentSchedule']);
    }
    const planned = await createQuote(api, { items: [once()], paymentSchedule });
    const added = await api.patch(`/quotes/${planned.id}`, { items: [once(), each()] });
    assert.deepEqual(errorPaths(added), ['/paymentSchedule']);
    for (const recurringFrom of ['1969-12-31', '2201-01-01', '2026-02-30', 'soon', 5])
      assert.deepEqual(await refused({ items: [each()], recurringFrom }), ['/recurringFrom']);
    await createQuote(api, { items: [each()], recurringFrom: '1970-01-01' });
    await createQuote(api, { items: [each()], recurringFrom: '2200-12-31' });
    const many = Array.from({ length: 7 }, (_, at) => each({ interval: 'week', periods: at + 2 }));
    assert.deepEqual(await refused({ items: many }), ['/items/6/recurring']);
    assert.equal((await createQuote(api, { items: [...many.slice(0, 6), many[0]] })).recurring.length, 6);
    const large = Array.from({ length: 1000 }, () =>
      each({ interval: 'month', periods: 600 }, { quantity: 1, unitPrice: 20_000_000_000, taxRate: 0 }),
    );
    assert.deepEqual(await refused({ items: large }), ['/items']);
    const optional = [once(), each({ interval: 'month', periods: 600 }, { optional: true, unitPrice: 1e12 })];
    const most = { ...optional[1], quantityRange: { min: 2, max: 100 } };
    assert.equal((await createQuote(api, { items: optional })).contractTotal, 142_800);
    assert.deepEqual(await refused({ items: [once(), most] }), ['/items']);
  });

  test('the conversion invoices the start and begins a series per pair', async () => {
    const api = await service().newAccount();
    const items = [once(), each(), each({ interval: 'year' }, { unitPrice: 100 })];
    const quote = await createQuote(api, { items, recurringFrom: '2026-01-31' });
    const { quote: converted, ...invoice } = await convert(api, quote, {
      ...{ paymentMethod: 'CASH', confirm: true },
    });
    assert.deepEqual([invoice.total, invoice.series], [quote.total, null]);
    assert.deepEqual(
      invoice.items.map(({ period, recurring }: Json) => [period ?? null, recurring]),
      [
        [null, undefined],
        [{ from: '2026-01-31', to: '2026-02-27' }, undefined],
        [{ from: '2026-01-31', to: '2027-01-30' }, undefined],
      ],
    );
    const [monthly, yearly] = converted.series;
    assert.match(monthly.id, /^ser_/);
    const { id: _one, ...first } = monthly;
    assert.deepEqual(first, {
      ...{ interval: 'month', periods: 24, invoiced: 1, nextDate: '2026-02-28' },
      ...{ endsOn: '2028-01-30', state: 'active' },
    });
    assert.deepEqual([yearly.nextDate, yearly.endsOn, yearly.state], ['2027-01-31', null, 'active']);
    assert.equal((await api.post(`/quotes/${quote.id}/convert-to-invoice`)).status, 409);
    const types = await eventTypes(api);
    const converting = types.indexOf('quote.converted');
    assert.deepEqual(types.slice(converting, converting + 4), [
      'quote.converted',
      'invoice.created',
      'series.started',
      'series.started',
    ]);
  });

  test('each later period is invoiced on its day, once, in order', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { recurringInvoices: 'issue', invoiceTerms: 'Now' });
    const from = today();
    const { id, reference, ...quote } = await createQuote(api, {
      ...{
        items: [once(), each({ interval: 'month', periods: 3 })],
        reference: 'PO-1',
        metadata: { a: 'b' },
      },
      ...{ discountType: 'percentage', discountValue: 50 },
    });
    await accept(api, { id });
    const dueDate = new Date(Date.parse(from) + 10 * DAY).toISOString().slice(0, 10);
    const { quote: converted } = await convert(api, { id }, { dueDate, paymentMethod: 'CASH' });
    const [series] = converted.series;
    const before = await api.get(`/quotes/${id}`);
    await advance(api, series.endsOn);
    const after = await api.get(`/quotes/${id}`);
    assert.notEqual(after.headers.get('ETag'), before.headers.get('ETag'));
    assert.equal(after.body.revision, before.body.revision);
    assert.notEqual(after.body.updatedAt, before.body.updatedAt);
    assert.deepEqual(after.body.invoices, before.body.invoices);
    assert.deepEqual(after.body.series, [{ ...series, invoiced: 3, nextDate: null, state: 'ended' }]);
    const made = await periods(api, series.id);
    assert.deepEqual(
      made.map((invoice) => [invoice.series.period, invoice.status, invoice.total]),
      [
        [2, 'ISSUED', 4760],
        [3, 'ISSUED', 4760],
      ],
    );
    for (const invoice of made) {
      assert.equal(invoice.issueDate, invoice.series.from);
      assert.equal(Date.parse(invoice.dueDate) - Date.parse(invoice.issueDate), 10 * DAY);
      assert.deepEqual(
        [invoice.paymentMethod, invoice.reference, invoice.metadata, invoice.terms, invoice.previousInvoices],
        ['CASH', reference, quote.metadata, 'Now', []],
      );
      assert.deepEqual(invoice.items[0].period, { from: invoice.series.from, to: invoice.series.to });
      assert.equal(invoice.items.length, 1);
    }
    assert.equal(made[1].series.to, series.endsOn);
    const types = await eventTypes(api);
    assert.equal(types.filter((type) => type === 'series.ended').length, 1);
    assert.equal(types.filter((type) => type === 'invoice.created').length, 3);
    await advance(api, new Date(Date.parse(series.endsOn) + 90 * DAY).toISOString().slice(0, 10));
    assert.equal((await periods(api, series.id)).length, 2);
  });

  test('invoices of more than 3 past periods are made only when that is confirmed', async () => {
    const api = await service().newAccount();
    const back = (days: number) => new Date(service().clock() - days * DAY).toISOString().slice(0, 10);
    const weekly = (recurringFrom: string, periods: number | null = null) =>
      createQuote(api, { items: [each({ interval: 'week', periods })], recurringFrom });
    await convert(api, await weekly(back(21)), {});
    await convert(api, await weekly(back(400), 4), {});
    const old = await weekly(back(28));
    const path = `/quotes/${old.id}/convert-to-invoice`;
    const refused = await api.post(path, {});
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.laterInvoices],
      [409, 'periods_unconfirmed', 4],
    );
    assert.match(refused.body.detail, /4 more invoices at once/);
    assert.equal((await api.post(path, { confirm: false })).status, 409);
    assert.deepEqual(ok(await api.get(`/invoices?quoteId=${old.id}`)).data, [], 'no number was given');
    const { series } = (await convert(api, old, { confirm: true })).quote;
    await service().runJob('recurring');
    assert.equal((await periods(api, series[0].id)).length, 4);
  });

  test('an acceptance that would make many invoices makes none, and the owner is told', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { email: 'owner@example.test' });
    const mistyped = { items: [each()], recurringFrom: '2006-07-01', invoiceOnAcceptance: true };
    const quote = await sentQuote(api, mistyped);
    assert.ok((await acceptOnPage(quote.publicUrl, 'Ada')).status < 400);
    const accepted = await read(api, quote);
    assert.deepEqual([accepted.status, accepted.invoices, accepted.series], ['ACCEPTED', [], []]);
    const mails = await mailsOf(service(), api);
    const told = mails.filter(({ subject }) => subject === `No invoice was made for quote ${quote.number}`);
    assert.equal(told.length, 1);
    assert.match(told[0]?.text ?? '', /begin on July 1, 2006, so 23 more invoices/);
    const owner = await signIn(service(), { accountId: api.accountId });
    const step = `/${api.accountId}/quotes/${quote.id}/invoice`;
    const shown = await owner.page(step);
    assert.match(shown.text, /with the invoice, 23 more are made at once/);
    const form = { version: fieldIn(shown.text, 'version'), once: fieldIn(shown.text, 'once') };
    const unsure = await owner.page(step, { ...form, do: 'create' });
    assert.equal(unsure.status, 400);
    assert.match(unsure.text, /Confirm that they are made/);
    assert.equal((await owner.page(step, { ...form, do: 'create', confirm: 'on' })).status, 303);
    assert.equal((await read(api, quote)).status, 'CONVERTED');
  });

  test('an invoice stays a draft if the quote was not accepted, or if it is late', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { recurringInvoices: 'issue' });
    const never = (await convert(api, await createQuote(api, { items: [each()] }))).quote;
    const past = await createQuote(api, { items: [each({ interval: 'week' })], recurringFrom: '2026-01-01' });
    await accept(api, past);
    const { series } = (await convert(api, past, { confirm: true })).quote;
    await service().runJob('recurring');
    const late = await periods(api, series[0].id);
    assert.ok(late.length > 5);
    const now = service().clock();
    for (const { status, series: own } of late)
      assert.equal(status === 'DRAFT', now - Date.parse(own.from) > 3 * DAY, own.from);
    assert.deepEqual(
      late.map(({ series: own }) => own.period),
      late.map((_, at) => at + 2),
    );
    await advance(api, never.series[0].nextDate);
    const [draft] = await periods(api, never.series[0].id);
    assert.equal(draft.status, 'DRAFT');
    const owner = await signIn(service(), { accountId: api.accountId });
    const home = await owner.page(`/${api.accountId}/`);
    assert.match(
      home.text,
      new RegExp(`${draft.number}[^·]*· a draft, because the quote was never accepted`),
    );
    assert.match(home.text, /· a draft, because it is more than 3 days late/);
  });

  test('an account may have later invoices sent, and Home says which could not be', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { recurringInvoices: 'send' });
    const quote = await createQuote(api, { items: [each({ interval: 'week', periods: 3 })] });
    await accept(api, quote);
    const [series] = (await convert(api, quote)).quote.series;
    await advance(api, series.nextDate);
    const [sent] = await periods(api, series.id);
    assert.deepEqual([sent.status, sent.sentAt !== null], ['ISSUED', true]);
    const captured = await listCapturedMails(service().db.read, api.accountId, { limit: 9, offset: 0 });
    const mails = captured.map(({ subject }) => subject);
    assert.ok(
      mails.some((subject) => subject.includes(sent.number)),
      mails.join(),
    );
    await api.patch(`/customers/${api.customerId}`, { email: null });
    await advance(api, new Date(Date.parse(series.nextDate) + 7 * DAY).toISOString().slice(0, 10));
    const [, unsent] = await periods(api, series.id);
    assert.deepEqual([unsent.status, unsent.sentAt], ['ISSUED', null]);
    const owner = await signIn(service(), { accountId: api.accountId });
    assert.match(
      (await owner.page(`/${api.accountId}/`)).text,
      /not sent, because the customer has no email address/,
    );
  });

  test('an acceptance on the page begins the series, also if nothing is due at the start', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { recurringInvoices: 'issue' });
    const items = [each({ interval: 'week' })];
    const free = { items, discountType: 'fixed', discountValue: 1_000_000, invoiceOnAcceptance: true };
    const quote = await sentQuote(api, free);
    assert.equal(quote.total, 0);
    const page = await visit(quote.publicUrl);
    assert.match(page.text, /per week · until cancelled/);
    assert.match(page.text, /Due at the start/);
    assert.match(page.text, /Then per week · until cancelled.*95\.20/s);
    await acceptOnPage(quote.publicUrl, 'Ada');
    const converted = await read(api, quote);
    assert.deepEqual([converted.status, converted.series[0].state], ['CONVERTED', 'active']);
    assert.equal(ok(await api.get(`/invoices/${converted.invoiceId}`)).status, 'PAID');
    const end = new Date(service().clock() + 20 * 7 * DAY).toISOString().slice(0, 10);
    await advance(api, end);
    const made = await periods(api, converted.series[0].id);
    assert.equal(made.length, 20);
    const shown = (await visit(quote.publicUrl)).text;
    const listed = made.map(({ number }) => shown.includes(number));
    assert.deepEqual(
      listed,
      made.map((_, at) => at >= 8),
      'the last twelve',
    );
  });

  test('a series is ended on a day, which can be taken back while it is active', async () => {
    const api = await service().newAccount();
    const end = (quote: Json, body?: object, headers: Record<string, string> = {}) =>
      api.post(`/quotes/${quote.id}/end-recurring`, body, { headers });
    const open = await createQuote(api, { items: [each()] });
    assert.equal((await end(open)).body.code, 'not_recurring');
    const plain = (await convert(api, await createQuote(api))).quote;
    assert.equal((await end(plain)).body.code, 'not_recurring');
    const items = [each(), each({ interval: 'week' })];
    const { quote } = await convert(api, await createQuote(api, { items }));
    const [weekly, monthly] = quote.series;
    const yesterday = new Date(service().clock() - DAY).toISOString().slice(0, 10);
    assert.deepEqual(errorPaths(await end(quote, { on: yesterday })), ['/on']);
    assert.deepEqual(errorPaths(await end(quote, { on: 'today' })), ['/on']);
    assert.deepEqual(errorPaths(await end(quote, { seriesId: 'ser_unknown' })), ['/seriesId']);
    assert.deepEqual(errorPaths(await end(quote, { when: null })), ['/when']);
    assert.equal((await end(quote, {}, { 'If-Match': '"1"' })).status, 412);
    const later = monthly.nextDate;
    const planned = ok(await end(quote, { on: later, seriesId: monthly.id }));
    assert.deepEqual(planned.series, [
      weekly,
      {
        ...monthly,
        nextDate: null,
        endsOn: new Date(Date.parse(later) - DAY).toISOString().slice(0, 10),
        state: 'ended',
      },
    ]);
    const dayAfter = new Date(Date.parse(weekly.nextDate) + DAY).toISOString().slice(0, 10);
    assert.equal((await end(quote, { on: dayAfter, seriesId: monthly.id })).body.code, 'not_recurring');
    const repeated = await end(quote, { on: later, seriesId: monthly.id });
    assert.deepEqual(ok(repeated).series, planned.series, 'the same day is a repeat');
    const first = await end(quote, { on: dayAfter });
    assert.deepEqual([ok(first).series[0].state, ok(first).series[0].nextDate], ['active', weekly.nextDate]);
    const again = await end(quote, { on: dayAfter });
    assert.equal(again.headers.get('ETag'), first.headers.get('ETag'));
    assert.equal(ok(await end(quote, { on: null })).series[0].endsOn, null);
    assert.equal(ok(await end(quote, { on: dayAfter })).series[0].state, 'active');
    await advance(api, new Date(Date.parse(weekly.nextDate) + 30 * DAY).toISOString().slice(0, 10));
    assert.equal((await periods(api, weekly.id)).length, 1);
    const ended = await read(api, quote);
    assert.deepEqual(
      ended.series.map(({ state }: Json) => state),
      ['ended', 'ended'],
    );
    assert.equal((await end(quote, { on: null })).body.code, 'not_recurring');
    const after = new Date(Date.parse(weekly.nextDate) + 60 * DAY).toISOString().slice(0, 10);
    assert.equal((await end(quote, { on: after })).body.code, 'not_recurring');
    assert.equal((await end(quote, { seriesId: weekly.id })).body.code, 'not_recurring');
    assert.equal((await eventTypes(api)).filter((type) => type === 'series.ended').length, 2);
    const [update] = ok(await api.get('/events?type=quote.updated&limit=100')).data;
    assert.deepEqual([update.data.fields, update.data.previous], [['series'], { series: quote.series }]);
  });

  test('the console shows a series and ends it', async () => {
    const api = await service().newAccount();
    const { quote } = await convert(api, await createQuote(api, { items: [each()] }));
    const owner = await signIn(service(), { accountId: api.accountId });
    const path = `/${api.accountId}/quotes/${quote.id}`;
    const shown = await owner.page(path);
    assert.match(shown.text, /Every month × 24/);
    assert.match(shown.text, /Next invoice on/);
    assert.ok(shown.text.includes(`href="${path}/end-recurring"`));
    const asked = await owner.page(`${path}/end-recurring`);
    assert.equal(asked.status, 200);
    const version = /name="version" value="(\d+)"/.exec(asked.text)?.[1] ?? '';
    const past = await owner.page(`${path}/end-recurring`, { on: '2020-01-01', version });
    assert.equal(past.status, 400);
    const ended = await owner.page(`${path}/end-recurring`, { on: today(), version });
    assert.equal(ended.status, 303);
    assert.equal((await read(api, quote)).series[0].state, 'ended');
    assert.doesNotMatch((await owner.page(path)).text, /end-recurring/);
  });

  test('quotes with recurring items are listed, and statistics have the sum per month', async () => {
    const api = await service().newAccount();
    await createQuote(api);
    const quote = await createQuote(api, {
      items: [each(), each({ interval: 'year' }, { unitPrice: 10_000 })],
    });
    const { data } = ok(await api.get('/quotes?recurring=true'));
    assert.deepEqual(
      data.map(({ id }: Json) => id),
      [quote.id],
    );
    assert.deepEqual(errorPaths(await api.get('/quotes?recurring=maybe')), ['/recurring']);
    assert.deepEqual(ok(await api.get('/statistics')).recurring, []);
    await accept(api, quote);
    await convert(api, quote);
    const { recurring, won } = ok(await api.get('/statistics'));
    assert.deepEqual(recurring, [{ currency: 'EUR', perMonth: Math.round(9520 + 23_800 / 12) }]);
    const [monthly, yearly] = quote.recurring;
    assert.deepEqual(won.totals, [{ currency: 'EUR', total: quote.total + 23 * monthly.total }]);
    assert.equal(yearly.periods, null);
    ok(await api.post(`/quotes/${quote.id}/end-recurring`));
    assert.deepEqual(ok(await api.get('/statistics')).recurring, []);
  });

  test('approval counts later periods, and judges discounts at each of them', async () => {
    const { api } = await openRuledAccount(service(), { totalFrom: 1_000_000 });
    const convertHeld = async (quote: Json) => api.post(`/quotes/${quote.id}/convert-to-invoice`);
    const item = (periods: number | null) =>
      each({ interval: 'month', periods }, { quantity: 1, taxRate: 0 });
    const held = await createQuote(api, { items: [item(250)] });
    expectHeld(await convertHeld(held), ['totalFrom']);
    await convert(api, await createQuote(api, { items: [item(249)] }));
    await convert(api, await createQuote(api, { items: [item(null)] }));
    const cheap = { ...item(null), unitPrice: 83_333 };
    await convert(api, await createQuote(api, { items: [cheap] }));
    expectHeld(await convertHeld(await createQuote(api, { items: [{ ...cheap, unitPrice: 83_334 }] })), [
      'totalFrom',
    ]);
    await setRules(api, { totalFrom: null, discountFrom: 20 });
    const discounted = { ...item(12), discountType: 'percentage', discountValue: 20 };
    const full = once({ taxRate: 0 });
    expectHeld(await convertHeld(await createQuote(api, { items: [full, discounted] })), ['discountFrom']);
    const optional = { ...discounted, discountValue: 19, optional: true };
    await convert(api, await createQuote(api, { items: [full, optional] }));
    const ofStart = await createQuote(api, {
      items: [full, item(12)],
      discountType: 'fixed',
      discountValue: 9000,
    });
    await convert(api, ofStart);
  });

  test('erasing the customer ends its series', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api, { items: [each({ interval: 'week' })] });
    await accept(api, quote);
    const { series } = (await convert(api, quote)).quote;
    const owner = await signIn(service(), { accountId: api.accountId });
    const erased = await owner.post(`/customers/${api.customerId}/erase`);
    assert.equal(erased.status, 200, erased.text);
    const [ended] = (await read(api, quote)).series;
    assert.equal(ended.state, 'ended');
    await advance(api, new Date(Date.parse(series[0].nextDate) + DAY).toISOString().slice(0, 10));
    assert.deepEqual(await periods(api, series[0].id), []);
  });

  test('a period that cannot be invoiced is tried again after an hour, and holds up no other', async () => {
    const api = await service().newAccount({ kind: 'live' });
    const begin = async () =>
      (await convert(api, await createQuote(api, { items: [each({ interval: 'week' })] }))).quote;
    const [failing, other, plain] = [
      await begin(),
      await begin(),
      (await convert(api, await createQuote(api))).quote,
    ];
    const counts = async () => {
      await service().runJob('recurring');
      const made = [failing, other].map(async ({ series }) => (await periods(api, series[0].id)).length);
      return Promise.all(made);
    };
    // The database has one invoice per period, so another one in its place is in the way.
    const setPeriod = (series: string | null, period: number | null) =>
      service().db.write((tx) =>
        tx.run(
          'UPDATE invoices SET recurring_series_id = ?, recurring_period = ? WHERE account_id = ? AND id = ?',
          ...[series, period, api.accountId, plain.invoiceId],
        ),
      );
    await setPeriod(failing.series[0].id, 2);
    service().clock.advance(7 * DAY);
    assert.deepEqual(await counts(), [0, 1]);
    await setPeriod(null, null);
    service().clock.advance(HOUR - 1);
    assert.deepEqual(await counts(), [0, 1]);
    service().clock.advance(1);
    assert.deepEqual(await counts(), [1, 1]);
  });
});
