import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookRow } from '../../../test/fixtures/books.ts';
import { readXeroFile } from '../../../test/support/books/xero-file.ts';
import { composeXero, MAX_XERO_INVOICES } from './xero.ts';

test('a file for Xero has a line per row, with the dates of the country and positive amounts', () => {
  const invoice = { reference: 'PO 7', title: 'Redesign' };
  const read = (country: string | null) =>
    readXeroFile(composeXero([bookRow({ invoice })], country))[0] ?? {};
  const filled = Object.fromEntries(Object.entries(read('DE')).filter(([, value]) => value !== ''));
  assert.deepEqual(filled, {
    ...{ '*ContactName': 'Harbour & Vale Ltd.', EmailAddress: 'accounts@harbourvale.example' },
    ...{ '*InvoiceNumber': 'INV-2026-00007', Reference: 'PO 7', '*Description': 'Redesign' },
    ...{ '*InvoiceDate': '10/03/2026', '*DueDate': '09/04/2026', '*Quantity': '1' },
    ...{ '*UnitAmount': '100.00', TaxAmount: '19.00', Currency: 'EUR' },
    ...{ '*AccountCode': '8400', '*TaxType': '19% VAT' },
  });
  assert.equal(read('US')['*InvoiceDate'], '03/10/2026');
  assert.equal(read(null)['*InvoiceDate'], '10/03/2026');
});

test('a credit note has no due date and positive amounts too', () => {
  const credit = composeXero([bookRow({ invoice: { kind: 'CREDIT_NOTE', dueDate: null } })], null);
  const [row] = readXeroFile(credit, { isCredit: true });
  assert.deepEqual([row?.['*DueDate'], row?.['*UnitAmount']], ['', '100.00']);
});

test('Xero imports at most 500 documents from one file', () => {
  assert.equal(MAX_XERO_INVOICES, 500);
});
