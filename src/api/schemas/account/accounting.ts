import { CHARTS } from '../../../domain/books/accounting.ts';
import { nullable, nullableText, oneOf } from '../fields.ts';
import { taxCategory } from '../item.ts';
import { Type } from '../type.ts';

const MAX_REVENUE_ACCOUNTS = 50;

const rate = Type.Number({ minimum: 0, maximum: 100, 'x-maxDecimals': 4, description: 'In percent' });
const category = nullable({
  ...taxCategory,
  description: 'Default: `standard` above a rate of 0; `null` for revenue at 0 without a category',
});
const account = Type.String({
  pattern: '^[0-9A-Za-z]{1,10}$',
  'x-note': 'must have 1 to 10 digits or letters',
  description: 'Revenue account. For DATEV it has `accountLength` digits',
});
const taxKey = nullable(
  Type.String({
    pattern: '^[0-9]{1,4}$',
    'x-note': 'must have 1 to 4 digits',
    description: 'Tax key of DATEV, for accounts that do not imply it',
  }),
);
const taxType = nullableText(50, 'Name of the tax rate in Xero, such as `20% (VAT on Income)`');
const inputEntry = Type.Object(
  {
    ...{ rate, account, category: Type.Optional(category) },
    ...{ taxKey: Type.Optional(taxKey), taxType: Type.Optional(taxType) },
  },
  { title: 'NewRevenueAccount', additionalProperties: false },
);
const entry = Type.Object(
  { rate, category, account, taxKey, taxType },
  { title: 'RevenueAccount', additionalProperties: false },
);
const entries = 'The account of each tax rate and category';

const number = (max: number, min: number, description: string) =>
  nullable(Type.Integer({ minimum: min, maximum: max, description }));
const settings = {
  chart: nullable(oneOf(CHARTS, { description: 'Chart of accounts in Germany' })),
  accountLength: Type.Integer({ minimum: 4, maximum: 8, description: 'Digits of a revenue account' }),
  firstDebtorNumber: number(
    699_999_999,
    10_000,
    'Number of the first customer that is given one when an invoice is issued; `null` gives none. One digit more than accounts, from 1… to 6…',
  ),
  adviserNumber: number(9_999_999, 1001, 'Number of the tax adviser at DATEV'),
  clientNumber: number(99_999, 1, 'Number of the business at its tax adviser'),
  fiscalYearStart: Type.Integer({ minimum: 1, maximum: 12, description: 'First month of the fiscal year' }),
};
const description = 'How the exports for the accountant book invoices';

export const accounting = Type.Object(
  { ...settings, revenueAccounts: Type.Array(entry, { description: entries }) },
  { title: 'Accounting', additionalProperties: false, description },
);
export const accountingPatch = nullable(
  Type.Partial(
    Type.Object({
      ...settings,
      revenueAccounts: Type.Array(inputEntry, {
        maxItems: MAX_REVENUE_ACCOUNTS,
        description: `${entries}; replaced as a whole`,
      }),
    }),
    {
      title: 'AccountingPatch',
      additionalProperties: false,
      description: `${description}. Settings that are left out stay; \`null\` resets all of them`,
    },
  ),
);
