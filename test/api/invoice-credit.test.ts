import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorPaths, issuedInvoice } from '../support/api/quotes.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

/** 119.00 at 19 % and 53.50 at 7 %. */
const ITEMS = [
  { description: 'Work', quantity: 1, unitPrice: 10_000, taxRate: 19 },
  { description: 'Book', quantity: 1, unitPrice: 5_000, taxRate: 7 },
];
const TOTAL = 17_250;

const times = <T>(count: number, action: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

function countByStatus(replies: Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function read(api: Client, id: string): Promise<Json> {
  return (await api.get(`/invoices/${id}`)).body;
}

describeService((service) => {
  test('a credit note over the whole invoice has its items and credits it', async () => {
    const api = await service().newAccount();
    const more = { items: ITEMS, discountType: 'percentage', discountValue: 10, metadata: { a: '1' } };
    const invoice = await issuedInvoice(api, more, { notes: 'Thanks', terms: 'Net', reference: 'PO' });
    service().clock.advance(1000);
    const { status, body, headers } = await api.post(`/invoices/${invoice.id}/credit`, {
      reason: 'Cancelled',
    });
    assert.equal(status, 201);
    const at = new Date(service().clock()).toISOString();
    assert.equal(headers.get('Location'), `/api/v1/invoices/${body.id}`);
    assert.deepEqual(body, {
      ...invoice,
      id: body.id,
      number: `CN-${at.slice(0, 4)}-00001`,
      kind: 'CREDIT_NOTE',
      ...{ dueDate: null, amountDue: 0, terms: null, notes: null, printedNotes: null, metadata: {} },
      ...{ createdAt: at, issuedAt: at, updatedAt: at, issueDate: at.slice(0, 10) },
      ...{ creditedInvoiceId: invoice.id, creditReason: 'Cancelled' },
    });
    assert.deepEqual(await read(api, body.id), body);
    const credited = await read(api, invoice.id);
    assert.deepEqual(
      [credited.status, credited.amountCredited, credited.amountDue, credited.overdue],
      ['CREDITED', invoice.total, 0, false],
    );
    const again = await api.post(`/invoices/${invoice.id}/credit`);
    assert.deepEqual([again.status, again.body.code], [409, 'more_than_invoiced']);
    for (const action of ['credit', 'payments']) {
      const { status: refused, body: problem } = await api.post(`/invoices/${body.id}/${action}`, {});
      assert.deepEqual([refused, problem.code], [409, 'is_credit_note']);
    }
    assert.equal((await api.patch(`/invoices/${body.id}`, { terms: 'x' })).body.code, 'invoice_issued');
    assert.equal((await api.patch(`/invoices/${body.id}`, { metadata: { b: '2' } })).status, 200);
    assert.equal((await api.post(`/invoices/${body.id}/issue`)).status, 200, 'it is issued already');
    const quote = (await api.get(`/quotes/${invoice.quoteId}`)).body;
    assert.deepEqual([quote.status, quote.invoices.length], ['CONVERTED', 1]);
    const { body: feed } = await api.get('/events?type=credit_note.created');
    assert.deepEqual(
      feed.data.map(({ data }: Json) => [data.invoice.status, data.creditNote.id]),
      [['CREDITED', body.id]],
    );
    const { body: history } = await api.get(`/invoices/${invoice.id}/events`);
    assert.deepEqual(history.data.at(-1).data, {
      ...{ creditNoteId: body.id, creditNoteNumber: body.number, amount: invoice.total, reason: 'Cancelled' },
    });
  });

  test('parts of an invoice are credited per tax rate, and add up to it exactly', async () => {
    const api = await service().newAccount();
    const invoice = await issuedInvoice(api, { items: ITEMS });
    assert.equal(invoice.total, TOTAL);
    const credit = async (body: object) => {
      const reply = await api.post(`/invoices/${invoice.id}/credit`, body);
      assert.equal(reply.status, 201, reply.text);
      return reply.body;
    };
    const notes = [await credit({ amount: 1_000 }), await credit({ amount: 3_333 }), await credit({})];
    assert.deepEqual(
      notes.map((note) => note.total),
      [1_000, 3_333, TOTAL - 4_333],
    );
    for (const note of notes) {
      assert.deepEqual(
        note.items.map(({ id: _, ...item }: Json) => item),
        [
          ...note.taxes.map(({ rate, net }: Json) => ({
            ...{ description: `${invoice.title} – ${invoice.number}`, quantity: 1 },
            ...{ unitPrice: net, taxRate: rate, amount: net },
          })),
        ],
      );
      assert.equal(note.subtotal + note.taxAmount, note.total);
    }
    for (const [index, { rate, net, tax }] of invoice.taxes.entries()) {
      const own = notes.map((note) => note.taxes[index]);
      assert.ok(own.every((share) => share.rate === rate));
      assert.equal(
        own.reduce((sum, share) => sum + share.net, 0),
        net,
      );
      assert.equal(
        own.reduce((sum, share) => sum + share.tax, 0),
        tax,
      );
    }
    assert.equal((await read(api, invoice.id)).status, 'CREDITED');
  });

  test('a credit can settle an invoice, or leave something owed to the customer', async () => {
    const api = await service().newAccount();
    const { id } = await issuedInvoice(api);
    await api.post(`/invoices/${id}/payments`, { amount: 6_000 });
    await api.post(`/invoices/${id}/credit`, { amount: 4_000 });
    const settled = await read(api, id);
    assert.deepEqual([settled.status, settled.amountDue], ['PAID', 0]);
    await api.post(`/invoices/${id}/credit`, { amount: 1_000 });
    const owed = await read(api, id);
    assert.deepEqual([owed.status, owed.amountDue, owed.paidAt], ['PAID', -1_000, settled.paidAt]);
    await api.post(`/invoices/${id}/credit`);
    const credited = await read(api, id);
    assert.deepEqual([credited.status, credited.amountDue], ['CREDITED', -6_000]);
    const { body } = await api.get('/events?type=invoice.paid');
    assert.equal(body.data.length, 1);
    const [payment] = (await api.get(`/invoices/${id}/payments`)).body.data;
    await api.delete(`/invoices/${id}/payments/${payment.id}`);
    assert.deepEqual((await read(api, id)).amountDue, 0);
  });

  test('the body of a credit is checked, and the number series can be shared with invoices', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { creditNoteNumberFormat: 'INV-{year}-{seq:5}' });
    const invoice = await issuedInvoice(api);
    const path = `/invoices/${invoice.id}/credit`;
    assert.deepEqual(errorPaths(await api.post(path, { amount: 0 })), ['/amount']);
    assert.deepEqual(errorPaths(await api.post(path, { amount: 1.5, why: 'x' })), ['/amount', '/why']);
    const stale = { headers: { 'If-Match': '"1"' } };
    assert.equal((await api.post(path, {}, stale)).status, 412);
    const tooMuch = await api.post(path, { amount: 10_001 });
    assert.deepEqual([tooMuch.status, tooMuch.body.amountLeft], [409, 10_000]);
    const key = { headers: { 'Idempotency-Key': 'credit once' } };
    const [first, second] = [
      await api.post(path, { amount: 1 }, key),
      await api.post(path, { amount: 1 }, key),
    ];
    assert.deepEqual([first.body.number.slice(-5), second.body], ['00002', first.body]);
    assert.equal((await issuedInvoice(api)).number.slice(-5), '00003');
  });

  test('concurrent payments never exceed what is due, with credits at the same time', async () => {
    const api = await service().newAccount();
    const [{ id }, { id: other }] = [await issuedInvoice(api), await issuedInvoice(api)];
    const payments = await times(12, () => api.post(`/invoices/${id}/payments`, { amount: 3_000 }));
    assert.deepEqual(countByStatus(payments), { 201: 3, 409: 9 });
    assert.equal((await read(api, id)).amountPaid, 9_000);

    const both = await times(20, (index) =>
      index % 2 === 0
        ? api.post(`/invoices/${other}/payments`, { amount: 2_500 })
        : api.post(`/invoices/${other}/credit`, { amount: 2_500 }),
    );
    const settled = await read(api, other);
    const count = (offset: number) =>
      both.filter(({ status }, index) => index % 2 === offset && status === 201).length;
    assert.deepEqual([settled.amountPaid, settled.amountCredited], [2_500 * count(0), 2_500 * count(1)]);
    assert.ok(settled.amountCredited <= settled.total);
    assert.ok(settled.amountDue <= 0);
  });

  test('concurrent issues of a draft record one event and answer the same', async () => {
    const api = await service().newAccount();
    const quote = (await api.post('/quotes', { customerId: 'cus_test', title: 'T', items: ITEMS })).body;
    const { id } = (await api.post(`/quotes/${quote.id}/convert-to-invoice`)).body;
    const replies = await times(10, () => api.post(`/invoices/${id}/issue`));
    assert.deepEqual(countByStatus(replies), { 200: 10 });
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    const { body } = await api.get('/events?type=invoice.issued');
    assert.equal(body.data.length, 1);
  });
});
