import type { Static } from 'typebox';
import type { Account } from '../../../domain/account/account.ts';
import { ACCOUNT_FIELDS } from '../../../domain/account/account-fields.ts';
import type { LimitUses } from '../../../domain/account/limits/account-limits.ts';
import { DEFAULT_SETTINGS } from '../../../domain/account/new-account.ts';
import type { AccountPatch } from '../../../domain/account/patch-account.ts';
import { MAX_LENGTH, MAX_REGISTRATIONS } from '../../../domain/field-limits.ts';
import {
  ACCEPTANCE_FIELDS_EXAMPLE,
  acceptanceFields,
  acceptanceFieldsInput,
} from '../acceptance/questions.ts';
import { compileCheck } from '../check.ts';
import { nullable, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import { buildSchemas } from '../from-fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { accounting, accountingPatch } from './accounting.ts';
import { bank, bankInput } from './bank.ts';
import { limits } from './limits.ts';
import { electronicAddress, PARTICULAR_DESCRIPTIONS } from './particulars.ts';

const fields = buildSchemas(ACCOUNT_FIELDS, {
  name: 'Name of the business',
  address:
    'As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country',
  country: 'ISO 3166-1 alpha-2',
  taxId: 'Tax or VAT number',
  email: 'One email address',
  phone: 'Telephone number',
  website: 'http or https URL',
  logo: 'Data URL of a PNG, JPEG or SVG image of at most 512 KiB',
  accentColor: 'Colour of documents, emails and pages',
  currency: 'ISO 4217; the default of new quotes',
  locale: 'BCP 47, such as `fr-CH`',
  timeZone: 'IANA name, such as `Europe/Berlin`',
  paperSize: 'Default: by country',
  quoteNumberFormat: '`{year}` and `{seq}`, padded as `{seq:5}`',
  invoiceNumberFormat: undefined,
  defaultTerms: 'Default terms, for quotes created without `terms`',
  validityDays: 'Validity of new quotes in days',
  replyTo: 'One email address',
  reminderDays: 'Send the customer a reminder this many days before `validUntil`; null disables reminders',
  taxName: 'Name of the tax on documents; default: by country',
  taxIdLabel: 'Label before `taxId`; default: by country',
  secondLanguage:
    "Second language of documents, where that is the custom of the seller's country (in the Gulf)",
  expiringDays: 'How many days before `validUntil` the events say `quote.expiring`',
  requireTwoStep:
    'Whether people enter the account only with two-step verification or a passkey. Only the session of an owner changes it, within 15 minutes of the sign-in',
  ...PARTICULAR_DESCRIPTIONS,
  taxNumber: 'Tax number, apart from the VAT number in `taxId`',
  invoiceTerms: 'Default terms, for invoices created without `terms`',
  eInvoice: 'Format of electronic invoices; issuing then requires all that the format needs',
  creditNoteNumberFormat: 'Numbers of credit notes',
  zeroTaxCategory: 'Category of items with a tax rate of 0 that state none; `null`: left open',
  defaultTaxRate:
    'Tax rate of items that state neither a rate nor a catalogue item, at most 4 decimals; `null`: 0',
  pricesIncludeTax: 'Whether the prices of new quotes include tax',
  invoiceOnAcceptance: 'Whether the acceptance of new quotes issues an invoice, unless they state otherwise',
  retentionYears:
    'Years, from the end of the calendar year, for which invoices and accepted quotes are kept when their customer is erased; default: by country',
  recurringInvoices:
    'What becomes of the later invoices of recurring items: `draft`, `issue`, or `send` to the address of the customer. One that cannot be issued, is more than 3 days late, or is of a quote that was never accepted stays a draft',
  proposals:
    'What customers may ask to change on the page of a quote: nothing (`off`), `quantities` and items to leave out, or also `prices`. `quantities` in new accounts',
  programsMayAccept:
    'Whether a program of the customer may accept a quote by its link; otherwise it gets 403 `person_needed`',
  paymentTermDays:
    'Days from the issue of an invoice to its due date, unless the quote or the request states another',
  defaultPaymentMethod:
    'Payment method of invoices that name none, while customers can pay by it; default: BANK_TRANSFER if the account has a `bank` and no payment provider, else ONLINE_PAYMENT',
});

const registrations = Type.Array(
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
);

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

export const PatchAccount = Type.Partial(
  Type.Object({
    ...fields,
    registrations,
    bank: bankInput,
    electronicAddress,
    approval: approvalPatch,
    accounting: accountingPatch,
    acceptanceFields: acceptanceFieldsInput('Those of new quotes; `null` and `[]`: none'),
  }),
  { title: 'AccountPatch', additionalProperties: false },
);
export type PatchAccount = Static<typeof PatchAccount>;
true satisfies Same<PatchAccount, AccountPatch>;

export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['live', 'test']),
    ...fields,
    ...{ registrations, bank, electronicAddress, approval, accounting, acceptanceFields },
    closedAt: nullableTimestamp(
      'When an owner closed it: everything can be read, and nothing changed; `null` while it is open',
    ),
    createdAt: timestamp,
    updatedAt: timestamp,
    limits: Type.Optional(limits),
  },
  { title: 'Account', additionalProperties: false },
);
true satisfies Same<Static<typeof AccountSchema>, Account & { limits?: LimitUses }>;

export const checkAccount = compileCheck(PatchAccount);
export const ACCOUNT_READ_ONLY = ['id', 'kind', 'closedAt', 'createdAt', 'updatedAt', 'limits'] satisfies (
  | keyof Account
  | 'limits'
)[];

export const ACCOUNT_EXAMPLE = {
  ...DEFAULT_SETTINGS,
  id: 'acc_01k0a1b2c3d4e5f6g7h8j9kmnp',
  kind: 'live',
  name: 'Studio Lindqvist',
  country: 'SE',
  taxId: 'SE556677889901',
  email: 'hello@studio.example',
  website: 'https://studio.example',
  locale: 'en',
  timeZone: 'Europe/Stockholm',
  registrations: [{ label: 'Org.nr', value: '556677-8899' }],
  bank: {
    holder: 'Studio Lindqvist AB',
    iban: 'SE4550000000058398257466',
    bic: 'ESSESESS',
    name: null,
  },
  street: 'Storgatan 1',
  postalCode: '111 22',
  city: 'Stockholm',
  contactName: 'Astrid Lindqvist',
  electronicAddress: { scheme: '0007', id: '5566778899' },
  registrationNumber: '556677-8899',
  invoiceTerms: 'Payable within 30 days',
  approval: { totalFrom: 1000000, discountFrom: null, marginBelow: null, madeByKeys: true },
  acceptanceFields: ACCEPTANCE_FIELDS_EXAMPLE,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
} satisfies Account;
