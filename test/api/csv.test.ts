import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../../src/domain/account/import/csv.ts';
import { newId } from '../../src/domain/ids.ts';
import { putCustomer } from '../../src/store/tables/customers.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { convertedQuote, createQuote, errorPaths, sentQuote } from '../support/api/quotes.ts';
import type { Client } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { sampleQuote } from '../support/store/store-samples.ts';

const CSV = { headers: { Accept: 'text/csv' } };

/** Returns each row as an object keyed by column name. */
async function rows(api: Client, path: string): Promise<Record<string, string>[]> {
  const { status, headers, text } = await api.get(path, CSV);
  assert.equal(status, 200, text);
  assert.match(headers.get('Content-Type') ?? '', /^text\/csv; charset=utf-8/);
  assert.ok(text.endsWith('\r\n'));
  const [heading, ...others] = [...parseCsv(text)].filter((row) => row !== undefined);
  assert.ok(heading);
  return others.map(({ cells, error }) => {
    assert.equal(error, undefined);
    assert.equal(cells.length, heading.cells.length);
    return Object.fromEntries(heading.cells.map((name, index) => [name, cells[index] ?? '']));
  });
}

describeService((service) => {
  test('quotes are exported with decimals and currency, UTC times, no formulas, and every filter and order', async () => {
    const api = await service().newAccount();
    await api.put('/customers/cus_odd', { name: '=HYPERLINK("x")' });
    const items = [{ description: 'Work', quantity: 1, unitPrice: 123_456, taxRate: 19 }];
    const euro = await createQuote(api, {
      ...{ title: '-1, "quoted"', customerId: 'cus_odd', items, currency: 'EUR' },
      ...{ metadata: { a: 'b' }, description: 'two\nlines', validUntil: '2030-01-01T01:00:00+01:00' },
    });
    service().clock.advance(1000);
    const yen = await createQuote(api, { title: 'Yen', items, currency: 'JPY', reference: '@PO' });
    const [first, second] = await rows(api, '/quotes?sort=createdAt');
    assert.ok(first && second);
    assert.deepEqual(
      { ...first, validUntil: first.validUntil, title: first.title, customerName: first.customerName },
      {
        ...{ id: euro.id, number: euro.number, status: 'DRAFT', customerId: 'cus_odd' },
        ...{
          customerName: `'=HYPERLINK("x")`,
          title: `'-1, "quoted"`,
          description: 'two\nlines',
          reference: '',
        },
        ...{
          currency: 'EUR',
          subtotal: '1234.56',
          discountAmount: '0.00',
          taxAmount: '234.57',
          total: '1469.13',
        },
        ...{ validUntil: '2030-01-01T00:00:00.000Z', createdAt: euro.createdAt, updatedAt: euro.updatedAt },
        ...{ sentAt: '', viewedAt: '', acceptedAt: '', acceptedBy: '', declinedAt: '', declineReason: '' },
        ...{ convertedAt: '', invoiceId: '', revision: '1', notes: '', metadata: '{"a":"b"}' },
        ...{ recurring: '', contractTotal: '', answers: '' },
      },
    );
    assert.deepEqual(
      [second.currency, second.total, second.reference, second.metadata],
      ['JPY', '146913', "'@PO", ''],
    );
    for (const [query, ids] of Object.entries({
      '': [yen.id, euro.id],
      'page=7&limit=1&fields=summary': [yen.id, euro.id],
      'sort=validUntil': [yen.id, euro.id],
      'currency=JPY&totalFrom=1': [yen.id],
      'status=SENT,EXPIRED': [],
      'search=quoted': [euro.id],
    })) {
      const found = (await rows(api, `/quotes?${query}`)).map(({ id }) => id);
      assert.deepEqual(found, ids, query);
    }
    assert.deepEqual(errorPaths(await api.get('/quotes?limit=0&colour=red', CSV)), ['/colour', '/limit']);
    for (const Accept of ['application/json, text/csv', 'text/csv;q=0'])
      assert.equal((await api.get('/quotes', { headers: { Accept } })).body.pagination.total, 2, Accept);
  });

  test('an expired quote is exported as EXPIRED', async () => {
    const api = await service().newAccount();
    await sentQuote(api, { validUntil: new Date(service().clock() + 60_000).toISOString() });
    service().clock.advance(60_000);
    assert.deepEqual(
      (await rows(api, '/quotes?status=EXPIRED')).map(({ status }) => status),
      ['EXPIRED'],
    );
  });

  test('invoices are exported newest first, all or those of one quote', async () => {
    const api = await service().newAccount();
    const made: string[] = [];
    for (let index = 0; index < 22; index++) made.unshift((await convertedQuote(api)).invoiceId);
    const all = await rows(api, '/invoices?limit=1');
    assert.deepEqual(
      all.map(({ id }) => id),
      made,
    );
    const { body: invoice } = await api.get(`/invoices/${made[3]}`);
    const [one, ...others] = await rows(api, `/invoices?quoteId=${invoice.quoteId}`);
    assert.ok(one);
    assert.equal(others.length, 0);
    const { number, quoteNumber, issueDate, dueDate, paymentMethod, currency } = invoice;
    assert.deepEqual(
      [one.number, one.quoteNumber, one.issueDate, one.dueDate, one.paymentMethod, one.currency],
      [number, quoteNumber, issueDate, dueDate, paymentMethod, currency],
    );
    assert.equal(one.total, (invoice.total / 100).toFixed(2));
    assert.equal(one.customerName, invoice.customer.name);
    await api.post(`/invoices/${invoice.id}/issue`);
    await api.post(`/invoices/${invoice.id}/payments`, { amount: invoice.total });
    await api.post(`/invoices/${invoice.id}/credit`, { amount: 1050 });
    const [note, paid] = await rows(api, `/invoices?quoteId=${invoice.quoteId}`);
    assert.deepEqual(
      [note?.kind, note?.creditedInvoiceId, note?.amountDue, note?.dueDate, note?.total],
      ['CREDIT_NOTE', invoice.id, '0.00', '', '-10.50'],
    );
    assert.deepEqual(
      [paid?.kind, paid?.status, paid?.amountPaid, paid?.amountCredited, paid?.amountDue, paid?.overdue],
      ['INVOICE', 'PAID', one.total, '10.50', '-10.50', 'false'],
    );
    assert.deepEqual(Object.keys(one).slice(-10), [
      ...['metadata', 'amountPaid', 'amountCredited', 'amountDue', 'overdue'],
      ...['issuedAt', 'sentAt', 'paidAt', 'creditedInvoiceId', 'kind'],
    ]);
  });

  test('customers are exported by id over several statements, all or those that match', async () => {
    const api = await service().newAccount();
    const at = new Date(service().clock()).toISOString();
    await service().db.write(async (tx) => {
      for (let index = 0; index < 501; index++) {
        const name = index % 2 ? `Odd ${index}` : `Even 100% ${index}`;
        const dates = { createdAt: at, updatedAt: at };
        await putCustomer(tx, api.accountId, {
          ...CUSTOMER,
          ...{ id: `c${1000 + index}`, name, metadata: {}, ...dates },
        });
      }
    });
    const all = (await rows(api, '/customers')).map(({ id }) => id);
    assert.equal(all.length, 502);
    assert.deepEqual(all, [...all].sort());
    assert.equal((await rows(api, '/customers?search=odd')).length, 250);
    assert.equal((await rows(api, '/customers?search=100%25')).length, 251);
    const [first] = await rows(api, '/customers?search=c1000');
    assert.deepEqual(Object.keys(first ?? {}).slice(0, 9), [
      'id',
      'name',
      'email',
      'phone',
      'address',
      'country',
      'taxId',
      'kind',
      'locale',
    ]);
  });

  test('an export reads the database no faster than the client reads the response', async () => {
    const api = await service().newAccount();
    const last = await createQuote(api, { title: 'The very last' });
    // Quotes of the same millisecond have no defined order.
    service().clock.advance(1000);
    await fill(api, 1300);
    const response = await fetch(`${service().url}/api/v1/quotes`, {
      headers: { ...CSV.headers, Authorization: `Bearer ${api.key}` },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    // A quote deleted before the stream reaches it is not exported.
    assert.equal((await api.delete(`/quotes/${last.id}`)).status, 204);
    let text = '';
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      text += Buffer.from(piece.value).toString('latin1');
    }
    assert.ok(text.includes('L-0,DRAFT') && text.endsWith('\r\n'), text.slice(-100));
    assert.ok(!text.includes('The very last'));
  });

  /** Creates quotes with long texts. */
  async function fill(api: TestAccount, count: number): Promise<void> {
    const { id: accountId } = (await api.get('/account')).body;
    const now = service().clock();
    const quotes = Array.from({ length: count }, (_, index) => ({
      ...sampleQuote(`L-${index}`, { customerId: 'cus_test', notes: 'n'.repeat(19_000) }),
      id: newId('quo', now),
    }));
    // Exceeds the socket buffers of both ends, however large the system lets them grow.
    for (let start = 0; start < count; start += 100) {
      await service().db.write((tx) => insertQuotes(tx, accountId, quotes.slice(start, start + 100)));
    }
  }
});
