import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeQrBill, formatQrBill } from '../../src/domain/invoice/payment/qr-bill.ts';
import { SWISS_ACCOUNT } from '../fixtures/swiss-invoice.ts';
import { draftInvoice } from '../support/api/quotes.ts';
import { inspectPdf } from '../support/pdf/read-pdf.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const { name: _, ...PARTICULARS } = SWISS_ACCOUNT;
const ADDRESS = { street: PARTICULARS.street, postalCode: PARTICULARS.postalCode, city: PARTICULARS.city };
const NO_ADDRESS = { street: null, postalCode: null, city: null };

describeOnOneEngine(
  (service) => {
    test('an invoice has a QR-bill once the account has a structured address; warnings say so before', async () => {
      const account = await service().newAccount();
      const set = async (change: object) =>
        assert.equal((await account.patch('/account', change)).status, 200);
      await set({ ...PARTICULARS, ...NO_ADDRESS, address: 'Rue du Lac 1268\n2501 Biel' });
      const draft = await draftInvoice(account, { currency: 'CHF' });
      const { body: issued } = await account.post(`/invoices/${draft.id}/issue`);
      assert.match(JSON.stringify(issued.warnings), /no Swiss QR-bill/);

      await set({ ...ADDRESS, address: null });
      const { id } = await draftInvoice(account, { currency: 'CHF' });
      const { body: invoice } = await account.post(`/invoices/${id}/issue`);
      assert.doesNotMatch(JSON.stringify(invoice.warnings), /QR-bill/);
      const read = async (id: string) => {
        const url = `${service().url}/api/v1/invoices/${id}/pdf`;
        const headers = { Authorization: `Bearer ${account.key}`, Accept: 'application/pdf' };
        return (await fetch(url, { headers })).bytes();
      };
      const [without, pdf] = [await read(draft.id), await read(invoice.id)];
      assert.doesNotMatch((await inspectPdf(without)).text, /Payment part|Zahlteil/);
      const { text } = await inspectPdf(pdf);
      assert.match(text, /Receipt[\s\S]*Payment part|Empfangsschein[\s\S]*Zahlteil/);
      const bill = composeQrBill({ ...SWISS_ACCOUNT, name: 'x' }, invoice, invoice.total) ?? assert.fail();
      assert.equal(formatQrBill(bill).split('\n')[28], bill.reference.text);
      assert.ok(text.replaceAll(/\s/g, '').includes(bill.reference.text), text);
      // What was issued keeps its bytes.
      await set({ ...NO_ADDRESS, address: 'Elsewhere' });
      assert.deepEqual(await read(invoice.id), pdf);
    });
  },
  { documents: 'typeset' },
);
