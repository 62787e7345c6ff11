import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUYER, SELLER } from '../fixtures/e-invoice-parties.ts';
import { createQuote, draftInvoice, ITEM } from '../support/api/quotes.ts';
import { findBrokenRules } from '../support/einvoice/check.ts';
import { readPdf } from '../support/pdf/read-pdf.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const ITEMS = [
  { ...ITEM, taxRate: 19, unit: 'h', discountType: 'percentage', discountValue: 10 },
  { ...ITEM, taxRate: 7, quantity: 1.5 },
];
const CONTENT = { items: ITEMS, discountType: 'fixed', discountValue: 999, reference: 'PO 7' };
const FORMATS = ['cii', 'ubl', 'xrechnung', 'peppol'] as const;

async function readXml(api: Client, id: string, format: string): Promise<string> {
  const reply = await api.get(`/invoices/${id}/xml${format && `?format=${format}`}`);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers.get('Content-Type'), 'application/xml');
  return reply.text;
}

async function readAttachments(api: Client, id: string): Promise<Record<string, string>> {
  const { body } = await api.get(`/invoices/${id}/pdf`);
  const pdf = await fetch(body.url);
  assert.equal(pdf.status, 200);
  return (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).attachments;
}

const missing = (found: Json[]) => found.map(({ path, term, where }) => `${path} ${term} ${where}`);

describeOnOneEngine(
  (service) => {
    async function newSeller(more: object = {}): Promise<Client> {
      const api = await service().newAccount();
      assert.equal((await api.patch('/account', { ...SELLER, ...more })).status, 200);
      assert.equal((await api.put('/customers/cus_test', BUYER)).status, 200);
      return api;
    }

    test('recurring items have their periods, which a period of supply contains', async () => {
      const api = await newSeller({ eInvoice: 'xrechnung' });
      const recurring = { ...ITEM, taxRate: 19, recurring: { interval: 'month', periods: 3 } };
      const items = [ITEMS[1], recurring, { ...recurring, recurring: { interval: 'year' } }];
      const quote = { items, recurringFrom: '2026-01-31', reference: 'PO 7' };
      const draft = await draftInvoice(api, quote, { confirm: true });
      const path = `/invoices/${draft.id}`;
      await api.patch(path, { supplyPeriod: { from: '2026-02-01', to: '2027-01-30' } });
      const held = await api.post(`${path}/issue`);
      assert.deepEqual([held.status, held.body.code], [409, 'invoice_incomplete']);
      assert.deepEqual(missing(held.body.errors), ['/supplyPeriod BT-73 invoice']);
      await api.patch(path, { supplyPeriod: null });
      assert.equal((await api.post(`${path}/issue`)).status, 200);
      for (const format of FORMATS.slice(0, 3)) {
        const xml = await readXml(api, draft.id, format);
        assert.deepEqual(findBrokenRules(xml, format), [], format);
      }
      const ubl = await readXml(api, draft.id, 'ubl');
      const periods = [...ubl.matchAll(/<cbc:StartDate>(.*?)<.*?<cbc:EndDate>(.*?)</gs)].map(
        ([, from, to]) => [from, to],
      );
      assert.deepEqual(periods, [
        ['2026-01-31', '2027-01-30'],
        ['2026-01-31', '2026-02-27'],
        ['2026-01-31', '2027-01-30'],
      ]);
    });

    test('a graduated item is one line for its whole quantity, with its steps in the language of the customer', async () => {
      const steps = [0, 10, 100].map((from) => ({ from, unitPrice: 1000 - from }));
      const priced = (kind: string, more: object = {}) => ({
        ...{ description: 'Plätze', quantity: 12.5, taxRate: 19, quantityPrices: { kind, steps } },
        ...more,
      });
      for (const pricesIncludeTax of [false, true]) {
        const api = await newSeller({ eInvoice: 'xrechnung' });
        const off = { discountType: 'percentage', discountValue: 10 };
        const items = [priced('graduated', off), priced('volume'), priced('graduated', { quantity: 3 })];
        const draft = await draftInvoice(api, { items, pricesIncludeTax, reference: 'PO 7' });
        assert.equal((await api.post(`/invoices/${draft.id}/issue`)).status, 200);
        for (const format of FORMATS.slice(0, 3)) {
          const xml = await readXml(api, draft.id, format);
          assert.deepEqual(findBrokenRules(xml, format), [], format);
          assert.equal(xml.match(/bis 10: 10,00/g)?.length, 2, format);
          assert.equal(xml.match(/über 100: 9,00/g)?.length, 2, 'and not of the volume price');
        }
        const ubl = await readXml(api, draft.id, 'ubl');
        const prices = [...ubl.matchAll(/<cbc:PriceAmount[^>]*>(.*?)<.*?<\/cac:Price>/gs)].map(
          ([all, price]) => [price, /BaseQuantity[^>]*>(.*?)</.exec(all)?.[1]],
        );
        // 10 × 10.00 + 2.5 × 9.90, and 12.5 × 9.90.
        const net = [
          ['124.75', '12.5'],
          ['9.90', undefined],
          ['10.00', undefined],
        ];
        if (!pricesIncludeTax) assert.deepEqual(prices, net);
        else
          assert.deepEqual(
            prices.map(([, base]) => base),
            ['12.5', '12.5', '3'],
          );
      }
    });

    test('an issued invoice can be read in every format, and its data never changes', async () => {
      const api = await newSeller();
      const { id } = await draftInvoice(api, CONTENT);
      const early = await api.get(`/invoices/${id}/xml?format=cii`);
      assert.deepEqual([early.status, early.body.code], [409, 'invoice_not_issued']);
      const { body: issued } = await api.post(`/invoices/${id}/issue`);
      assert.equal(issued.eInvoice, null);
      assert.deepEqual(await readAttachments(api, id), {});
      const before: Record<string, string> = {};
      for (const format of FORMATS.slice(0, 3)) {
        before[format] = await readXml(api, id, format);
        assert.deepEqual(findBrokenRules(before[format], format), [], format);
      }
      assert.match(before.ubl ?? '', /<cbc:BuyerReference>04011000-12345-03</);
      assert.match(before.ubl ?? '', /<cbc:AllowanceChargeReason>Rabatt</);
      assert.match(before.ubl ?? '', /<cbc:PrepaidAmount currencyID="EUR">0\.00</);

      await api.post(`/invoices/${id}/payments`, { amount: issued.total });
      await api.put('/customers/cus_test', { name: 'Renamed' });
      await api.patch('/account', { name: 'Renamed', bank: null, eInvoice: 'xrechnung' });
      for (const format of FORMATS.slice(0, 3)) assert.equal(await readXml(api, id, format), before[format]);
      assert.equal(await readXml(api, id, ''), before.cii, 'the default');
      const unknown = await api.get(`/invoices/${id}/xml?format=edifact`);
      assert.deepEqual([unknown.status, unknown.body.errors[0].path], [400, '/format']);
      assert.equal((await api.get('/invoices/inv_none/xml')).status, 404);
      assert.equal((await api.get('/invoices/inv_none/readiness')).status, 404);
    });

    test('an incomplete invoice is never returned, and the errors say what is missing and where', async () => {
      const api = await newSeller();
      const { id } = await draftInvoice(api, CONTENT);
      await api.patch('/customers/cus_test', { city: null });
      const wanted = ['/customer/city BT-52 customer', '/account/electronicAddress BT-34 account'];
      const ready = (await api.get(`/invoices/${id}/readiness?format=xrechnung`)).body;
      assert.deepEqual(
        [ready.format, ready.ready, missing(ready.missing)],
        ['xrechnung', false, wanted.slice(0, 1)],
      );
      const peppol = (await api.get(`/invoices/${id}/readiness?format=peppol`)).body;
      assert.deepEqual(missing(peppol.missing), wanted);
      const { body } = await api.get(`/invoices/${id}/readiness`);
      assert.deepEqual(body, { format: 'cii', ready: true, missing: [] });
      await api.post(`/invoices/${id}/issue`);
      const refused = await api.get(`/invoices/${id}/xml?format=xrechnung`);
      assert.deepEqual([refused.status, refused.body.code], [409, 'invoice_incomplete']);
      assert.deepEqual(refused.body.errors, [
        { in: 'data', path: '/customer/city', message: 'must be set', term: 'BT-52', where: 'customer' },
      ]);
    });

    test('an account that issues electronic invoices issues complete ones only, with the XML in the PDF', async () => {
      const api = await newSeller({ eInvoice: 'xrechnung', phone: null });
      const { id } = await draftInvoice(api, CONTENT);
      const refused = await api.post(`/invoices/${id}/issue`);
      assert.deepEqual([refused.status, refused.body.code], [409, 'invoice_incomplete']);
      assert.deepEqual(missing(refused.body.errors), ['/account/phone BT-42 account']);
      assert.equal((await api.get(`/invoices/${id}`)).body.status, 'DRAFT');
      await api.patch('/account', { phone: SELLER.phone });
      const issued = await api.post(`/invoices/${id}/issue`);
      assert.deepEqual([issued.status, issued.body.eInvoice], [200, 'xrechnung']);
      const written = await service().db.read.get<{ issued_xml: string }>(
        'SELECT issued_xml FROM invoices WHERE id = ?',
        id,
      );
      assert.equal(await readXml(api, id, ''), written?.issued_xml);
      const xml = await readXml(api, id, 'cii');
      assert.deepEqual(await readAttachments(api, id), { 'factur-x.xml': xml });
      assert.match(await readXml(api, id, ''), /xrechnung_3\.0/);

      const credit = await api.post(`/invoices/${id}/credit`, { amount: 1000, reason: 'Returned' });
      assert.deepEqual([credit.status, credit.body.eInvoice], [201, 'xrechnung'], credit.text);
      const note = await readXml(api, credit.body.id, 'xrechnung');
      assert.deepEqual(findBrokenRules(note, 'xrechnung'), []);
      assert.match(note, /<cbc:CreditNoteTypeCode>381</);
      const number = issued.body.number;
      assert.match(note, new RegExp(`<cac:InvoiceDocumentReference><cbc:ID>${number}</cbc:ID>`));
      assert.deepEqual(await readAttachments(api, credit.body.id), {
        'factur-x.xml': await readXml(api, credit.body.id, 'cii'),
      });
      // Both are the ones that issuing wrote: what a later version would write differently is not written again.
      await service().db.write((tx) => tx.run("UPDATE invoices SET issued_xml = '<kept/>' WHERE id = ?", id));
      assert.equal(await readXml(api, id, ''), '<kept/>');
      assert.equal(await readXml(api, id, 'xrechnung'), '<kept/>');
      assert.match(await readXml(api, id, 'ubl'), /^<\?xml/);
      await service().db.write((tx) =>
        tx.run("UPDATE invoices SET issued_xml = '<kept/>' WHERE id = ?", credit.body.id),
      );
      assert.equal(await readXml(api, credit.body.id, 'xrechnung'), '<kept/>');
      await api.patch('/customers/cus_test', { city: null });
      assert.equal((await api.post(`/invoices/${id}/credit`)).body.code, 'invoice_incomplete');
      await api.patch('/customers/cus_test', { eInvoiceFormat: 'none' });
      assert.equal((await api.post(`/invoices/${id}/credit`)).body.eInvoice, null);
    });

    test('an untaxed item of an older quote gets the category that the account states later', async () => {
      const api = await newSeller({ eInvoice: 'factur-x' });
      const { id } = await draftInvoice(api);
      const refused = await api.post(`/invoices/${id}/issue`);
      assert.deepEqual(missing(refused.body.errors), ['/items/0/taxCategory BT-151 quote']);
      await api.patch('/account', { zeroTaxCategory: 'small_business' });
      assert.equal((await api.get(`/invoices/${id}/readiness`)).body.ready, true);
      const { body } = await api.post(`/invoices/${id}/issue`);
      assert.deepEqual(body.taxes, [{ rate: 0, net: 10_000, tax: 0, category: 'small_business' }]);
      assert.match(await readXml(api, id, 'cii'), /<ram:ExemptionReason>.*§ 19 UStG/);
    });

    test('a customer says what its electronic invoices lack, before there is one', async () => {
      const api = await newSeller({ eInvoice: 'xrechnung' });
      const path = '/customers/cus_test';
      const saved = await api.put(path, { ...BUYER, postalCode: null });
      const lacks = ['/customer/postalCode BT-53 customer'];
      assert.deepEqual([saved.body.eInvoice.ready, missing(saved.body.eInvoice.missing)], [false, lacks]);
      const read = await api.get(path);
      assert.deepEqual(read.body, saved.body);
      assert.equal(read.headers.get('ETag'), saved.headers.get('ETag'));
      const patched = await api.patch(path, { ...read.body, postalCode: '28195' });
      assert.deepEqual(patched.body.eInvoice, { ready: true, missing: [] });

      const etag = patched.headers.get('ETag') ?? '';
      assert.equal((await api.get(path, { headers: { 'If-None-Match': etag } })).status, 304);
      await api.patch('/account', { contactName: null });
      const stale = await api.get(path, { headers: { 'If-None-Match': etag } });
      assert.deepEqual(missing(stale.body.eInvoice.missing), ['/account/contactName BT-41 account']);
      const change = { headers: { 'If-Match': etag } };
      const none = await api.patch(path, { eInvoiceFormat: 'none' }, change);
      assert.deepEqual([none.status, none.body.eInvoice], [200, null]);
      const { body: list } = await api.get('/customers');
      assert.ok(!('eInvoice' in list.data[0]));
    });

    test('stages and prices with tax are electronic invoices, too', async () => {
      const api = await newSeller({ eInvoice: 'factur-x', pricesIncludeTax: true });
      const paymentSchedule = [
        { label: 'Deposit', type: 'percentage', value: 33.33, due: { when: 'acceptance' } },
        { label: 'Rest', type: 'rest', due: { when: 'completion' } },
      ];
      const { id } = await createQuote(api, { ...CONTENT, paymentSchedule });
      await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
      const numbers: string[] = [];
      for (const stage of [0, 1]) {
        const { body } = await api.post(`/quotes/${id}/convert-to-invoice`, { stage });
        assert.equal((await api.post(`/invoices/${body.id}/issue`)).status, 200);
        const xml = await readXml(api, body.id, 'cii');
        assert.deepEqual(findBrokenRules(xml, 'cii'), []);
        const referred = [...xml.matchAll(/<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>([^<]+)/g)];
        assert.deepEqual(
          referred.map(([, number]) => number),
          numbers,
        );
        numbers.push(body.number);
      }
    });
  },
  { documents: 'typeset' },
);
