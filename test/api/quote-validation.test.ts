import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorPaths, ITEM, quoteBody } from '../support/api/quotes.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const items = (more: object) => ({ items: [{ ...ITEM, ...more }] });
/** One code point, two UTF-16 units, four bytes. */
const CLEF = '𝄞';

const ACCEPTED: Record<string, object> = {
  'title of one character': { title: 'x' },
  'title of 200 characters': { title: 'x'.repeat(200) },
  'title of 200 code points outside the basic plane': { title: CLEF.repeat(200) },
  'empty texts': { description: '', terms: '', notes: '' },
  'texts of 20,000 code points': { description: CLEF.repeat(20_000), terms: 'x'.repeat(20_000) },
  'notes of 20,000 characters': { notes: 'x'.repeat(20_000) },
  'item description of 2,000 code points': items({ description: CLEF.repeat(2000) }),
  'the smallest quantity': items({ quantity: 0.0001 }),
  'the largest quantity': items({ quantity: 1_000_000_000, unitPrice: 1 }),
  'a quantity with four decimals': items({ quantity: 999_999_999.9999, unitPrice: 1 }),
  'a price of nothing': items({ unitPrice: 0 }),
  'the largest price': items({ unitPrice: 1_000_000_000_000 }),
  'a rate of nothing': items({ taxRate: 0 }),
  'a rate with four decimals': items({ taxRate: 19.6875 }),
  'a rate of 100': items({ taxRate: 100 }),
  '1,000 items': { items: Array.from({ length: 1000 }, () => ITEM) },
  'a percentage of 0': { discountType: 'percentage', discountValue: 0 },
  'a percentage of 100': { discountType: 'percentage', discountValue: 100 },
  'a fixed discount of 0': { discountType: 'fixed', discountValue: 0 },
  'a fixed discount larger than the subtotal': { discountType: 'fixed', discountValue: MAX_SAFE },
  'a total of exactly 2^53-1': {
    items: [
      { ...ITEM, quantity: 9007, unitPrice: 1_000_000_000_000 },
      { ...ITEM, quantity: 1, unitPrice: 199_254_740_991 },
    ],
  },
};

/** Invalid bodies, with the paths that the response must report. */
const REFUSED: Record<string, [body: object, ...paths: string[]]> = {
  'no customer': [{ customerId: undefined }, '/customerId'],
  'no title': [{ title: undefined }, '/title'],
  'no items': [{ items: undefined }, '/items'],
  'an empty title': [{ title: '' }, '/title'],
  'a title of spaces': [{ title: ' \u00a0\n' }, '/title'],
  'a title of 201 characters': [{ title: 'x'.repeat(201) }, '/title'],
  'a title of 201 code points': [{ title: CLEF.repeat(201) }, '/title'],
  'a title that is no text': [{ title: 5 }, '/title'],
  'a title of null': [{ title: null }, '/title'],
  'a description of 20,001 characters': [{ description: 'x'.repeat(20_001) }, '/description'],
  'terms of 20,001 characters': [{ terms: 'x'.repeat(20_001) }, '/terms'],
  'notes of 20,001 characters': [{ notes: 'x'.repeat(20_001) }, '/notes'],
  'an empty list of items': [{ items: [] }, '/items'],
  '1,001 items': [{ items: Array.from({ length: 1001 }, () => ITEM) }, '/items'],
  'items that are no list': [{ items: {} }, '/items'],
  'an item that is no object': [{ items: [null] }, '/items/0'],
  'an item without its fields': [
    { items: [ITEM, {}] },
    ...['/items/1/description', '/items/1/quantity', '/items/1/unitPrice'],
  ],
  'an empty item description': [items({ description: '' }), '/items/0/description'],
  'an item description of spaces': [items({ description: '\t ' }), '/items/0/description'],
  'an item description of 2,001': [items({ description: 'x'.repeat(2001) }), '/items/0/description'],
  'a quantity of 0': [items({ quantity: 0 }), '/items/0/quantity'],
  'a negative quantity': [items({ quantity: -1 }), '/items/0/quantity'],
  'a quantity with five decimals': [items({ quantity: 0.00001 }), '/items/0/quantity'],
  'a quantity in text': [items({ quantity: '1' }), '/items/0/quantity'],
  'too large a quantity': [items({ quantity: 1_000_000_001 }), '/items/0/quantity'],
  'slightly too large a quantity': [items({ quantity: 1_000_000_000.0001 }), '/items/0/quantity'],
  'a negative price': [items({ unitPrice: -1 }), '/items/0/unitPrice'],
  'a price with decimals': [items({ unitPrice: 9.99 }), '/items/0/unitPrice'],
  'too large a price': [items({ unitPrice: 1_000_000_000_001 }), '/items/0/unitPrice'],
  'a negative rate': [items({ taxRate: -1 }), '/items/0/taxRate'],
  'a rate with five decimals': [items({ taxRate: 7.00001 }), '/items/0/taxRate'],
  'an unknown field': [{ titel: 'Garden' }, '/titel'],
  'an unknown field of an item': [items({ price: 5 }), '/items/0/price'],
  'a field named like a part of every object': [{ constructor: 1, toString: 1 }, '/constructor', '/toString'],
  'a type of discount without a value': [{ discountType: 'fixed' }, '/discountValue'],
  'a value of discount without a type': [{ discountValue: 5 }, '/discountType'],
  'an unknown type of discount': [{ discountType: 'PERCENTAGE', discountValue: 5 }, '/discountType'],
  'a percentage over 100': [{ discountType: 'percentage', discountValue: 101 }, '/discountValue'],
  'a percentage with decimals': [{ discountType: 'percentage', discountValue: 2.5 }, '/discountValue'],
  'a negative discount': [{ discountType: 'fixed', discountValue: -1 }, '/discountValue'],
  'a currency in small letters': [{ currency: 'eur' }, '/currency'],
  'an unknown currency': [{ currency: 'ABC' }, '/currency'],
  'a validUntil that is no date': [{ validUntil: 'tomorrow' }, '/validUntil'],
  'a day that does not exist': [{ validUntil: '2026-02-30T00:00:00Z' }, '/validUntil'],
  'an hour that does not exist': [{ validUntil: '2026-02-20T25:00:00Z' }, '/validUntil'],
  'a validUntil without an offset': [{ validUntil: '2026-02-20T10:00:00' }, '/validUntil'],
  'a validUntil as a number': [{ validUntil: 1_800_000_000_000 }, '/validUntil'],
  'a line that is too large': [
    { items: [ITEM, { ...ITEM, quantity: 1_000_000, unitPrice: 1_000_000_000_000 }] },
    '/items/1',
  ],
  'a sum that is too large': [
    {
      items: [
        { ...ITEM, quantity: 9007, unitPrice: 1_000_000_000_000 },
        { ...ITEM, quantity: 1, unitPrice: 199_254_740_992 },
      ],
    },
    '/items',
  ],
  'a total that is too large with its tax': [
    { items: [{ ...ITEM, quantity: 9007, unitPrice: 1_000_000_000_000, taxRate: 1 }] },
    '/items',
  ],
};

describeOnOneEngine((service) => {
  let api: TestAccount;
  const account = async () => {
    api ??= await service().newAccount();
    return api;
  };

  for (const [name, more] of Object.entries(ACCEPTED)) {
    test(`accepts ${name}`, async () => {
      const given = quoteBody(more);
      const { status, body, text } = await (await account()).post('/quotes', given);
      assert.equal(status, 201, text);
      for (const [field, value] of Object.entries(given)) {
        if (field === 'items') continue;
        assert.equal(body[field], value, field);
      }
      for (const [line, item] of (given.items as object[]).entries()) {
        assert.deepEqual({ ...body.items[line], ...item }, body.items[line]);
      }
      assert.ok(Number.isSafeInteger(body.total) && body.total >= 0);
    });
  }

  for (const [name, [more, ...paths]] of Object.entries(REFUSED)) {
    test(`rejects ${name}`, async () => {
      const reply = await (await account()).post('/quotes', quoteBody(more));
      assert.deepEqual(errorPaths(reply), [...paths].sort());
      assert.equal(reply.body.code, 'validation_failed');
    });
  }

  test('a PATCH follows the same rules', async () => {
    const own = await account();
    const { body } = await own.post('/quotes', quoteBody());
    for (const [name, [more, ...paths]] of Object.entries(REFUSED)) {
      const patch = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
      if (Object.keys(patch).length === 0) continue;
      const reply = await own.patch(`/quotes/${body.id}`, patch);
      assert.deepEqual(errorPaths(reply), [...paths].sort(), name);
    }
    const { body: unchanged } = await own.get(`/quotes/${body.id}`);
    assert.deepEqual(unchanged, body);
  });

  test('an unsupported currency returns the supported ones', async () => {
    const api = await service().newAccount();
    for (const currency of ['CLF', 'UYW', 'COU', 'MXV', 'DEM', 'ABC']) {
      const { status, body } = await api.post('/quotes', quoteBody({ currency }));
      const [{ message }] = body.errors;
      assert.equal(status, 400);
      assert.match(message, /supported ISO 4217 codes: AED, .*CHF, .*EUR, .*USD/);
      assert.equal(message.includes(currency), false);
      const list = await api.get(`/quotes?currency=${currency}`);
      assert.equal(list.body.errors[0].message, message);
    }
  });

  test('all errors are reported together', async () => {
    const reply = await (await account()).post('/quotes', {
      customerId: 'cus_unknown',
      title: '',
      items: [{ description: '', quantity: 0, unitPrice: -1, taxRate: 'x', colour: 'red' }],
      discountType: 'some',
      discountValue: -1,
      currency: '€',
      validUntil: 'never',
      descriptoin: 'misspelt',
    });
    assert.deepEqual(errorPaths(reply), [
      ...['/currency', '/customerId', '/descriptoin', '/discountType', '/discountValue'],
      ...['/items/0/colour', '/items/0/description', '/items/0/quantity', '/items/0/taxRate'],
      ...['/items/0/unitPrice', '/title', '/validUntil'],
    ]);
    for (const { message } of reply.body.errors)
      assert.match(message, /^(must|is|has|names|may|does|results) /);
  });

  test('an unknown customer is a 400 with its own code, on create and on update', async () => {
    const own = await account();
    const created = await own.post('/quotes', quoteBody({ customerId: 'cus_nobody' }));
    assert.deepEqual(errorPaths(created), ['/customerId']);
    assert.equal(created.body.code, 'customer_unknown');
    const { body } = await own.post('/quotes', quoteBody());
    const patched = await own.patch(`/quotes/${body.id}`, { customerId: 'cus_nobody' });
    assert.equal(patched.status, 400);
    assert.equal(patched.body.code, 'customer_unknown');
  });

  test("another account's customer is unknown", async () => {
    const other = await service().newAccount();
    await other.put('/customers/cus_theirs', { name: 'Theirs' });
    const { status, body } = await (await account()).post('/quotes', quoteBody({ customerId: 'cus_theirs' }));
    assert.equal(status, 400);
    assert.equal(body.code, 'customer_unknown');
  });
});
