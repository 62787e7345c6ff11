import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNTING, bookRow } from '../../../test/fixtures/books.ts';
import { sampleInvoice } from '../../../test/fixtures/documents.ts';
import { JOURNAL_COLUMNS, toBookRows } from './book-row.ts';

test('a document has a row per rate and category, with the number that its customer has now', () => {
  const { invoice } = sampleInvoice({});
  const taxes = [
    { rate: 0, category: 'intra_eu', net: 100, tax: 0 },
    { rate: 19, net: 200, tax: 38 },
    { rate: 0, net: 300, tax: 0 },
  ] as typeof invoice.taxes;
  const customers = new Map([[invoice.customerId, { debtorNumber: 10_007 }]]) as never;
  const rows = toBookRows({ ...invoice, taxes }, ACCOUNTING, customers);
  assert.deepEqual(
    rows.map(({ rate, category, net, tax, revenue }) => [rate, category, net, tax, revenue?.account]),
    [
      [0, 'intra_eu', 100, 0, '8125'],
      [19, 'standard', 200, 38, '8400'],
      [0, null, 300, 0, undefined],
    ],
  );
  assert.ok(rows.every(({ debtorNumber }) => debtorNumber === 10_007));
  assert.equal(toBookRows(invoice, ACCOUNTING, new Map())[0]?.debtorNumber, null);
  const { name, email, country, taxId } = invoice.customer;
  assert.deepEqual(rows[0]?.invoice.customer, { name, email, country, taxId });
  const { items, ...others } = invoice;
  assert.deepEqual({ ...others, ...rows[0]?.invoice, customer: null }, { ...others, customer: null });
});

test('the journal says what the document says, and credits are negative', () => {
  const cells = (kind: 'INVOICE' | 'CREDIT_NOTE') => {
    const row = bookRow({ invoice: { kind, number: 'X-1', customerId: 'cus_9' }, debtorNumber: 10_009 });
    return Object.values(JOURNAL_COLUMNS).map((cell) => cell(row));
  };
  const row = bookRow();
  const { issueDate, dueDate, currency, customer } = row.invoice;
  const shared = (kind: string) => ['X-1', kind, issueDate, dueDate, 'cus_9', customer.name, 10_009];
  const taxed = [customer.country, customer.taxId, currency, 19, 'standard'];
  const amounts = (sign: string) =>
    ['100.00', '19.00', '119.00'].map((amount) => ({ number: sign + amount }));
  assert.deepEqual(cells('INVOICE'), [...shared('INVOICE'), ...taxed, ...amounts(''), '8400']);
  assert.deepEqual(cells('CREDIT_NOTE'), [...shared('CREDIT_NOTE'), ...taxed, ...amounts('-'), '8400']);
  const unknown = bookRow({ tax: { rate: 3, net: 1, tax: 1 } });
  assert.equal(JOURNAL_COLUMNS.account?.(unknown), undefined);
  assert.deepEqual(Object.keys(JOURNAL_COLUMNS), [
    ...['number', 'kind', 'issueDate', 'dueDate', 'customerId', 'customerName', 'debtorNumber'],
    ...['country', 'taxId', 'currency', 'rate', 'category', 'net', 'tax', 'gross', 'account'],
  ]);
});
