import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAX_CATEGORIES } from '../tax/tax-category.ts';
import {
  type Accounting,
  CHARTS,
  completeCategory,
  findAccountingErrors,
  findRevenueAccount,
  getDebtorRange,
  NO_ACCOUNTING,
  patchAccounting,
  proposeAccounts,
} from './accounting.ts';

const entry = (rate: number, category: Accounting['revenueAccounts'][0]['category'], account = '8400') => ({
  ...{ rate, category, account },
  ...{ taxKey: null, taxType: null },
});

test('a patch changes what it names, completes what it replaces, and null resets all', () => {
  const set = patchAccounting(NO_ACCOUNTING, { chart: 'skr04', adviserNumber: 29_098 });
  assert.deepEqual(set, { ...NO_ACCOUNTING, chart: 'skr04', adviserNumber: 29_098 });
  const revenueAccounts = [
    { rate: 19, account: '8400', taxKey: '3', taxType: '19% VAT' },
    { rate: 0, account: '8200' },
    { rate: 0, category: 'export' as const, account: '8120' },
  ];
  const listed = patchAccounting(set, { revenueAccounts });
  assert.deepEqual(listed, {
    ...set,
    revenueAccounts: [
      { ...entry(19, 'standard'), taxKey: '3', taxType: '19% VAT' },
      entry(0, null, '8200'),
      entry(0, 'export', '8120'),
    ],
  });
  const blank = patchAccounting(set, { revenueAccounts: [{ rate: 19, account: '8400', taxType: ' ' }] });
  assert.deepEqual(blank.revenueAccounts, [entry(19, 'standard')]);
  const kept = patchAccounting(listed, { fiscalYearStart: 7 });
  assert.deepEqual(kept, { ...listed, fiscalYearStart: 7 });
  assert.deepEqual(patchAccounting(kept, null), NO_ACCOUNTING);
  assert.deepEqual(NO_ACCOUNTING, {
    ...{ chart: null, revenueAccounts: [], accountLength: 4, firstDebtorNumber: null },
    ...{ adviserNumber: null, clientNumber: null, fiscalYearStart: 1 },
  });
});

test('a rate above 0 is standard, and one of 0 has the category that was stated', () => {
  assert.deepEqual(
    [completeCategory(0.1, null), completeCategory(0, null), completeCategory(0, undefined)],
    ['standard', null, null],
  );
  assert.deepEqual([completeCategory(0, 'zero'), completeCategory(19, 'zero')], ['zero', 'zero']);
});

test('debtors begin with 1 to 6 and have one digit more than accounts', () => {
  assert.deepEqual(getDebtorRange(4), { min: 10_000, max: 69_999 });
  assert.deepEqual(getDebtorRange(8), { min: 100_000_000, max: 699_999_999 });
  const find = (firstDebtorNumber: number | null) =>
    findAccountingErrors({ ...NO_ACCOUNTING, firstDebtorNumber });
  for (const number of [null, 10_000, 69_999]) assert.deepEqual(find(number), []);
  for (const number of [9_999, 70_000]) {
    assert.deepEqual(find(number), [
      {
        path: '/accounting/firstDebtorNumber',
        message: 'must be from 10000 to 69999, as accounts have 4 digits',
      },
    ]);
  }
});

test('each rate and category has one account, and only standard ones have a rate above 0', () => {
  const find = (...revenueAccounts: Accounting['revenueAccounts']) =>
    findAccountingErrors({ ...NO_ACCOUNTING, revenueAccounts }).map(({ path }) => path);
  assert.deepEqual(find(entry(19, 'standard'), entry(7, 'standard'), entry(0, null), entry(0, 'zero')), []);
  assert.deepEqual(find(entry(0.1, 'zero')), ['/accounting/revenueAccounts/0/category']);
  assert.deepEqual(find(entry(0, 'standard')), ['/accounting/revenueAccounts/0/category']);
  const twice = find(entry(7, 'standard'), entry(0, 'zero'), entry(7, 'standard'), entry(7, 'standard'));
  assert.deepEqual(twice, ['/accounting/revenueAccounts/2/rate', '/accounting/revenueAccounts/3/rate']);
});

test('the account of a rate is found with its category', () => {
  const revenueAccounts = [entry(7, 'standard', '8300'), entry(0, 'zero', '8290'), entry(0, null, '8200')];
  const find = (rate: number, category: 'standard' | 'zero' | 'export' | null) =>
    findRevenueAccount({ ...NO_ACCOUNTING, revenueAccounts }, { rate, category })?.account;
  assert.deepEqual(
    [find(7, 'standard'), find(0, 'zero'), find(0, null), find(0, 'export'), find(19, 'standard')],
    ['8300', '8290', '8200', undefined, undefined],
  );
});

test('a chart proposes an account for each category, and two for standard rates', () => {
  for (const chart of CHARTS) {
    const proposed = proposeAccounts(chart, 6);
    const categories = proposed.map(({ category }) => category);
    assert.deepEqual(new Set(categories), new Set(TAX_CATEGORIES));
    assert.deepEqual(findAccountingErrors({ ...NO_ACCOUNTING, revenueAccounts: proposed }), []);
    assert.deepEqual(
      proposed.filter(({ rate }) => rate > 0).map(({ rate }) => rate),
      [19, 7],
    );
    // The two charts number revenue in 8000 and in 4000, and go on with the same digits for most.
    const first = chart === 'skr03' ? '8' : '4';
    for (const { account, taxKey, taxType } of proposed) {
      assert.match(account, new RegExp(`^${first}\\d{3}00$`));
      assert.deepEqual([taxKey, taxType], [null, null]);
    }
  }
  const accounts = (chart: 'skr03' | 'skr04') => proposeAccounts(chart, 4).map(({ account }) => account);
  assert.deepEqual(accounts('skr03').slice(0, 5), ['8400', '8300', '8290', '8100', '8195']);
  assert.deepEqual(accounts('skr04').slice(0, 5), ['4400', '4300', '4290', '4100', '4185']);
  assert.deepEqual(accounts('skr03').slice(5), ['8337', '8125', '8120', '8338']);
  assert.deepEqual(accounts('skr04').slice(5), ['4337', '4125', '4120', '4338']);
});
