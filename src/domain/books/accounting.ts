import type { FieldError } from '../errors.ts';
import type { TaxCategory } from '../tax/tax-category.ts';

/** Charts of accounts whose revenue accounts are proposed. */
export const CHARTS = ['skr03', 'skr04'] as const;
export type Chart = (typeof CHARTS)[number];

/** The account to which the revenue of a tax rate and category is booked. */
export interface RevenueAccount {
  rate: number;
  /** `null`: revenue at a rate of 0 for which no category was stated. */
  category: TaxCategory | null;
  account: string;
  /** The tax key of DATEV, for accounts that do not imply it. */
  taxKey: string | null;
  /** Name of the tax rate in Xero. */
  taxType: string | null;
}

/** How an account books its invoices. */
export interface Accounting {
  chart: Chart | null;
  revenueAccounts: RevenueAccount[];
  /** Digits of a revenue account. The numbers of debtors have one more. */
  accountLength: number;
  /** Number of the first customer that is given one; `null` gives none. */
  firstDebtorNumber: number | null;
  adviserNumber: number | null;
  clientNumber: number | null;
  /** First month of the fiscal year. */
  fiscalYearStart: number;
}

type RevenueAccountInput = Pick<RevenueAccount, 'rate' | 'account'> & Partial<RevenueAccount>;

/** Changes of the settings. Absent fields stay unchanged; `revenueAccounts` is replaced as a whole. */
export type AccountingPatch = Partial<Omit<Accounting, 'revenueAccounts'>> & {
  revenueAccounts?: RevenueAccountInput[];
};

export const NO_ACCOUNTING: Accounting = {
  chart: null,
  revenueAccounts: [],
  accountLength: 4,
  firstDebtorNumber: null,
  adviserNumber: null,
  clientNumber: null,
  fiscalYearStart: 1,
};

/** `null` resets all settings. */
export function patchAccounting(current: Accounting, patch: AccountingPatch | null): Accounting {
  const { revenueAccounts, ...others } = patch ?? NO_ACCOUNTING;
  const completed = revenueAccounts?.map(({ rate, category, account, taxKey, taxType }) => ({
    ...{ rate, category: completeCategory(rate, category), account },
    ...{ taxKey: taxKey ?? null, taxType: taxType?.trim() || null },
  }));
  return { ...current, ...others, revenueAccounts: completed ?? current.revenueAccounts };
}

/** A rate above 0 is always `standard`, whether that was stated or not. */
export function completeCategory(rate: number, category: TaxCategory | null | undefined): TaxCategory | null {
  return category ?? (rate > 0 ? 'standard' : null);
}

/** The numbers of debtors: those that begin with 1 to 6, with one digit more than accounts. */
export function getDebtorRange(accountLength: number): { min: number; max: number } {
  return { min: 10 ** accountLength, max: 7 * 10 ** accountLength - 1 };
}

export function describeDebtorRange(accountLength: number): string {
  const { min, max } = getDebtorRange(accountLength);
  return `must be from ${min} to ${max}, as accounts have ${accountLength} digits`;
}

/** Finds errors between the settings. */
export function findAccountingErrors(accounting: Accounting): FieldError[] {
  const { accountLength, firstDebtorNumber: first, revenueAccounts } = accounting;
  const { min, max } = getDebtorRange(accountLength);
  const errors: FieldError[] = [];
  if (first !== null && (first < min || first > max))
    errors.push({ path: '/accounting/firstDebtorNumber', message: describeDebtorRange(accountLength) });
  for (const [index, entry] of revenueAccounts.entries()) {
    const path = `/accounting/revenueAccounts/${index}`;
    if (entry.rate > 0 !== (entry.category === 'standard'))
      errors.push({
        path: `${path}/category`,
        message: 'must be standard above a rate of 0, and only there',
      });
    if (revenueAccounts.findIndex((other) => isSameRate(other, entry)) < index)
      errors.push({ path: `${path}/rate`, message: 'appears twice with this category' });
  }
  return errors;
}

type Taxed = Pick<RevenueAccount, 'rate' | 'category'>;

export function findRevenueAccount(accounting: Accounting, taxed: Taxed): RevenueAccount | undefined {
  return accounting.revenueAccounts.find((entry) => isSameRate(entry, taxed));
}

function isSameRate(one: Taxed, other: Taxed): boolean {
  return one.rate === other.rate && one.category === other.category;
}

/** Usual accounts of the charts. Automatic accounts imply the tax key. */
const PROPOSALS: Readonly<Record<Chart, readonly (readonly [number, TaxCategory, string])[]>> = {
  skr03: [
    [19, 'standard', '8400'],
    [7, 'standard', '8300'],
    [0, 'zero', '8290'],
    [0, 'exempt', '8100'],
    [0, 'small_business', '8195'],
    [0, 'reverse_charge', '8337'],
    [0, 'intra_eu', '8125'],
    [0, 'export', '8120'],
    [0, 'out_of_scope', '8338'],
  ],
  skr04: [
    [19, 'standard', '4400'],
    [7, 'standard', '4300'],
    [0, 'zero', '4290'],
    [0, 'exempt', '4100'],
    [0, 'small_business', '4185'],
    [0, 'reverse_charge', '4337'],
    [0, 'intra_eu', '4125'],
    [0, 'export', '4120'],
    [0, 'out_of_scope', '4338'],
  ],
};

/** Proposes the revenue accounts of a chart. Longer accounts end with zeros. */
export function proposeAccounts(chart: Chart, accountLength: number): RevenueAccount[] {
  return PROPOSALS[chart].map(([rate, category, account]) => ({
    ...{ rate, category, account: account.padEnd(accountLength, '0'), taxKey: null, taxType: null },
  }));
}
