import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listInvoiceDocs } from '../../src/store/lists/invoice/invoice-list.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { convertedQuote, createQuote, draftInvoice, errorPaths, sentQuote } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';
import { hearing, sqlitePlan } from '../support/store/heard-statements.ts';

const CONTENT = {
  title: 'Roof',
  description: 'As seen',
  items: [{ description: 'Tiles', quantity: 2.5, unitPrice: 999, taxRate: 19 }],
  discountType: 'percentage',
  discountValue: 3,
  currency: 'CHF',
  terms: 'Net 10',
};

describeService((service) => {
  test('a convert returns 201 with the invoice and the converted quote', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api, CONTENT);
    service().clock.advance(1000);
    const { status, body, headers } = await api.post(`/quotes/${quote.id}/convert-to-invoice`, {
      ...{ dueDate: '2026-12-24', paymentMethod: 'ONLINE_PAYMENT' },
    });
    assert.equal(status, 201);
    const at = new Date(service().clock()).toISOString();
    const { metadata, eInvoice: readiness, ...customer } = (await api.get('/customers/cus_test')).body;
    assert.equal(readiness, null, 'no electronic invoice is asked for');
    const { id, quote: converted, ...invoice } = body;
    assert.match(id, /^inv_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.equal(headers.get('Location'), `/api/v1/invoices/${id}`);
    assert.deepEqual(invoice, {
      number: `INV-${at.slice(0, 4)}-00001`,
      quoteId: quote.id,
      quoteNumber: quote.number,
      status: 'DRAFT',
      issueDate: at.slice(0, 10),
      dueDate: '2026-12-24',
      paymentMethod: 'ONLINE_PAYMENT',
      customerId: 'cus_test',
      customer,
      ...CONTENT,
      // The terms of the quote are about the offer.
      terms: null,
      items: quote.items,
      subtotal: quote.subtotal,
      discountAmount: quote.discountAmount,
      taxAmount: quote.taxAmount,
      total: quote.total,
      taxes: quote.taxes,
      sections: [],
      createdAt: at,
      reference: null,
      metadata,
      stage: null,
      previousInvoices: [],
      kind: 'INVOICE',
      eInvoice: null,
      amountPaid: 0,
      amountCredited: 0,
      amountDue: quote.total,
      overdue: false,
      issuedAt: null,
      sentAt: null,
      viewedAt: null,
      paidAt: null,
      updatedAt: at,
      ...{ notes: null, printedNotes: null },
      supplyDate: null,
      supplyPeriod: null,
      creditedInvoiceId: null,
      creditReason: null,
      pricesIncludeTax: false,
      series: null,
      publicUrl: null,
    });
    const { publicUrl: _, ...before } = quote;
    const changes = { status: 'CONVERTED', convertedAt: at, updatedAt: at, invoiceId: id };
    const invoices = [{ id, number: body.number, stage: null, total: quote.total }];
    assert.deepEqual(converted, { ...before, ...changes, invoices });
    const { publicUrl: __, ...read } = (await api.get(`/quotes/${quote.id}`)).body;
    assert.deepEqual(read, converted);
    assert.deepEqual((await api.get(`/invoices/${id}`)).body, { id, ...invoice });
  });

  test('a convert is in the history of the quote and of the invoice', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const { body: invoice } = await api.post(`/quotes/${id}/convert-to-invoice`);
    const ofQuote = (await api.get(`/quotes/${id}/events`)).body.data;
    const { type, data } = ofQuote.find((event: Json) => event.type === 'converted') ?? {};
    assert.deepEqual([type, data], ['converted', { invoiceId: invoice.id, invoiceNumber: invoice.number }]);
    const ofInvoice = (await api.get(`/invoices/${invoice.id}/events`)).body.data;
    assert.deepEqual(
      ofInvoice.map((event: Json) => event.type),
      ['created'],
    );
  });

  test('a quote keeps the parties of its email, or those of its conversion if there was none', async () => {
    const api = await service().newAccount();
    const partiesOf = async (id: string) =>
      (await service().db.read.get<Json>('SELECT parties_sha256 AS sha FROM quotes WHERE id = ?', id))?.sha;
    const [draft, sent] = [await createQuote(api), await sentQuote(api)];
    assert.equal(await partiesOf(draft.id), null);
    const frozen = await partiesOf(sent.id);
    assert.match(frozen, /^[0-9a-f]{64}$/);
    await api.patch('/customers/cus_test', { name: 'Renamed Ltd' });
    for (const { id } of [draft, sent]) {
      assert.equal((await api.post(`/quotes/${id}/convert-to-invoice`)).status, 201);
    }
    assert.match(await partiesOf(draft.id), /^[0-9a-f]{64}$/);
    assert.equal(await partiesOf(sent.id), frozen);
  });

  test('invoice numbers continue the sequence, also that of an earlier version', async () => {
    const api = await service().newAccount();
    const year = new Date(service().clock()).getUTCFullYear();
    await service().db.write((tx) =>
      tx.run(
        'INSERT INTO sequences (account_id, name, value) VALUES (?, ?, 41)',
        api.accountId,
        `invoice:INV-${year}-{seq}`,
      ),
    );
    const { id } = await createQuote(api);
    const { body } = await api.post(`/quotes/${id}/convert-to-invoice`);
    assert.equal(body.number, `INV-${year}-00042`);
  });

  test('a body may be absent, empty, {} or have null fields: due in 30 days, ONLINE_PAYMENT', async () => {
    const api = await service().newAccount();
    const today = service().clock();
    const due = new Date(today + 30 * 86_400_000).toISOString().slice(0, 10);
    for (const body of [undefined, {}, { dueDate: null, paymentMethod: null }]) {
      const { id } = await createQuote(api);
      const reply = await api.post(`/quotes/${id}/convert-to-invoice`, body);
      assert.equal(reply.status, 201);
      assert.deepEqual([reply.body.dueDate, reply.body.paymentMethod], [due, 'ONLINE_PAYMENT']);
    }
    const { id } = await createQuote(api);
    const reply = await api.post(`/quotes/${id}/convert-to-invoice`, undefined, { raw: '' });
    assert.equal(reply.status, 201);
  });

  test('today is the date in the time zone of the account', async () => {
    const api = await service().newAccount();
    const year = new Date(service().clock()).getUTCFullYear() + 1;
    service().clock.set(Date.parse(`${year}-07-31T23:30:00Z`));
    for (const [timeZone, issueDate, dueDate] of [
      ['UTC', '07-31', '08-30'],
      ['Pacific/Kiritimati', '08-01', '08-31'],
      ['America/Los_Angeles', '07-31', '08-30'],
    ]) {
      await api.patch('/account', { timeZone });
      const { id } = await createQuote(api);
      const { body } = await api.post(`/quotes/${id}/convert-to-invoice`);
      assert.deepEqual([body.issueDate, body.dueDate], [`${year}-${issueDate}`, `${year}-${dueDate}`]);
    }
  });

  test('the account says when invoices are due and how they are paid, unless the request does', async () => {
    const api = await service().newAccount();
    const days = ({ issueDate, dueDate }: Json) => (Date.parse(dueDate) - Date.parse(issueDate)) / 86_400_000;
    await api.patch('/account', { paymentTermDays: 14, defaultPaymentMethod: 'CASH' });
    const draft = await draftInvoice(api);
    assert.deepEqual([days(draft), draft.paymentMethod], [14, 'CASH']);
    const own = { dueDate: '2030-01-02', paymentMethod: 'CHECK' };
    const stated = await draftInvoice(api, {}, own);
    assert.deepEqual([stated.dueDate, stated.paymentMethod], ['2030-01-02', 'CHECK']);
    await api.patch('/account', { paymentTermDays: 0 });
    const reset = (await api.patch(`/invoices/${stated.id}`, { dueDate: null, paymentMethod: null })).body;
    assert.deepEqual([days(reset), reset.paymentMethod], [0, 'CASH']);
    // Nobody can pay by transfer to an account that is not known.
    await api.patch('/account', { defaultPaymentMethod: 'BANK_TRANSFER' });
    assert.equal((await draftInvoice(api)).paymentMethod, 'ONLINE_PAYMENT');
    await api.patch('/account', { bank: { lines: ['Giro 1'] } });
    assert.equal((await draftInvoice(api)).paymentMethod, 'BANK_TRANSFER');
    assert.deepEqual(
      errorPaths(await api.patch('/account', { paymentTermDays: -1, defaultPaymentMethod: 'BARTER' })),
      ['/defaultPaymentMethod', '/paymentTermDays'],
    );
  });

  test('a due date in the past is accepted as data', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const { status, body } = await api.post(`/quotes/${id}/convert-to-invoice`, { dueDate: '1999-12-31' });
    assert.deepEqual([status, body.dueDate], [201, '1999-12-31']);
  });

  test('payment methods are the known ones or upper-case words of the account', async () => {
    const api = await service().newAccount();
    const known = [
      'ONLINE_PAYMENT',
      'BANK_TRANSFER',
      'CREDIT_CARD',
      'DIRECT_DEBIT',
      'CASH',
      'CHECK',
      'OTHER',
    ];
    for (const paymentMethod of [...known, 'X', 'TWINT_2', `A${'B'.repeat(49)}`]) {
      const { id } = await createQuote(api);
      const { status, body } = await api.post(`/quotes/${id}/convert-to-invoice`, { paymentMethod });
      assert.deepEqual([status, body.paymentMethod], [201, paymentMethod]);
    }
  });

  test('any other method and date is rejected with all errors, and nothing is converted', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const convert = (body: unknown) => api.post(`/quotes/${id}/convert-to-invoice`, body);
    for (const paymentMethod of [
      '',
      'cash',
      'Bank',
      '1X',
      '_X',
      'A B',
      'É',
      `A${'B'.repeat(50)}`,
      'CASH\n',
      5,
    ]) {
      assert.deepEqual(errorPaths(await convert({ paymentMethod })), ['/paymentMethod'], `${paymentMethod}`);
    }
    for (const dueDate of ['', '2026-2-1', '2026-02-30', '2026-02-01T00:00:00Z', '20260201', 'x', 5]) {
      assert.deepEqual(errorPaths(await convert({ dueDate })), ['/dueDate'], `${dueDate}`);
    }
    assert.deepEqual(errorPaths(await convert({ dueDate: 'x', paymentMethod: 'x', due: 1 })), [
      ...['/due', '/dueDate', '/paymentMethod'],
    ]);
    assert.equal((await api.get(`/quotes/${id}`)).body.status, 'DRAFT');
    assert.equal((await api.get('/invoices')).body.pagination.total, 0);
  });

  test('a CONVERTED quote is read-only: every change returns 409 with the invoice', async () => {
    const api = await service().newAccount();
    const quote = await convertedQuote(api);
    const path = `/quotes/${quote.id}`;
    for (const reply of [
      await api.patch(path, { title: 'New' }),
      await api.patch(path, {}),
      await api.patch(path, { title: '' }),
      await api.delete(path),
      await api.post(`${path}/send`),
      await api.post(`${path}/convert-to-invoice`),
      await api.post(`${path}/convert-to-invoice`, { dueDate: 'nonsense' }),
    ]) {
      assert.equal(reply.status, 409);
      assert.equal(reply.body.code, 'quote_converted');
      assert.equal(reply.body.invoiceId, quote.invoiceId);
    }
    const { publicUrl: _, ...read } = (await api.get(path)).body;
    assert.deepEqual(read, quote);
    assert.equal((await api.get('/invoices')).body.pagination.total, 1);
  });

  test('an issued invoice keeps the customer as it was, and has its own number sequence', async () => {
    const api = await service().newAccount();
    const first = await convertedQuote(api);
    await api.post(`/invoices/${first.invoiceId}/issue`);
    await api.put('/customers/cus_test', { name: 'Renamed' });
    assert.equal((await api.get(`/invoices/${first.invoiceId}`)).body.customer.name, CUSTOMER.name);
    await api.patch('/account', { invoiceNumberFormat: 'R{seq:3}' });
    const second = await convertedQuote(api);
    const { body } = await api.get(`/invoices/${second.invoiceId}`);
    assert.equal(body.number, 'R001');
    assert.equal(body.customer.name, 'Renamed');
  });

  test('invoices are listed newest first, by quote, in pages', async () => {
    const api = await service().newAccount();
    const quotes = [await convertedQuote(api), await convertedQuote(api), await convertedQuote(api)];
    const { body } = await api.get('/invoices?limit=2');
    assert.deepEqual(body.pagination, {
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasMore: true,
      totalIsExact: true,
    });
    const ids = body.data.map((invoice: { id: string }) => invoice.id);
    assert.deepEqual(ids, [quotes[2].invoiceId, quotes[1].invoiceId]);
    const { body: one } = await api.get(`/invoices?quoteId=${quotes[0].id}`);
    assert.deepEqual(
      one.data.map((invoice: { id: string }) => invoice.id),
      [quotes[0].invoiceId],
    );
    assert.deepEqual(errorPaths(await api.get('/invoices?status=SENT&limit=0')), ['/limit', '/status']);
    assert.equal((await api.get('/invoices/inv_unknown')).status, 404);
  });

  test('invoices are found by customer, and by part of a number or of a customer name', async () => {
    const api = await service().newAccount();
    const all = [await convertedQuote(api), await convertedQuote(api)];
    await api.put('/customers/cus_other', { name: 'Öther & Sons' });
    all.push(await convertedQuote(api, { customerId: 'cus_other' }));
    for (const [query, found] of [
      ['customerId=cus_test', [1, 0]],
      ['customerId=cus_other', [2]],
      ['customerId=cus_nobody', []],
      ['customerId=cus_test&limit=1&page=2', [0]],
      ['search=00002', [1]],
      ['search=other', [2]],
      ['search=inv-&customerId=cus_test', [1, 0]],
    ] as [string, number[]][]) {
      const { body } = await api.get(`/invoices?${query}`);
      const ids = body.data.map((invoice: { id: string }) => invoice.id);
      assert.deepEqual(
        ids,
        found.map((index) => all[index].invoiceId),
        query,
      );
      assert.equal(body.pagination.total, query.includes('page=2') ? 2 : found.length, query);
    }
  });

  test('the invoices of a customer are read by an index, without a count', async () => {
    const { db } = service();
    const { sql, asked } = hearing(db.read);
    const api = await service().newAccount();
    await convertedQuote(api);
    await listInvoiceDocs(sql, api.accountId, { customerId: 'cus_test', limit: 20, offset: 0 });
    await listInvoiceDocs(sql, api.accountId, { limit: 20, offset: 0 });
    assert.equal(asked.length, 8);
    for (const statement of asked) {
      assert.doesNotMatch(statement.text, /count\(|quote_facts/);
      if (db.engine !== 'sqlite') continue;
      const plan = await sqlitePlan(db.read, statement);
      const isOfCustomer = statement.values.includes('cus_test');
      if (!statement.text.includes('invoice_facts AS q')) continue;
      assert.match(plan, isOfCustomer ? /account_id=\? AND customer_id=\?/ : /account_id=\?/);
      assert.doesNotMatch(plan, /SCAN (?!CONSTANT)|TEMP B-TREE/);
    }
  });
});
