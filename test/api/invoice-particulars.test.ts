import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftInvoice } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const TAXED = { items: [{ description: 'Work', quantity: 1, unitPrice: 100_000, taxRate: 19 }] };
const PLACE = { street: 'Weg 1', postalCode: '10115', city: 'Berlin', country: 'DE' };

const issue = async (api: Client, id: string) => (await api.post(`/invoices/${id}/issue`)).body;
const paths = ({ warnings }: Json): string[] => warnings.map(({ path }: Json) => path);

describeOnOneEngine((service) => {
  test('issuing warns about what the law of the country requires, and a repeat does too', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { country: 'DE', currency: 'EUR' });
    const { id } = await draftInvoice(api, TAXED);
    const issued = await issue(api, id);
    assert.deepEqual(paths(issued), [
      '/account/street',
      '/account/taxNumber',
      '/customer/street',
      '/supplyDate',
    ]);
    assert.match(issued.warnings[3].message, /the date or period of supply is missing.*§ 14 Abs\. 4 UStG/);
    assert.deepEqual((await issue(api, id)).warnings, issued.warnings);
    await api.patch('/account', { ...PLACE, taxId: 'DE1' });
    assert.deepEqual((await issue(api, id)).warnings, issued.warnings, 'the invoice is as it was issued');
    const { warnings: _, ...stored } = issued;
    assert.deepEqual((await api.get(`/invoices/${id}`)).body, stored);
    assert.equal((await api.patch(`/invoices/${id}`, issued)).status, 200, 'a response can be sent back');
  });

  test('an invoice that has every particular is issued without warnings', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { ...PLACE, taxNumber: '12/345', currency: 'EUR' });
    await api.put('/customers/c', { name: 'C', ...PLACE });
    const draft = await draftInvoice(api, { ...TAXED, customerId: 'c' });
    await api.patch(`/invoices/${draft.id}`, { supplyDate: '2026-03-01' });
    assert.deepEqual((await issue(api, draft.id)).warnings, []);
    const elsewhere = await service().newAccount();
    assert.deepEqual((await issue(elsewhere, (await draftInvoice(elsewhere)).id)).warnings, [], 'no country');
  });

  test('a period of supply contains those of the items, and they suffice without one', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { ...PLACE, taxNumber: '12/345', currency: 'EUR' });
    await api.put('/customers/c', { name: 'C', ...PLACE });
    const recurring = { interval: 'month', periods: 12 };
    const [care] = TAXED.items;
    const items = [care, { ...care, recurring }];
    const quote = { customerId: 'c', items, recurringFrom: '2026-01-31' };
    const given = { supplyPeriod: { from: '2026-02-01', to: '2026-02-28' } };
    const { id } = await draftInvoice(api, quote, { ...given, confirm: true });
    const refused = await api.post(`/invoices/${id}/issue`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'invoice_incomplete'], refused.text);
    assert.deepEqual(
      refused.body.errors.map(({ path }: Json) => path),
      ['/supplyPeriod'],
    );
    const owner = await signIn(service(), { accountId: api.accountId });
    const { text } = await owner.page(`/${api.accountId}/invoices/${id}`);
    assert.match(text, /edit#f-supplyFrom">The period of supply does not contain the periods of all items/);
    await api.patch(`/invoices/${id}`, { supplyPeriod: { from: '2026-01-31', to: '2026-02-28' } });
    assert.equal((await api.post(`/invoices/${id}/issue`)).status, 200);
    assert.equal((await api.get(`/invoices/${id}/xml?format=cii`)).status, 200);
    const plain = await draftInvoice(api, quote, { confirm: true });
    assert.deepEqual((await issue(api, plain.id)).warnings, [], 'the items say when');
    const part = (await api.post(`/invoices/${plain.id}/credit`, { amount: 100 })).body;
    assert.deepEqual(part.supplyPeriod, { from: '2026-01-31', to: '2026-02-27' });
  });

  test('an invoice has the terms of the account, not those of the quote', async () => {
    const api = await service().newAccount();
    assert.equal((await draftInvoice(api, { terms: 'Valid for 14 days' })).terms, null);
    await api.patch('/account', { invoiceTerms: 'Payable within 30 days' });
    assert.equal((await draftInvoice(api, { terms: 'Valid for 14 days' })).terms, 'Payable within 30 days');
    assert.equal((await draftInvoice(api, {}, { terms: 'Now' })).terms, 'Now');
    assert.equal((await draftInvoice(api, {}, { terms: null })).terms, null);
  });

  test('an invoice keeps the particulars of the customer when it is issued', async () => {
    const api = await service().newAccount();
    await api.put('/customers/c', { name: 'C', ...PLACE, buyerReference: 'L-1' });
    const { id } = await draftInvoice(api, { customerId: 'c' });
    await issue(api, id);
    await api.patch('/customers/c', { city: 'Bonn' });
    const { customer } = (await api.get(`/invoices/${id}`)).body;
    assert.deepEqual(
      [customer.city, customer.buyerReference, customer.eInvoiceFormat],
      ['Berlin', 'L-1', null],
    );
  });

  test('reverse charge and intra-EU supplies are not issued without what they depend on', async () => {
    const api = await service().newAccount();
    await api.patch('/account', { country: 'DE', taxId: null });
    await api.put('/customers/c', { name: 'C', ...PLACE, country: 'FR' });
    const make = (taxCategory: string) =>
      draftInvoice(api, {
        items: [{ description: 'Work', quantity: 1, unitPrice: 100, taxRate: 0, taxCategory }],
        customerId: 'c',
      });
    const [charge, goods, abroad] = [
      await make('reverse_charge'),
      await make('intra_eu'),
      await make('export'),
    ];
    const errorsOf = async (id: string) => {
      const reply = await api.post(`/invoices/${id}/issue`);
      if (reply.status === 200) return [];
      assert.deepEqual([reply.status, reply.body.code], [409, 'invoice_incomplete'], reply.text);
      return reply.body.errors.map(({ in: place, path }: Json) => [place, path].join(' '));
    };
    const ids = ['data /account/taxId', 'data /customer/taxId'];
    assert.deepEqual(await errorsOf(charge.id), ids);
    assert.deepEqual(await errorsOf(goods.id), [...ids, 'data /supplyDate']);
    assert.deepEqual(await errorsOf(abroad.id), []);
    assert.equal((await api.get(`/invoices/${goods.id}`)).body.status, 'DRAFT');
    await api.patch('/account', { taxId: 'DE1' });
    await api.patch('/customers/c', { taxId: 'FR1' });
    assert.deepEqual(await errorsOf(charge.id), []);
    await api.patch(`/invoices/${goods.id}`, { supplyPeriod: { from: '2026-01-01', to: '2026-01-31' } });
    assert.deepEqual(await errorsOf(goods.id), []);
  });
});
