import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNTING, type Booked, bookRow } from '../../../test/fixtures/books.ts';
import { type BookGap, ExportIncomplete, findDatevGaps, findXeroGaps } from './find-gaps.ts';

const SETTINGS = '/account/accounting';
const list = (gaps: BookGap[]) => gaps.map(({ type, path }) => `${type} ${path}`);
const datev = (booked: Booked[], accounting = ACCOUNTING) => findDatevGaps(booked.map(bookRow), accounting);
const xero = (booked: Booked[], accounting = ACCOUNTING) => findXeroGaps(booked.map(bookRow), accounting);

test('a complete file has no gaps', () => {
  assert.deepEqual(datev([{}, { tax: { rate: 7, net: 1, tax: 1 } }]), []);
  assert.deepEqual(xero([{}, { tax: { rate: 7, net: 1, tax: 1 }, debtorNumber: null }]), []);
});

test('DATEV needs the numbers of adviser and client, whatever there is to book', () => {
  const without = { ...ACCOUNTING, adviserNumber: null, clientNumber: null };
  assert.deepEqual(list(datev([], without)), [
    `adviserNumber ${SETTINGS}/adviserNumber`,
    `clientNumber ${SETTINGS}/clientNumber`,
  ]);
  assert.ok(datev([], without).every((gap) => gap.row === undefined));
});

test('a rate without an account is named once, with the first document that has it', () => {
  const taxed = (number: string, rate: number, category?: 'export') => ({
    invoice: { number, id: `inv_${number}` },
    tax: { rate, net: 1, tax: 0, ...(category && { category }) },
  });
  const rows = [taxed('A', 3), taxed('B', 3), taxed('C', 0), taxed('D', 0, 'export'), taxed('E', 0)];
  for (const gaps of [datev(rows), xero(rows)]) {
    assert.deepEqual(
      gaps.map(({ type, path, message, row }) => [type, path, message, row?.invoice.number]),
      [
        ['revenueAccount', `${SETTINGS}/revenueAccounts`, 'has no account for 3 % standard, as in A', 'A'],
        [
          ...['revenueAccount', `${SETTINGS}/revenueAccounts`],
          ...['has no account for 0 % without a category, as in C', 'C'],
        ],
        ['revenueAccount', `${SETTINGS}/revenueAccounts`, 'has no account for 0 % export, as in D', 'D'],
      ],
    );
  }
});

test('an account has the length of the settings, digits only', () => {
  const withAccount = (account: string) => {
    const [first, second] = ACCOUNTING.revenueAccounts as [(typeof ACCOUNTING.revenueAccounts)[0], never];
    const accounting = { ...ACCOUNTING, revenueAccounts: [second, { ...first, account }] };
    const revenue = accounting.revenueAccounts[1];
    return list(findDatevGaps([{ ...bookRow(), revenue }], accounting));
  };
  assert.deepEqual(withAccount('8400'), []);
  for (const account of ['840', '84000', '84x0', 'x8400', ''])
    assert.deepEqual(withAccount(account), [`accountLength ${SETTINGS}/revenueAccounts/1/account`], account);
});

test('a customer without a number is named once, by its encoded identifier', () => {
  const lacking = { invoice: { customerId: 'a/b' }, debtorNumber: null };
  assert.deepEqual(list(datev([lacking, lacking, {}])), ['debtorNumber /customers/a%2Fb/debtorNumber']);
});

test('the number of a debtor has one digit more than accounts', () => {
  for (const debtorNumber of [10_000, 69_999]) assert.deepEqual(datev([{ debtorNumber }]), []);
  for (const debtorNumber of [70_000, 100_000]) {
    const [gap] = datev([{ debtorNumber }]);
    assert.equal(gap?.type, 'debtorNumber');
    assert.match(gap.message, /^must be from 10000 to 69999, as accounts have 4 digits: .* has /);
  }
});

test('DATEV takes euros only', () => {
  const dollars = datev([{ invoice: { currency: 'USD', id: 'inv_9' } }]);
  assert.deepEqual(list(dollars), ['currency /invoices/inv_9/currency']);
});

test('the number of a document fits, and no other document has it', () => {
  const numbered = (...numbers: [id: string, number: string][]) =>
    list(datev(numbers.map(([id, number]) => ({ invoice: { id, number } }))));
  assert.deepEqual(numbered(['inv_1', 'A'.repeat(36)], ['inv_1', 'A'.repeat(36)], ['inv_2', 'B']), []);
  const gap = ['number /invoices/inv_1/number'];
  assert.deepEqual(numbered(['inv_1', 'A'.repeat(37)]), gap, 'too long');
  assert.deepEqual(numbered(['inv_1', '漢 1']), gap, 'no such character');
  assert.deepEqual(numbered(['inv_1', '. §']), gap, 'nothing is left');
  assert.deepEqual(
    numbered(['inv_2', 'RE 1'], ['inv_1', 'RE.1'], ['inv_2', 'RE 1']),
    gap,
    'the same is left',
  );
});

test('Xero needs the name of each tax rate', () => {
  const gaps = xero([{ tax: { rate: 0, net: 1, tax: 0, category: 'intra_eu' } }, {}]);
  assert.deepEqual(list(gaps), [`taxType ${SETTINGS}/revenueAccounts/2/taxType`]);
  assert.match(gaps[0]?.message ?? '', /0 % intra_eu, as in INV-2026-00007$/);
});

test('the error says the first gap and lists all', () => {
  const error = new ExportIncomplete(datev([], { ...ACCOUNTING, adviserNumber: null, clientNumber: null }));
  assert.equal(error.code, 'export_incomplete');
  assert.match(error.message, /\/account\/accounting\/adviserNumber is missing/);
  assert.deepEqual(
    error.errors?.map(({ in: place, path }) => [place, path]),
    [
      ['data', `${SETTINGS}/adviserNumber`],
      ['data', `${SETTINGS}/clientNumber`],
    ],
  );
  assert.equal(error.gaps.length, 2);
});

test('the error lists no more than other errors do, and says that there are more', () => {
  const rows = Array.from({ length: 101 }, (_, n) => ({
    invoice: { currency: 'USD', id: `inv_${n}`, number: `A${n}` },
  }));
  const { errors, gaps, extra } = new ExportIncomplete(datev(rows));
  assert.deepEqual([errors.length, gaps.length, extra], [100, 101, { errorsOmitted: true }]);
  assert.deepEqual(new ExportIncomplete(datev(rows.slice(1))).extra, {});
});
