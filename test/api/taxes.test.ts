import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote, draftInvoice, errorPaths, quoteBody } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const WORK = { description: 'Work', quantity: 1, unitPrice: 50_000, taxRate: 19 };
const ABROAD = { description: 'Work abroad', quantity: 2, unitPrice: 10_000, taxCategory: 'reverse_charge' };
const due = { when: 'start' };

async function accountWith(api: Client, settings: object): Promise<void> {
  const { status, text } = await api.patch('/account', settings);
  assert.equal(status, 200, text);
}

const sums = ({ subtotal, discountAmount, taxAmount, total }: Json) => [
  ...[subtotal, discountAmount, taxAmount, total],
];

describeOnOneEngine((service) => {
  test('an item states its category and reason, and taxes have one entry per rate and category', async () => {
    const api = await service().newAccount();
    const items = [
      WORK,
      { ...ABROAD, taxReason: 'Article 196' },
      { ...ABROAD, taxRate: 0, taxReason: 'Section 13b' },
      { ...ABROAD, taxCategory: 'export' },
      { ...WORK, taxRate: 0 },
    ];
    const quote = await createQuote(api, { items });
    assert.deepEqual(quote.taxes, [
      { rate: 0, net: 50_000, tax: 0 },
      { rate: 0, net: 40_000, tax: 0, category: 'reverse_charge', reason: 'Article 196; Section 13b' },
      { rate: 0, net: 20_000, tax: 0, category: 'export' },
      { rate: 19, net: 50_000, tax: 9_500 },
    ]);
    assert.deepEqual(
      quote.items.map(({ taxRate, taxCategory, taxReason }: Json) => [taxRate, taxCategory, taxReason]),
      [
        [19, undefined, undefined],
        [0, 'reverse_charge', 'Article 196'],
        [0, 'reverse_charge', 'Section 13b'],
        [0, 'export', undefined],
        [0, undefined, undefined],
      ],
    );
    const same = await api.patch(`/quotes/${quote.id}`, quote);
    assert.deepEqual([same.status, same.body.updatedAt], [200, quote.updatedAt]);
    const { body: preview } = await api.post('/quotes/preview', quoteBody({ items }));
    assert.deepEqual(preview.taxes, quote.taxes);
  });

  test('a category that does not fit the rate is rejected', async () => {
    const api = await service().newAccount();
    for (const [item, ...paths] of [
      [{ ...WORK, taxCategory: 'reverse_charge' }, '/items/0/taxCategory'],
      [{ ...WORK, taxRate: 0, taxCategory: 'standard' }, '/items/0/taxCategory'],
      [{ ...WORK, taxRate: undefined, taxCategory: 'standard' }, '/items/0/taxCategory'],
      [{ ...WORK, taxCategory: 'reduced' }, '/items/0/taxCategory'],
      [{ ...WORK, taxReason: 'x'.repeat(301) }, '/items/0/taxReason'],
    ] as const) {
      assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items: [item] }))), paths);
    }
    const { taxes } = await createQuote(api, { items: [{ ...WORK, taxCategory: 'standard' }, WORK] });
    assert.deepEqual(taxes, [{ rate: 19, net: 100_000, tax: 19_000, category: 'standard' }]);
  });

  test('a category that the country of the seller does not have is rejected, but stays where it was', async () => {
    const api = await service().newAccount();
    await accountWith(api, { country: 'DE', zeroTaxCategory: 'intra_eu' });
    const items = [WORK, { ...ABROAD, taxCategory: 'intra_eu' }];
    const before = await createQuote(api, { items });
    const moved = await api.patch('/account', { country: 'US' });
    assert.deepEqual(errorPaths(moved), ['/zeroTaxCategory']);
    await accountWith(api, { country: 'US', zeroTaxCategory: null });
    assert.deepEqual(errorPaths(await api.patch('/account', { zeroTaxCategory: 'small_business' })), [
      '/zeroTaxCategory',
    ]);
    const refused = await api.post('/quotes', quoteBody({ items, discountType: 'fixed' }));
    assert.deepEqual(errorPaths(refused).sort(), ['/discountValue', '/items/1/taxCategory']);
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ items }))), ['/items/1/taxCategory']);
    assert.match((await api.post('/quotes', quoteBody({ items }))).text, /country of the account is US/);
    const preview = await api.post('/quotes/preview', quoteBody({ items }));
    assert.deepEqual(errorPaths(preview), ['/items/1/taxCategory']);
    const url = `/quotes/${before.id}`;
    assert.equal((await api.patch(url, { ...before, title: 'Other' })).status, 200, 'sent back as it was');
    const more = await api.patch(url, { items: [...before.items, items[1]] });
    assert.deepEqual(errorPaths(more), ['/items/2/taxCategory']);
  });

  test('the tax of a seller in India has its parts by the place of supply, from the quote to the credit note', async () => {
    const api = await service().newAccount();
    await accountWith(api, { country: 'IN', currency: 'INR', taxId: '29AAPFU0939F1ZV' });
    await api.put('/customers/near', { name: 'Near', country: 'IN', region: 'Karnataka' });
    await api.put('/customers/far', { name: 'Far', country: 'IN', region: 'Kerala' });
    const items = [
      { ...WORK, unitPrice: 1_005, taxRate: 18, optional: true, selected: false },
      { ...WORK, unitPrice: 10_005, taxRate: 5 },
    ];
    const within = (rate: number, tax: number) => [
      { name: 'CGST', rate: rate / 2, tax: Math.ceil(tax / 2) },
      { name: 'SGST', rate: rate / 2, tax: Math.floor(tax / 2) },
    ];
    const quote = await createQuote(api, { customerId: 'near', items });
    assert.deepEqual(quote.taxes, [{ rate: 5, net: 10_005, tax: 500, parts: within(5, 500) }]);
    const { body: preview } = await api.post('/quotes/preview', quoteBody({ customerId: 'near', items }));
    assert.deepEqual(preview.taxes, quote.taxes);
    const url = `/quotes/${quote.id}`;
    const far = await api.patch(url, { customerId: 'far' });
    assert.deepEqual(far.body.taxes[0].parts, [{ name: 'IGST', rate: 5, tax: 500 }]);
    await api.patch(url, { customerId: 'near' });
    await api.post(`${url}/send`, { email: 'a@example.com' });
    await api.patch('/customers/near', { region: 'Kerala' });
    const selection = [{ id: quote.items[0].id, selected: true }];
    const { body: accepted, text } = await api.patch(url, { status: 'ACCEPTED', selection });
    const both = [
      { rate: 5, net: 10_005, tax: 500, parts: within(5, 500) },
      { rate: 18, net: 1_005, tax: 181, parts: within(18, 181) },
    ];
    assert.deepEqual(accepted.taxes, both, text);
    await api.patch('/customers/near', { region: 'Karnataka' });
    const { body: draft } = await api.post(`${url}/convert-to-invoice`);
    assert.deepEqual(draft.taxes, both);
    const { body: issued } = await api.post(`/invoices/${draft.id}/issue`);
    assert.deepEqual(issued.taxes, both);
    assert.ok(!issued.warnings.some(({ message }: Json) => message.includes('CGST and SGST')));
    await api.patch('/customers/near', { region: 'Kerala' });
    const { body: credit } = await api.post(`/invoices/${draft.id}/credit`, { amount: 1_001 });
    for (const { rate, tax, parts } of credit.taxes) assert.deepEqual(parts, within(rate, tax));
    assert.equal(credit.taxes.length, 2);
  });

  test('issuing in India warns if the place of supply is not known', async () => {
    const api = await service().newAccount();
    await accountWith(api, { country: 'IN', currency: 'INR', taxId: '29AAPFU0939F1ZV' });
    await api.put('/customers/c', { name: 'C', country: 'IN', region: 'Cochin' });
    const draft = await draftInvoice(api, { customerId: 'c', items: [{ ...WORK, taxRate: 18 }] });
    const { body } = await api.post(`/invoices/${draft.id}/issue`);
    assert.deepEqual(
      body.taxes[0].parts.map(({ name }: Json) => name),
      ['CGST', 'SGST'],
    );
    const warning = body.warnings.find(({ message }: Json) => message.includes('CGST and SGST'));
    assert.equal(warning?.path, '/customer/region');
  });

  test('a quote that states nothing is as before', async () => {
    const api = await service().newAccount();
    const { items, taxes, pricesIncludeTax } = await createQuote(api, {
      items: [{ ...WORK, taxRate: null }],
    });
    assert.deepEqual(taxes, [{ rate: 0, net: 50_000, tax: 0 }]);
    assert.deepEqual(Object.keys(items[0]), [
      ...['id', 'description', 'quantity', 'unitPrice', 'taxRate', 'amount'],
    ]);
    assert.equal(pricesIncludeTax, false);
  });

  test('the account decides the category of untaxed items and the rate of items without one', async () => {
    const api = await service().newAccount();
    const before = await createQuote(api, { items: [{ ...WORK, taxRate: 0 }] });
    await accountWith(api, { zeroTaxCategory: 'small_business', defaultTaxRate: 8.1 });
    const { taxRate: _, ...unrated } = WORK;
    const items = [{ ...WORK, taxRate: 0 }, { ...WORK, taxRate: 0, taxCategory: 'export' }, unrated, ABROAD];
    const quote = await createQuote(api, { items });
    assert.deepEqual(quote.taxes, [
      { rate: 0, net: 50_000, tax: 0, category: 'small_business' },
      { rate: 0, net: 20_000, tax: 0, category: 'reverse_charge' },
      { rate: 0, net: 50_000, tax: 0, category: 'export' },
      { rate: 8.1, net: 50_000, tax: 4_050 },
    ]);

    // An item that is sent back stays as it was; a new one follows the account.
    const path = `/quotes/${before.id}`;
    const same = (await api.patch(path, { items: before.items })).body;
    assert.equal(same.updatedAt, before.updatedAt);
    const more = (await api.patch(path, { items: [...before.items, { ...WORK, taxRate: 0 }] })).body;
    assert.deepEqual(more.taxes, [
      { rate: 0, net: 50_000, tax: 0 },
      { rate: 0, net: 50_000, tax: 0, category: 'small_business' },
    ]);
    await accountWith(api, { zeroTaxCategory: null, defaultTaxRate: null });
    assert.deepEqual((await api.get(`/quotes/${quote.id}`)).body, quote, 'it is stored');
  });

  test('rules see the rate and the prices that the account decides', async () => {
    const api = await service().newAccount();
    await accountWith(api, { defaultTaxRate: 20 });
    const { taxRate: _, ...unrated } = WORK;
    const stage = (value: number) => ({ label: 'All', type: 'fixed', value, due });
    const post = (body: object) => api.post('/quotes', quoteBody({ items: [unrated], ...body }));
    assert.equal((await post({ paymentSchedule: [stage(60_000)] })).status, 201);
    assert.deepEqual(errorPaths(await post({ paymentSchedule: [stage(50_000)] })), ['/paymentSchedule']);
    assert.equal((await post({ items: [{ ...unrated, taxCategory: 'standard' }] })).status, 201);
    await accountWith(api, { pricesIncludeTax: true });
    assert.equal((await post({ paymentSchedule: [stage(50_000)] })).status, 201);
    assert.deepEqual(errorPaths(await post({ paymentSchedule: [stage(60_000)] })), ['/paymentSchedule']);
    // The largest total fits only while the tax is inside.
    const large = { ...unrated, quantity: 9_000, unitPrice: 1_000_000_000_000 };
    assert.equal((await post({ items: [large] })).status, 201);
    assert.equal((await post({ items: [{ ...large, quantity: 9_100 }] })).status, 400);
    await accountWith(api, { pricesIncludeTax: false });
    for (const path of ['/quotes', '/quotes/preview']) {
      assert.deepEqual(errorPaths(await api.post(path, quoteBody({ items: [large] }))), ['/items']);
    }
  });

  test('prices may include tax', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api, { items: [WORK], pricesIncludeTax: true });
    assert.deepEqual(sums(quote), [50_000, 0, 7_983, 50_000]);
    assert.deepEqual(quote.taxes, [{ rate: 19, net: 42_017, tax: 7_983 }]);
    assert.equal(quote.items[0].amount, 50_000);
    const path = `/quotes/${quote.id}`;
    const off = (await api.patch(path, { discountType: 'fixed', discountValue: 5_000 })).body;
    assert.deepEqual(sums(off), [50_000, 5_000, 7_185, 45_000]);
    const net = (await api.patch(path, { pricesIncludeTax: false })).body;
    assert.deepEqual(sums(net), [50_000, 5_000, 8_550, 53_550]);
    assert.deepEqual(errorPaths(await api.patch(path, { pricesIncludeTax: 'yes' })), ['/pricesIncludeTax']);
    await accountWith(api, { pricesIncludeTax: true });
    assert.equal((await api.get(path)).body.pricesIncludeTax, false, 'the account decides for new quotes');
    assert.equal((await api.patch(path, { pricesIncludeTax: null })).body.pricesIncludeTax, true);
    assert.equal((await createQuote(api, { items: [WORK] })).total, 50_000);
    const copy = await api.post(`${path}/duplicate`, undefined);
    assert.deepEqual(sums(copy.body), sums(off));
    const { body: preview } = await api.post('/quotes/preview', quoteBody({ items: [WORK] }));
    assert.deepEqual([preview.total, preview.pricesIncludeTax], [50_000, true]);
  });

  test('whether prices include tax is content', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api, { items: [WORK] });
    assert.equal((await api.post(`/quotes/${id}/send`)).body.revision, 1);
    assert.equal((await api.patch(`/quotes/${id}`, { pricesIncludeTax: true })).body.revision, 2);
  });

  test('invoices have the categories and prices of the quote, whole and by stage', async () => {
    const api = await service().newAccount();
    const items = [WORK, { ...ABROAD, taxReason: 'Article 196' }];
    const stages = [
      { label: 'Deposit', type: 'percentage', value: 30, due },
      { label: 'Rest', type: 'rest', due },
    ];
    const body = { items, paymentSchedule: stages, pricesIncludeTax: true };
    const quote = await createQuote(api, body);
    assert.deepEqual(
      quote.paymentSchedule.map(({ amount }: Json) => amount),
      [21_000, 49_000],
    );
    await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
    const convert = (stage?: number) => api.post(`/quotes/${quote.id}/convert-to-invoice`, { stage });
    const { body: first } = await convert(0);
    const abroad = { category: 'reverse_charge', reason: 'Article 196' };
    assert.deepEqual(first.taxes, [
      { rate: 0, net: 6_000, tax: 0, ...abroad },
      { rate: 19, net: 12_605, tax: 2_395 },
    ]);
    assert.deepEqual(sums(first), [21_000, 0, 2_395, 21_000]);
    assert.deepEqual(
      first.items.map(({ unitPrice, amount, taxCategory, taxReason }: Json) => [
        ...[unitPrice, amount, taxCategory, taxReason],
      ]),
      [
        [6_000, 6_000, 'reverse_charge', 'Article 196'],
        [15_000, 15_000, undefined, undefined],
      ],
    );
    const { body: last } = await convert();
    assert.deepEqual(last.taxes, [
      { rate: 0, net: 14_000, tax: 0, ...abroad },
      { rate: 19, net: 29_412, tax: 5_588 },
    ]);
    const whole = await createQuote(api, { items, pricesIncludeTax: true });
    const { body: invoice } = await api.post(`/quotes/${whole.id}/convert-to-invoice`);
    assert.deepEqual([invoice.taxes, sums(invoice)], [whole.taxes, sums(whole)]);
    assert.deepEqual([invoice.pricesIncludeTax, first.pricesIncludeTax], [true, true]);
  });

  test('catalogue items and templates carry categories, reasons and the kind of prices', async () => {
    const api = await service().newAccount();
    await accountWith(api, { defaultTaxRate: 19 });
    const post = async (path: string, body: object) => (await api.post(path, body)).body;
    const abroad = {
      description: 'Abroad',
      unitPrice: 100,
      taxCategory: 'export',
      taxReason: 'Outside the EU',
    };
    const item = await post('/catalogue-items', abroad);
    assert.deepEqual([item.taxRate, item.taxCategory, item.taxReason], [0, 'export', 'Outside the EU']);
    const plain = await post('/catalogue-items', { description: 'At home', unitPrice: 100 });
    assert.deepEqual([plain.taxRate, plain.taxCategory, plain.taxReason], [19, null, null]);
    const path = `/catalogue-items/${item.id}`;
    assert.deepEqual(errorPaths(await api.patch(path, { taxRate: 19 })), ['/taxCategory']);
    assert.equal((await api.patch(path, { taxRate: 19, taxCategory: null })).body.taxRate, 19);
    assert.equal((await api.patch(path, { taxRate: 0, taxCategory: 'export' })).status, 200);
    const bad = await api.post('/catalogue-items', { ...abroad, description: '', taxRate: 19 });
    assert.deepEqual(errorPaths(bad).toSorted(), ['/description', '/taxCategory']);

    const named = (more: object = {}) => ({ catalogueItemId: item.id, quantity: 1, ...more });
    const quote = await createQuote(api, { items: [named(), named({ taxRate: 7 })] });
    assert.deepEqual(quote.taxes, [
      { rate: 0, net: 100, tax: 0, category: 'export', reason: 'Outside the EU' },
      { rate: 7, net: 100, tax: 7 },
    ]);

    const template = await post('/templates', {
      ...{ name: 'Abroad', title: 'Abroad', pricesIncludeTax: true },
      items: [named(), { description: 'Work', quantity: 1, unitPrice: 11_900 }],
    });
    assert.deepEqual([template.pricesIncludeTax, template.items[0].taxCategory], [true, 'export']);
    const made = await post('/quotes', { customerId: 'cus_test', templateId: template.id });
    assert.deepEqual(
      [made.total, made.taxes[0].category, made.taxes[1]],
      [12_000, 'export', { rate: 19, net: 10_000, tax: 1_900 }],
    );
    const net = { customerId: 'cus_test', templateId: template.id, pricesIncludeTax: false };
    assert.equal((await post('/quotes', net)).total, 14_261);
    assert.equal((await post('/templates', { name: 'Plain' })).pricesIncludeTax, null);
  });
});
