import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUSTOMER } from '../fixtures/customer.ts';
import { createQuote, draftInvoice, errorPaths, ITEM, issuedInvoice } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const IBAN = { holder: 'Studio', iban: 'DE89370400440532013000' };

async function eventTypes(api: Client, id: string): Promise<string[]> {
  const { body } = await api.get(`/invoices/${id}/events`);
  return body.data.map((event: Json) => event.type);
}

async function feedTypes(api: Client): Promise<string[]> {
  const { body } = await api.get('/events?limit=100');
  return body.data.map((event: Json) => event.type).filter((type: string) => !type.startsWith('quote.'));
}

describeService((service) => {
  const today = () => new Date(service().clock()).toISOString().slice(0, 10);
  const daysAway = (days: number) => new Date(service().clock() + days * DAY).toISOString().slice(0, 10);

  test('a draft can be changed until it is issued, then only its metadata', async () => {
    const api = await service().newAccount();
    const draft = await draftInvoice(api);
    const path = `/invoices/${draft.id}`;
    const change = {
      dueDate: '2030-01-31',
      paymentMethod: 'CASH',
      reference: 'PO 7',
      terms: 'Net',
      notes: 'Thank you',
      supplyPeriod: { from: '2026-01-01', to: '2026-01-31' },
      metadata: { ledger: '8400' },
    };
    const changed = await api.patch(path, change);
    assert.equal(changed.status, 200, changed.text);
    const { updatedAt: _, ...rest } = changed.body;
    const { updatedAt: __, ...before } = draft;
    assert.deepEqual(rest, { ...before, ...change, printedNotes: change.notes });
    assert.deepEqual((await api.patch(path, changed.body)).body, changed.body);
    const dated = (await api.patch(path, { supplyDate: '2026-01-05' })).body;
    assert.deepEqual([dated.supplyDate, dated.supplyPeriod], ['2026-01-05', null]);
    const both = { supplyDate: '2026-01-05', supplyPeriod: { from: '2026-01-02', to: '2026-01-01' } };
    assert.deepEqual(errorPaths(await api.patch(path, both)), ['/supplyPeriod']);
    const backwards = { supplyPeriod: { from: '2026-01-02', to: '2026-01-01' } };
    assert.deepEqual(errorPaths(await api.patch(path, backwards)), ['/supplyPeriod/to']);
    assert.deepEqual(errorPaths(await api.patch(path, { total: 1 })), ['/total']);
    const reset = (await api.patch(path, { dueDate: null, paymentMethod: null })).body;
    assert.deepEqual([reset.dueDate, reset.paymentMethod], [daysAway(30), 'ONLINE_PAYMENT']);

    const { body: issued } = await api.post(`${path}/issue`);
    const late = await api.patch(path, { terms: 'Other' });
    assert.deepEqual([late.status, late.body.code], [409, 'invoice_issued']);
    assert.equal((await api.patch(path, { dueDate: 'nonsense' })).status, 409);
    const same = await api.patch(path, { ...issued, metadata: { ledger: null } });
    assert.deepEqual([same.status, same.body.metadata], [200, {}]);
    assert.deepEqual(await eventTypes(api, draft.id), [
      ...['created', 'updated', 'updated', 'updated', 'issued', 'updated'],
    ]);
  });

  test('notes of an invoice are printed, and have a name that says so beside the deprecated one', async () => {
    const api = await service().newAccount();
    const draft = await draftInvoice(api, { notes: 'Internal' }, { printedNotes: 'Thank you' });
    const path = `/invoices/${draft.id}`;
    const both = ({ notes, printedNotes }: Json) => [notes, printedNotes];
    assert.deepEqual(both(draft), ['Thank you', 'Thank you']);
    const quote = await createQuote(api);
    const two = { notes: 'A', printedNotes: 'B' };
    const convert = (body: object) => api.post(`/quotes/${quote.id}/convert-to-invoice`, body);
    assert.deepEqual(errorPaths(await convert(two)), ['/printedNotes']);
    assert.deepEqual(errorPaths(await api.patch(path, two)), ['/printedNotes']);
    assert.deepEqual(both((await convert({ notes: 'A', printedNotes: 'A' })).body), ['A', 'A']);
    const patch = async (body: object) => both((await api.patch(path, body)).body);
    assert.deepEqual(await patch({ notes: 'C' }), ['C', 'C']);
    const { body: read } = await api.get(path);
    assert.deepEqual(await patch({ ...read, notes: 'D' }), ['D', 'D'], 'the other was sent back as it was');
    assert.deepEqual(await patch({ notes: 'D', printedNotes: 'E' }), ['E', 'E']);
    assert.deepEqual(await patch({ printedNotes: null }), [null, null]);
    assert.deepEqual(await patch({ printedNotes: 'F' }), ['F', 'F']);
    const { body: issued } = await api.post(`${path}/issue`);
    assert.deepEqual(both(issued), ['F', 'F']);
    assert.equal((await api.patch(path, { printedNotes: 'G' })).status, 409);
    const [listed] = (await api.get('/invoices?status=ISSUED&fields=summary')).body.data;
    assert.deepEqual(both(listed), ['F', 'F']);
    assert.deepEqual(both((await api.post(`${path}/credit`)).body), [null, null]);
  });

  test('a conversion takes the same fields, and pays by transfer if there is a bank account', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { bank: IBAN });
    const options = { notes: 'Printed', supplyDate: '2026-02-03', reference: 'PO', metadata: { b: '2' } };
    const draft = await draftInvoice(api, { metadata: { a: '1' }, notes: 'Internal' }, options);
    assert.equal(draft.paymentMethod, 'BANK_TRANSFER');
    assert.deepEqual(
      [draft.notes, draft.supplyDate, draft.reference, draft.metadata],
      ['Printed', '2026-02-03', 'PO', { a: '1', b: '2' }],
    );
    assert.equal((await draftInvoice(api, { notes: 'Internal' })).notes, null);
  });

  test('a draft follows its customer, an issued invoice does not', async () => {
    const api = await service().newAccount();
    const { id } = await draftInvoice(api);
    const { headers } = await api.get(`/invoices/${id}`);
    await api.put('/customers/cus_test', { name: 'Renamed' });
    const followed = await api.get(`/invoices/${id}`);
    assert.equal(followed.body.customer.name, 'Renamed');
    assert.notEqual(followed.headers.get('ETag'), headers.get('ETag'));
    assert.equal((await api.get('/invoices')).body.data[0].customer.name, 'Renamed');
    const old = { headers: { 'If-Match': headers.get('ETag') ?? '' } };
    assert.equal((await api.patch(`/invoices/${id}`, { notes: 'x' }, old)).status, 200);
    await api.post(`/invoices/${id}/issue`);
    await api.put('/customers/cus_test', { name: CUSTOMER.name });
    assert.equal((await api.get(`/invoices/${id}`)).body.customer.name, 'Renamed');
    assert.equal((await api.get('/invoices')).body.data[0].customer.name, 'Renamed');
  });

  test('issuing sets the date, moves a counted due date, and a repeat changes nothing', async () => {
    const api = await service().newAccount();
    const [counted, fixed] = [
      await draftInvoice(api),
      await draftInvoice(api, {}, { dueDate: daysAway(900) }),
    ];
    const converted = today();
    service().clock.advance(3 * DAY);
    const etag = (await api.get(`/invoices/${counted.id}`)).headers.get('ETag') ?? '';
    const match = { headers: { 'If-Match': etag } };
    const issued = await api.post(`/invoices/${counted.id}/issue`, undefined, match);
    assert.equal(issued.status, 200, issued.text);
    const at = new Date(service().clock()).toISOString();
    assert.deepEqual(issued.body, {
      ...counted,
      ...{ status: 'ISSUED', issueDate: today(), dueDate: daysAway(30), issuedAt: at, updatedAt: at },
      warnings: [],
      publicUrl: null,
    });
    service().clock.advance(1000);
    const repeat = await api.post(`/invoices/${counted.id}/issue`, { issueDate: '2026-01-01' }, match);
    assert.deepEqual([repeat.status, repeat.body], [200, issued.body]);
    assert.equal(repeat.headers.get('ETag'), issued.headers.get('ETag'));
    const second = (await api.post(`/invoices/${fixed.id}/issue`)).body;
    assert.deepEqual([second.issueDate, second.dueDate], [today(), fixed.dueDate]);
    assert.notEqual(converted, today());
    assert.deepEqual((await feedTypes(api)).slice(-2), ['invoice.issued', 'invoice.issued']);
  });

  test('an issue date is neither in the future nor before that of an earlier number', async () => {
    const api = await service().newAccount();
    const [first, second, third] = [
      await draftInvoice(api),
      await draftInvoice(api),
      await draftInvoice(api),
    ];
    const issue = (invoice: Json, issueDate: string) =>
      api.post(`/invoices/${invoice.id}/issue`, { issueDate });
    assert.deepEqual(errorPaths(await issue(first, daysAway(1))), ['/issueDate']);
    assert.deepEqual(errorPaths(await issue(first, 'soon')), ['/issueDate']);
    assert.equal((await issue(second, daysAway(-5))).status, 200);
    assert.deepEqual(errorPaths(await issue(third, daysAway(-6))), ['/issueDate']);
    assert.equal((await issue(first, daysAway(-9))).status, 200);
    assert.equal((await issue(third, daysAway(-5))).status, 200);
    await api.patch('/account', { invoiceNumberFormat: 'X{seq}' });
    assert.equal((await issue(await draftInvoice(api), daysAway(-30))).status, 200);
  });

  test('an invoice over 0 is paid when it is issued', async () => {
    const api = await service().newAccount();
    const invoice = await issuedInvoice(api, { items: [{ ...ITEM, unitPrice: 0 }] });
    assert.deepEqual([invoice.status, invoice.paidAt], ['PAID', invoice.issuedAt]);
    assert.deepEqual((await feedTypes(api)).slice(-2), ['invoice.issued', 'invoice.paid']);
    const none = await api.post(`/invoices/${invoice.id}/payments`, { amount: 1 });
    assert.deepEqual([none.status, none.body.code], [409, 'more_than_due']);
    const credit = await api.post(`/invoices/${invoice.id}/credit`);
    assert.deepEqual([credit.status, credit.body.code], [409, 'more_than_invoiced']);
  });

  test('payments are recorded up to what is due, and can be removed', async () => {
    const api = await service().newAccount();
    const { id } = await issuedInvoice(api);
    const path = `/invoices/${id}/payments`;
    const first = await api.post(path, { amount: 4000, date: '2026-03-01', method: 'CASH', reference: 'A' });
    assert.equal(first.status, 201, first.text);
    assert.match(first.body.id, /^pay_/);
    const createdAt = new Date(service().clock()).toISOString();
    assert.deepEqual(first.body, {
      ...{ id: first.body.id, invoiceId: id, amount: 4000, date: '2026-03-01' },
      ...{ method: 'CASH', reference: 'A', createdAt },
      ...{ kind: 'payment', provider: null, providerId: null, originalPaymentId: null },
    });
    const read = async () => (await api.get(`/invoices/${id}`)).body;
    assert.deepEqual(pickAmounts(await read()), ['ISSUED', 4000, 0, 6000, null]);
    const tooMuch = await api.post(path, { amount: 6001 });
    assert.deepEqual(
      [tooMuch.status, tooMuch.body.code, tooMuch.body.amountDue],
      [409, 'more_than_due', 6000],
    );
    assert.deepEqual(errorPaths(await api.post(path, { amount: 1, date: daysAway(1) })), ['/date']);
    assert.deepEqual(errorPaths(await api.post(path, { amount: 0 })), ['/amount']);
    const key = { headers: { 'Idempotency-Key': 'pay once' } };
    const [second, again] = [
      await api.post(path, { amount: 6000 }, key),
      await api.post(path, { amount: 6000 }, key),
    ];
    assert.deepEqual([second.status, again.body], [201, second.body]);
    assert.deepEqual([second.body.date, second.body.method], [today(), 'BANK_TRANSFER']);
    assert.deepEqual(pickAmounts(await read()), ['PAID', 10_000, 0, 0, createdAt]);
    assert.deepEqual((await api.get(path)).body.data, [first.body, second.body]);

    const stale = { headers: { 'If-Match': '"1"' } };
    assert.equal((await api.delete(`${path}/${first.body.id}`, stale)).status, 412);
    assert.equal((await api.delete(`${path}/${first.body.id}`)).status, 204);
    assert.equal((await api.delete(`${path}/${first.body.id}`)).status, 404);
    assert.deepEqual(pickAmounts(await read()), ['ISSUED', 6000, 0, 4000, null]);
    assert.deepEqual((await api.get(path)).body.data, [second.body]);
    assert.deepEqual(await eventTypes(api, id), [
      ...['created', 'issued', 'payment_recorded', 'payment_recorded', 'paid', 'payment_removed'],
    ]);
    assert.deepEqual((await feedTypes(api)).slice(-5), [
      ...['invoice.issued', 'payment.recorded', 'payment.recorded', 'invoice.paid', 'payment.removed'],
    ]);
  });

  test('a draft is neither paid nor credited, and the status is checked before the body', async () => {
    const api = await service().newAccount();
    const { id } = await draftInvoice(api);
    for (const action of ['payments', 'credit']) {
      const { status, body } = await api.post(`/invoices/${id}/${action}`, { amount: 'x' });
      assert.deepEqual([status, body.code], [409, 'invoice_not_issued']);
    }
    for (const path of ['/invoices/inv_x/issue', '/invoices/inv_x/payments', '/invoices/inv_x/credit']) {
      assert.equal((await api.post(path, { nonsense: 1 })).status, 404);
    }
    assert.equal((await api.get('/invoices/inv_x/payments')).status, 404);
    assert.equal((await api.get('/invoices/inv_x/events')).status, 404);
    assert.equal((await api.delete(`/invoices/${id}/payments/pay_x`)).status, 404);
  });

  test('an invoice is overdue from the day after its due date, until nothing is due', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { timeZone: 'Pacific/Auckland' });
    service().clock.set(Date.parse(`${daysAway(2)}T20:00:00Z`));
    const due = daysAway(10);
    const { id } = await issuedInvoice(api, {}, { dueDate: due });
    const read = () => api.get(`/invoices/${id}`);
    // In Auckland the day ends at 11:00 or 12:00 UTC.
    service().clock.set(Date.parse(`${due}T10:59:00Z`));
    const before = await read();
    assert.equal(before.body.overdue, false);
    service().clock.set(Date.parse(`${due}T12:00:00Z`));
    const after = await read();
    assert.equal(after.body.overdue, true);
    assert.notEqual(after.headers.get('ETag'), before.headers.get('ETag'));
    const { id: paymentId } = (await api.post(`/invoices/${id}/payments`, { amount: 10_000 })).body;
    assert.deepEqual([(await read()).body.status, (await read()).body.overdue], ['PAID', false]);
    await api.delete(`/invoices/${id}/payments/${paymentId}`);
    assert.deepEqual([(await read()).body.status, (await read()).body.overdue], ['ISSUED', true]);
    const told = (await feedTypes(api)).filter((type) => type === 'invoice.overdue');
    assert.equal(told.length, 1);
    assert.equal((await issuedInvoice(api, {}, { dueDate: '2020-01-01' })).overdue, true);
  });

  test('lists and the feed know what is overdue without a read of the invoice', async () => {
    const api = await service().newAccount();
    await issuedInvoice(api, {}, { dueDate: daysAway(1) });
    service().clock.advance(2 * DAY);
    assert.deepEqual((await feedTypes(api)).slice(-1), ['invoice.overdue']);
    await issuedInvoice(api, {}, { dueDate: daysAway(1) });
    service().clock.advance(2 * DAY);
    const { body } = await api.get('/invoices');
    assert.deepEqual(
      body.data.map((invoice: Json) => invoice.overdue),
      [true, true],
    );
  });

  test('invoices are filtered and sorted by status, kind, dates and what is overdue', async () => {
    const api = await service().newAccount();
    const draft = await draftInvoice(api);
    const late = await issuedInvoice(api, {}, { dueDate: daysAway(1) });
    service().clock.advance(2 * DAY);
    const open = await issuedInvoice(api, {}, { dueDate: daysAway(9) });
    const paid = await issuedInvoice(api, {}, { dueDate: daysAway(5) });
    await api.post(`/invoices/${paid.id}/payments`, { amount: 10_000 });
    const note = (await api.post(`/invoices/${open.id}/credit`, { amount: 1 })).body;
    const names = new Map(
      Object.entries({ draft, late, open, paid, note }).map(([name, { id }]) => [id, name]),
    );
    const listed = async (query: string) => {
      const { status, body, text } = await api.get(`/invoices?${query}`);
      assert.equal(status, 200, text);
      assert.equal(body.pagination.total, body.data.length);
      return body.data.map(({ id }: Json) => names.get(id)).join(' ');
    };
    for (const [query, wanted] of Object.entries({
      '': 'note paid open late draft',
      'sort=createdAt': 'draft late open paid note',
      'sort=dueDate': 'late paid open draft note',
      'sort=-dueDate': 'note draft open paid late',
      'sort=issueDate': 'draft late open paid note',
      'status=ISSUED': 'note open late',
      'status=ISSUED&kind=INVOICE&sort=dueDate': 'late open',
      'status=DRAFT,PAID': 'paid draft',
      'kind=CREDIT_NOTE': 'note',
      'overdue=true': 'late',
      'overdue=true&sort=dueDate': 'late',
      'overdue=false&status=ISSUED': 'note open',
      [`dueTo=${daysAway(5)}`]: 'paid late',
      [`issuedFrom=${today()}`]: 'note paid open',
      [`issuedTo=${daysAway(-1)}`]: 'late',
      [`quoteId=${open.quoteId}`]: 'note open',
      [`quoteId=${open.quoteId}&kind=INVOICE`]: 'open',
      'customerId=cus_test&status=PAID': 'paid',
      [`search=${open.number}&status=ISSUED`]: 'open',
      'search=cn-': 'note',
    })) {
      assert.equal(await listed(query), wanted, query);
    }
    const bad = await api.get(
      '/invoices?status=SENT&kind=x&overdue=yes&dueTo=2026-02-30&sort=amount&issuedTo=1',
    );
    assert.deepEqual(errorPaths(bad), ['/dueTo', '/issuedTo', '/kind', '/overdue', '/sort', '/status']);
  });

  test('the test clock makes invoices overdue on the way', async () => {
    const api = await service().newAccount();
    const { id, dueDate } = await issuedInvoice(api);
    await createQuote(api);
    const { status, text } = await api.post('/test-clock', { advanceBy: 'P40D' });
    assert.equal(status, 200, text);
    const { body } = await api.get('/events?type=invoice.overdue');
    assert.deepEqual(
      body.data.map((event: Json) => [event.timestamp, event.data.invoice.id]),
      [[`${new Date(Date.parse(dueDate) + DAY).toISOString()}`, id]],
    );
    assert.equal((await api.get(`/invoices/${id}`)).body.overdue, true);
  });
});

function pickAmounts(invoice: Json) {
  return [invoice.status, invoice.amountPaid, invoice.amountCredited, invoice.amountDue, invoice.paidAt];
}
