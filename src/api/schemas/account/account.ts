import type { Static } from 'typebox';
import { type Account, PAPER_SIZES } from '../../../domain/account/account.ts';
import { E_INVOICE_FORMATS } from '../../../domain/account/particulars/particulars.ts';
import type { AccountPatch } from '../../../domain/account/patch-account.ts';
import {
  MAX_LENGTH,
  MAX_REGISTRATIONS,
  MAX_REMINDER_DAYS,
  MAX_RETENTION_YEARS,
  MAX_VALIDITY_DAYS,
} from '../../../domain/field-limits.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { UNTAXED_CATEGORIES } from '../../../domain/tax/tax-category.ts';
import { compileCheck } from '../check.ts';
import { country, locale, nullable, nullableMailAddress, nullableText, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { bank, bankInput } from './bank.ts';
import { particulars } from './particulars.ts';

const writable = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH.name,
    format: 'not-blank',
    description: 'Name of the business',
  }),
  address: nullableText(
    MAX_LENGTH.address,
    'As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country',
  ),
  country,
  taxId: nullableText(MAX_LENGTH.taxId, 'Tax or VAT number'),
  email: nullableMailAddress,
  phone: nullableText(MAX_LENGTH.phone, 'Telephone number'),
  website: nullable(Type.String({ maxLength: 200, description: 'http or https URL', format: 'web-address' })),
  logo: nullable(
    Type.String({
      format: 'logo',
      description: 'Data URL of a PNG, JPEG or SVG image of at most 512 KiB',
    }),
  ),
  accentColor: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    'x-note': 'must be a colour such as #1f4e79',
    description: 'Colour of documents, emails and pages',
  }),
  currency: Type.String({ format: 'currency', description: 'ISO 4217; the default of new quotes' }),
  locale: locale('BCP 47, such as `fr-CH`'),
  timeZone: Type.String({ format: 'time-zone', description: 'IANA name, such as `Europe/Berlin`' }),
  paperSize: nullable(oneOf(PAPER_SIZES, { description: 'Default: by country' })),
  quoteNumberFormat: Type.String({
    maxLength: MAX_LENGTH.numberFormat,
    format: 'number-format',
    description: '`{year}` and `{seq}`, padded as `{seq:5}`',
  }),
  invoiceNumberFormat: Type.String({ maxLength: MAX_LENGTH.numberFormat, format: 'number-format' }),
  defaultTerms: nullableText(MAX_LENGTH.longText, 'Default terms, for quotes created without `terms`'),
  validityDays: Type.Integer({
    minimum: 1,
    maximum: MAX_VALIDITY_DAYS,
    description: 'Validity of new quotes in days',
  }),
  replyTo: nullableMailAddress,
  reminderDays: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_REMINDER_DAYS,
      description: 'Send the customer a reminder this many days before `validUntil`; null disables reminders',
    }),
  ),
  taxName: nullableText(MAX_LENGTH.taxLabel, 'Name of the tax on documents; default: by country'),
  taxIdLabel: nullableText(MAX_LENGTH.taxLabel, 'Label before `taxId`; default: by country'),
  registrations: Type.Array(
    Type.Object(
      {
        label: Type.String({ minLength: 1, maxLength: MAX_LENGTH.registrationLabel, format: 'not-blank' }),
        value: Type.String({ minLength: 1, maxLength: MAX_LENGTH.registrationValue, format: 'not-blank' }),
      },
      { title: 'Registration', additionalProperties: false },
    ),
    {
      maxItems: MAX_REGISTRATIONS,
      description: 'Other registrations of the business, in the footer of documents, pages and emails',
    },
  ),
});

const secondLanguage = nullable(
  oneOf(LANGUAGES, {
    description:
      "Second language of documents, where that is the custom of the seller's country (in the Gulf)",
  }),
);

const expiringDays = Type.Integer({
  minimum: 1,
  maximum: MAX_REMINDER_DAYS,
  description: 'How many days before `validUntil` the events say `quote.expiring`',
});

const requireTwoStep = Type.Boolean({
  description:
    'Whether people enter the account only with two-step verification or a passkey. Only the session of an owner changes it, within 15 minutes of the sign-in',
});

/** Settings that invoices need. */
const invoicing = {
  ...particulars,
  taxNumber: nullableText(MAX_LENGTH.taxId, 'Tax number, apart from the VAT number in `taxId`'),
  invoiceTerms: nullableText(MAX_LENGTH.longText, 'Default terms, for invoices created without `terms`'),
  eInvoice: nullable(
    oneOf(E_INVOICE_FORMATS, {
      description: 'Format of electronic invoices; issuing then requires all that the format needs',
    }),
  ),
  creditNoteNumberFormat: Type.String({
    maxLength: MAX_LENGTH.numberFormat,
    format: 'number-format',
    description: 'Numbers of credit notes',
  }),
  invoiceOnAcceptance: Type.Boolean({
    description: 'Whether the acceptance of new quotes issues an invoice, unless they state otherwise',
  }),
};

const taxSettings = {
  zeroTaxCategory: nullable(
    oneOf(UNTAXED_CATEGORIES, {
      description: 'Category of items with a tax rate of 0 that state none; `null`: left open',
    }),
  ),
  defaultTaxRate: nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      'x-maxDecimals': 4,
      description:
        'Tax rate of items that state neither a rate nor a catalogue item, at most 4 decimals; `null`: 0',
    }),
  ),
  pricesIncludeTax: Type.Boolean({ description: 'Whether the prices of new quotes include tax' }),
};

const percent = (description: string) =>
  nullable(
    Type.Number({
      ...{ minimum: 0, maximum: 100, 'x-maxDecimals': 4 },
      description: `${description}. At most 4 decimals`,
    }),
  );

const rules = {
  totalFrom: nullable(
    Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Totals from this amount, in the smallest unit of the account’s currency; a quote in another currency always needs approval',
    }),
  ),
  discountFrom: percent(
    'Discounts from this percentage, of items and quote together; a price below that of the catalogue always needs approval',
  ),
  marginBelow: percent(
    'Margins below this percentage of the net total; an item without `cost` always needs approval',
  ),
  madeByKeys: nullable(
    Type.Boolean({ description: 'Whether quotes need approval that a key created or changed' }),
  ),
};
const approval = Type.Object(rules, {
  title: 'ApprovalRules',
  additionalProperties: false,
  description:
    'Rules that say which content must be approved before it is sent, recorded as accepted or invoiced, at the worst selection that the customer can make. `null` switches a rule off',
});
const approvalPatch = nullable(
  Type.Partial(Type.Object(rules), {
    title: 'ApprovalRulesPatch',
    additionalProperties: false,
    description: 'Rules to change; the others stay. `null` switches all of them off',
  }),
);

const retentionYears = nullable(
  Type.Integer({
    minimum: 1,
    maximum: MAX_RETENTION_YEARS,
    description:
      'Years, from the end of the calendar year, for which invoices and accepted quotes are kept when their customer is erased; default: by country',
  }),
);

export const PatchAccount = Type.Partial(
  Type.Object({
    ...writable.properties,
    bank: bankInput,
    ...{ secondLanguage, expiringDays, requireTwoStep },
    ...invoicing,
    ...taxSettings,
    approval: approvalPatch,
    retentionYears,
  }),
  { title: 'AccountPatch', additionalProperties: false },
);
export type PatchAccount = Static<typeof PatchAccount>;
true satisfies Same<PatchAccount, AccountPatch>;

export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['live', 'test']),
    ...writable.properties,
    bank,
    secondLanguage,
    expiringDays,
    requireTwoStep,
    ...invoicing,
    ...taxSettings,
    approval,
    retentionYears,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { title: 'Account', additionalProperties: false },
);
true satisfies Same<Static<typeof AccountSchema>, Account>;

export const checkAccount = compileCheck(PatchAccount);
export const ACCOUNT_READ_ONLY = ['id', 'kind', 'createdAt', 'updatedAt'] satisfies (keyof Account)[];

export const ACCOUNT_EXAMPLE = {
  id: 'acc_01k0a1b2c3d4e5f6g7h8j9kmnp',
  kind: 'live',
  name: 'Studio Lindqvist',
  address: null,
  country: 'SE',
  taxId: 'SE556677889901',
  email: 'hello@studio.example',
  phone: null,
  website: 'https://studio.example',
  logo: null,
  accentColor: '#1f4e79',
  currency: 'EUR',
  locale: 'en',
  timeZone: 'Europe/Stockholm',
  paperSize: null,
  quoteNumberFormat: 'Q-{year}-{seq:5}',
  invoiceNumberFormat: 'INV-{year}-{seq:5}',
  defaultTerms: null,
  validityDays: 30,
  replyTo: null,
  reminderDays: null,
  taxName: null,
  taxIdLabel: null,
  registrations: [{ label: 'Org.nr', value: '556677-8899' }],
  bank: {
    holder: 'Studio Lindqvist AB',
    iban: 'SE4550000000058398257466',
    bic: 'ESSESESS',
    name: null,
  },
  secondLanguage: null,
  expiringDays: 3,
  requireTwoStep: false,
  street: 'Storgatan 1',
  street2: null,
  postalCode: '111 22',
  city: 'Stockholm',
  region: null,
  contactName: 'Astrid Lindqvist',
  electronicAddress: { scheme: '0007', id: '5566778899' },
  registrationNumber: '556677-8899',
  taxNumber: null,
  invoiceTerms: 'Payable within 30 days',
  eInvoice: null,
  creditNoteNumberFormat: 'CN-{year}-{seq:5}',
  zeroTaxCategory: null,
  defaultTaxRate: null,
  pricesIncludeTax: false,
  invoiceOnAcceptance: false,
  approval: { totalFrom: 1000000, discountFrom: null, marginBelow: null, madeByKeys: true },
  retentionYears: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
} satisfies Account;
