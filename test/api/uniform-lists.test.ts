import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAllPayments } from '../../src/store/lists/invoice/payment-list.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote, draftInvoice, issuedInvoice } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { HOUR } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';
import { hearing, sqlitePlan } from '../support/store/heard-statements.ts';

describeService((service) => {
  const ids = async (api: Client, path: string): Promise<string[]> =>
    ok(await api.get(path)).data.map(({ id }: Json) => id);

  test('invoices and customers have the filters and orders of quotes', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const first = await draftInvoice(api, { metadata: { crm: '1' }, reference: 'PO 1' });
    clock.advance(HOUR);
    const middle = new Date(clock()).toISOString();
    clock.advance(HOUR);
    const second = await draftInvoice(api, {});
    const cases: [string, Json[]][] = [
      ['metadata[crm]=1', [first]],
      ['reference=PO%201', [first]],
      [`createdTo=${middle}`, [first]],
      [`updatedFrom=${middle}`, [second]],
      [`dueFrom=${first.dueDate}&sort=createdAt`, [first, second]],
      ['dueFrom=9999-01-01', []],
      [`currency=${first.currency}&totalFrom=1&sort=total`, [first, second]],
      ['currency=JPY', []],
      ['sort=updatedAt', [first, second]],
    ];
    for (const [query, wanted] of cases) {
      assert.deepEqual(
        await ids(api, `/invoices?${query}`),
        wanted.map(({ id }) => id),
        query,
      );
    }
    ok(await api.patch(`/invoices/${first.id}`, { metadata: { crm: '2' }, reference: null }));
    assert.deepEqual(await ids(api, '/invoices?metadata[crm]=2&sort=-updatedAt'), [first.id]);
    assert.deepEqual(await ids(api, '/invoices?reference=PO%201'), []);
    ok(await api.put('/customers/late', { name: 'Aaron' }));
    assert.deepEqual(await ids(api, `/customers?createdFrom=${middle}`), ['late']);
    assert.equal((await ids(api, '/customers?sort=name'))[0], 'late');
    assert.equal((await ids(api, '/customers?sort=-updatedAt'))[0], 'late');
    const csv = await api.get('/customers?sort=name', { headers: { Accept: 'text/csv' } });
    assert.match(csv.text.split('\n')[1] ?? '', /^late,/);
    assert.deepEqual(await ids(api, `/quotes?validFrom=${middle}&updatedTo=2000-01-01`), []);
    for (const path of [
      ...['/invoices?totalFrom=1', '/invoices?sort=total', '/invoices?currency=euro'],
      ...['/customers?sort=name&after=late', '/customers?currency=EUR', '/payments?dateFrom=today'],
    ]) {
      assert.equal((await api.get(path)).status, 400, path);
    }
  });

  test('summaries of invoices and credit notes have no items', async () => {
    const api = await service().newAccount();
    const invoice = await issuedInvoice(api, {});
    ok(await api.post(`/invoices/${invoice.id}/credit`, {}));
    const { data } = ok(await api.get('/invoices?fields=summary&sort=createdAt'));
    const { items: _, publicUrl: __, ...shown } = ok(await api.get(`/invoices/${invoice.id}`));
    assert.deepEqual(data[0], { ...shown, customerName: invoice.customer.name });
    assert.deepEqual([data[1].kind, 'items' in data[1]], ['CREDIT_NOTE', false]);
  });

  test('the feed can be read newest first, by invoice and by customer', async () => {
    const api = await service().newAccount();
    ok(await api.put('/customers/other', { name: 'Other' }));
    const invoice = await issuedInvoice(api, {});
    const foreign = await createQuote(api, { customerId: 'other' });
    const read = async (query: string): Promise<Json[]> => {
      const events: Json[] = [];
      let after = '';
      for (;;) {
        const page = ok(await api.get(`/events?limit=2&${query}${after && `&after=${after}`}`));
        events.push(...page.data);
        if (!page.hasMore) return events;
        after = page.next;
      }
    };
    const all = await read('');
    assert.ok(all.length > 4);
    assert.deepEqual(await read('order=desc'), all.toReversed());
    const about = (matches: (data: Json) => boolean) => all.filter(({ data }) => matches(data));
    const ofInvoice = about((data) => data.invoice?.id === invoice.id);
    const ofOther = about(({ quote, customer }) => [quote?.customerId, customer?.id].includes('other'));
    assert.deepEqual(
      ofOther.map(({ type }) => type),
      ['customer.created', 'quote.created'],
    );
    for (const [query, wanted] of [
      [`invoiceId=${invoice.id}`, ofInvoice],
      ['customerId=other', ofOther],
      ['customerId=other&type=quote.created', ofOther.slice(1)],
      [`customerId=other&quoteId=${foreign.id}`, ofOther.slice(1)],
      [`customerId=other&quoteId=${invoice.quoteId}`, []],
      ['type=quote.created', about(({ quote }) => quote).filter(({ type }) => type === 'quote.created')],
      ['customerId=nobody', []],
    ] as const) {
      assert.deepEqual(await read(query), wanted, query);
      assert.deepEqual(await read(`${query}&order=desc`), wanted.toReversed(), `${query} newest first`);
    }
    // A page that was read newest first continues after an event, too.
    const [newest] = all.slice(-1);
    const before = ok(await api.get(`/events?order=desc&limit=100&after=${newest?.id}`));
    assert.deepEqual(before.data, all.slice(0, -1).toReversed());
    assert.equal((await api.get('/events?order=desc&after=pos_999999')).status, 400);
    assert.equal((await api.get('/events?invoiceId=')).status, 400);
  });

  test('the payments of all invoices are one list', async () => {
    const { db } = service();
    const api = await service().newAccount();
    ok(await api.put('/customers/other', { name: 'Other' }));
    const invoices = [
      await issuedInvoice(api, {}),
      await issuedInvoice(api, { customerId: 'other', currency: 'CHF' }),
    ];
    const paid: Json[] = [];
    for (const [index, date, method] of [
      [0, '2026-01-02', 'CASH'],
      [1, '2026-01-01', 'BANK_TRANSFER'],
      [0, '2026-01-03', 'BANK_TRANSFER'],
    ] as const) {
      const path = `/invoices/${invoices[index]?.id}/payments`;
      paid.push(ok(await api.post(path, { amount: 100 + index, date, method })));
    }
    const removed = ok(await api.post(`/invoices/${invoices[0]?.id}/payments`, { amount: 7 }));
    assert.equal((await api.delete(`/invoices/${invoices[0]?.id}/payments/${removed.id}`)).status, 204);
    const named = (...wanted: number[]) => wanted.map((index) => paid[index]?.id);
    for (const [query, wanted] of [
      ['', named(2, 1, 0)],
      ['sort=createdAt', named(0, 1, 2)],
      ['sort=date', named(1, 0, 2)],
      ['sort=-date&limit=2', named(2, 0)],
      [`after=${paid[2]?.id}&limit=1`, named(1)],
      ['page=2&limit=2', named(0)],
      [`invoiceId=${invoices[0]?.id}`, named(2, 0)],
      ['customerId=other', named(1)],
      ['currency=CHF', named(1)],
      ['method=CASH', named(0)],
      ['dateFrom=2026-01-02&dateTo=2026-01-02', named(0)],
      ['kind=refund', []],
      ['provider=stripe', []],
    ] as const) {
      assert.deepEqual(await ids(api, `/payments?${query}`), wanted, query);
    }
    const { data, pagination } = ok(await api.get('/payments?customerId=other'));
    const about = { invoiceNumber: invoices[1]?.number, customerId: 'other', currency: 'CHF' };
    assert.deepEqual(data, [{ ...paid[1], ...about }]);
    assert.deepEqual([pagination.total, pagination.hasMore], [1, false]);
    assert.deepEqual(await ids(await service().newAccount(), '/payments'), []);
    if (db.engine !== 'sqlite') return;
    for (const filter of [{}, { customerId: 'other' }, { currency: 'CHF' }, { method: 'CASH' }]) {
      const { sql, asked } = hearing(db.read);
      await listAllPayments(sql, api.accountId, filter, { limit: 5, offset: 0, sort: '-createdAt' });
      for (const statement of asked) {
        const plan = await sqlitePlan(db.read, statement);
        assert.doesNotMatch(plan, /SCAN (payments|i|invoices)\b|TEMP B-TREE FOR ORDER BY.*payments/, plan);
        assert.match(plan, /payments_by_|sqlite_autoindex_payments/, plan);
      }
    }
  });
});
