import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUOTE } from '../fixtures/quote.ts';
import { createQuote, ITEM, quoteBody } from '../support/api/quotes.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

/** Fields in the order of the response; those after `revision` are additions. */
const FIELDS = [
  ...['id', 'number', 'status', 'customerId', 'title', 'description', 'items'],
  ...['discountType', 'discountValue', 'currency', 'subtotal', 'discountAmount', 'taxAmount', 'total'],
  ...['terms', 'notes', 'validUntil', 'createdAt', 'updatedAt'],
  ...['sentAt', 'acceptedAt', 'declinedAt', 'convertedAt', 'invoiceId', 'revision'],
];
const ADDITIONS = [
  'viewedAt',
  'acceptedBy',
  'declineReason',
  'taxes',
  'sections',
  'reference',
  'metadata',
  'attachments',
  'paymentSchedule',
  'invoices',
  'pricesIncludeTax',
  'invoiceOnAcceptance',
  'show',
  'publicUrl',
];

describeService((service) => {
  const year = () => new Date(service().clock()).getUTCFullYear();

  test('the shortest body returns 201 with every field, null if empty', async () => {
    const api = await service().newAccount();
    const { status, body, headers } = await api.post('/quotes', quoteBody());
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), [...FIELDS, ...ADDITIONS]);
    assert.match(body.id, /^quo_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.equal(headers.get('Location'), `/api/v1/quotes/${body.id}`);
    assert.equal(headers.get('Content-Type'), 'application/json; charset=utf-8');
    const itemFields = ['id', 'description', 'quantity', 'unitPrice', 'taxRate', 'amount'];
    assert.deepEqual(Object.keys(body.items[0]), itemFields);
    const now = service().clock();
    const at = new Date(now).toISOString();
    assert.deepEqual(body, {
      id: body.id,
      number: `Q-${year()}-00001`,
      status: 'DRAFT',
      customerId: 'cus_test',
      title: QUOTE.title,
      description: null,
      items: [
        {
          id: `itm_${body.id.slice(-16)}00`,
          ...{ description: 'Work', quantity: 1, unitPrice: 10_000, taxRate: 0, amount: 10_000 },
        },
      ],
      discountType: null,
      discountValue: null,
      currency: 'EUR',
      subtotal: 10_000,
      discountAmount: 0,
      taxAmount: 0,
      total: 10_000,
      terms: null,
      notes: null,
      validUntil: new Date(now + 30 * DAY).toISOString(),
      createdAt: at,
      updatedAt: at,
      sentAt: null,
      acceptedAt: null,
      declinedAt: null,
      convertedAt: null,
      invoiceId: null,
      revision: 1,
      viewedAt: null,
      acceptedBy: null,
      declineReason: null,
      taxes: [{ rate: 0, net: 10_000, tax: 0 }],
      sections: [],
      reference: null,
      metadata: {},
      attachments: [],
      paymentSchedule: null,
      invoices: [],
      pricesIncludeTax: false,
      invoiceOnAcceptance: false,
      show: { linePrices: true, quantities: true },
      publicUrl: null,
    });
  });

  test('every field that can be given is returned, by create and by get', async () => {
    const api = await service().newAccount();
    const given = {
      title: 'Küche',
      description: 'Einbauküche\nmit Insel',
      items: [{ description: 'Planung', quantity: 2.5, unitPrice: 8000, taxRate: 19 }],
      discountType: 'fixed',
      discountValue: 1000,
      currency: 'CHF',
      terms: '30 Tage',
      notes: 'nur für uns',
      validUntil: '2027-01-31T12:30:00.250Z',
    };
    const created = await createQuote(api, given);
    const { items, ...rest } = given;
    for (const [name, value] of Object.entries(rest)) assert.equal(created[name], value, name);
    assert.deepEqual(created.items, [{ id: created.items[0].id, ...items[0], amount: 20_000 }]);
    const { status, body } = await api.get(`/quotes/${created.id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, created);
    assert.deepEqual(Object.keys(body), Object.keys(created));
  });

  test('null means that an optional field is not given', async () => {
    const api = await service().newAccount();
    const nothing = {
      ...{ description: null, validUntil: null, terms: null, notes: null },
      ...{ discountType: null, discountValue: null, currency: null },
    };
    const plain = await createQuote(api);
    const cleared = await createQuote(api, { ...nothing, items: [{ ...ITEM, taxRate: null }] });
    const { id: _, number: __, items, ...same } = plain;
    assert.deepEqual({ ...cleared, ...same }, cleared);
    assert.deepEqual(cleared.items, [{ ...items[0], id: cleared.items[0].id }]);
  });

  test('validUntil is an instant: an offset is converted to UTC', async () => {
    const api = await service().newAccount();
    for (const [given, kept] of Object.entries({
      '2026-12-31T23:00:00+02:00': '2026-12-31T21:00:00.000Z',
      '2026-12-31T23:00:00.123456Z': '2026-12-31T23:00:00.123Z',
      '2026-12-31T23:00:00-0930': '2027-01-01T08:30:00.000Z',
    })) {
      assert.equal((await createQuote(api, { validUntil: given })).validUntil, kept);
    }
  });

  test('a validUntil in the past is accepted: the quote is a DRAFT', async () => {
    const api = await service().newAccount();
    const { status, validUntil } = await createQuote(api, { validUntil: '2001-01-01T00:00:00Z' });
    assert.equal(status, 'DRAFT');
    assert.equal(validUntil, '2001-01-01T00:00:00.000Z');
  });

  test('currency, terms and validity default to those of the account', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { currency: 'JPY', defaultTerms: 'Net 14', validityDays: 7 });
    const quote = await createQuote(api);
    assert.equal(quote.currency, 'JPY');
    assert.equal(quote.terms, 'Net 14');
    assert.equal(Date.parse(quote.validUntil) - Date.parse(quote.createdAt), 7 * DAY);
    assert.equal((await createQuote(api, { terms: null })).terms, null);
    assert.equal((await createQuote(api, { currency: 'USD' })).currency, 'USD');
  });

  test('a returned quote can be sent back: read-only fields are ignored', async () => {
    const api = await service().newAccount();
    const first = await createQuote(api, { discountType: 'percentage', discountValue: 5 });
    const forged = { ...first, total: 1, subtotal: 'x', id: 7, status: 'ACCEPTED', revision: null };
    const { status, body } = await api.post('/quotes', forged);
    assert.equal(status, 201);
    assert.notEqual(body.id, first.id);
    assert.equal(body.number, `Q-${year()}-00002`);
    assert.equal(body.status, 'DRAFT');
    assert.equal(body.total, first.total);
  });

  test('numbers are sequential per account, follow its settings and are never reused', async () => {
    const api = await service().newAccount();
    const other = await service().newAccount();
    assert.equal((await createQuote(api)).number, `Q-${year()}-00001`);
    const second = await createQuote(api);
    assert.equal(second.number, `Q-${year()}-00002`);
    assert.equal((await createQuote(other)).number, `Q-${year()}-00001`);
    await api.delete(`/quotes/${second.id}`);
    assert.equal((await createQuote(api)).number, `Q-${year()}-00003`);
    // A rejected body uses no number.
    await api.post('/quotes', quoteBody({ title: '' }));
    assert.equal((await createQuote(api)).number, `Q-${year()}-00004`);
    await api.patch('/account', { quoteNumberFormat: 'AN{seq:3}/{year}' });
    assert.equal((await createQuote(api)).number, `AN001/${year()}`);
    await api.patch('/account', { quoteNumberFormat: 'Q-{year}-{seq}' });
    assert.equal((await createQuote(api)).number, `Q-${year()}-5`, 'the same sequence in another format');
  });

  test('a number format that collides with an earlier one gives no number twice', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { quoteNumberFormat: 'A{seq}', invoiceNumberFormat: 'B{seq}' });
    const numbers = new Set<string>();
    for (let index = 0; index < 12; index++) {
      const quote = await createQuote(api);
      numbers.add(quote.number);
      await api.post(`/quotes/${quote.id}/convert-to-invoice`);
    }
    await api.patch('/account', { quoteNumberFormat: 'A1{seq}', invoiceNumberFormat: 'B1{seq}' });
    for (let index = 0; index < 4; index++) {
      const quote = await createQuote(api);
      assert.match(quote.number, /^A1\d+$/);
      numbers.add(quote.number);
      const { status } = await api.post(`/quotes/${quote.id}/convert-to-invoice`);
      assert.equal(status, 201);
    }
    assert.equal(numbers.size, 16);
  });

  test('the year of a number is the year in the time zone of the account', async () => {
    const before = year();
    service().clock.set(Date.parse(`${before}-12-31T23:30:00Z`));
    const utc = await service().newAccount();
    const tokyo = await service().newAccount();
    await tokyo.patch('/account', { timeZone: 'Asia/Tokyo' });
    assert.equal((await createQuote(utc)).number, `Q-${before}-00001`);
    assert.equal((await createQuote(tokyo)).number, `Q-${before + 1}-00001`);
    service().clock.advance(HOUR / 2);
    assert.equal((await createQuote(utc)).number, `Q-${before + 1}-00001`, 'one sequence per year');
  });

  test('identifiers sort by time', async () => {
    const api = await service().newAccount();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      if (index === 3) service().clock.advance(5);
      ids.push((await createQuote(api)).id);
    }
    assert.deepEqual([...ids].sort(), ids);
  });

  test('a read-only key does not see the link', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const { secret } = await service().newKey(api.accountId, 'read');
    const { body } = await service().client(secret).get(`/quotes/${id}`);
    assert.equal('publicUrl' in body, false);
  });
});
