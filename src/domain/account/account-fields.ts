import {
  MAX_DUE_DAYS,
  MAX_LENGTH,
  MAX_REMINDER_DAYS,
  MAX_RETENTION_YEARS,
  MAX_VALIDITY_DAYS,
} from '../field-limits.ts';
import type { Fields } from '../fields.ts';
import { KNOWN_PAYMENT_METHODS } from '../invoice/payment/payment-method.ts';
import { LANGUAGES } from '../languages.ts';
import { PROPOSAL_KINDS } from '../quote/proposal/proposal.ts';
import { UNTAXED_CATEGORIES } from '../tax/tax-category.ts';
import {
  DEFAULT_CREDIT_NOTE_NUMBER_FORMAT,
  DEFAULT_INVOICE_NUMBER_FORMAT,
  DEFAULT_QUOTE_NUMBER_FORMAT,
} from './numbering.ts';
import { E_INVOICE_FORMATS, PARTICULAR_FIELDS } from './particulars/particulars.ts';

const PAPER_SIZES = ['A4', 'LETTER'] as const;
const RECURRING_INVOICES = ['draft', 'issue', 'send'] as const;

const numberFormat = (format: string) =>
  ({ kind: 'numberFormat', maxLength: MAX_LENGTH.numberFormat, isRequired: true, default: format }) as const;

/** The scalar settings of an account that a caller can change. */
export const ACCOUNT_FIELDS = {
  name: { kind: 'text', maxLength: MAX_LENGTH.name, isRequired: true, isPrinted: true },
  /** Printed as it is; `null` prints the parts of the address by the custom of the country. */
  address: { kind: 'text', maxLength: MAX_LENGTH.address, isPrinted: true },
  /** Decides the paper size unless `paperSize` is set. */
  country: { kind: 'country', isPrinted: true },
  taxId: { kind: 'text', maxLength: MAX_LENGTH.taxId, isPrinted: true },
  email: { kind: 'email', isPrinted: true },
  phone: { kind: 'text', maxLength: MAX_LENGTH.phone, isPrinted: true },
  website: { kind: 'webAddress', maxLength: 200, isPrinted: true },
  /** A data URL (PNG, JPEG or SVG), at most 512 KiB when decoded. */
  logo: { kind: 'logo', isPrinted: true },
  /** `#rrggbb` */
  accentColor: { kind: 'color', isRequired: true, default: '#1f4e79', isPrinted: true },
  currency: { kind: 'currency', isRequired: true, default: 'EUR', isPrinted: true },
  locale: { kind: 'locale', isRequired: true, default: 'en', isPrinted: true },
  timeZone: { kind: 'timeZone', isRequired: true, default: 'UTC', isPrinted: true },
  paperSize: { kind: 'choice', choices: PAPER_SIZES, isPrinted: true },
  quoteNumberFormat: numberFormat(DEFAULT_QUOTE_NUMBER_FORMAT),
  invoiceNumberFormat: numberFormat(DEFAULT_INVOICE_NUMBER_FORMAT),
  defaultTerms: { kind: 'text', maxLength: MAX_LENGTH.longText },
  validityDays: { kind: 'whole', min: 1, max: MAX_VALIDITY_DAYS, isRequired: true, default: 30 },
  replyTo: { kind: 'email' },
  /** Days before `validUntil` at which the customer is reminded; `null` sends no reminders. */
  reminderDays: { kind: 'whole', min: 1, max: MAX_REMINDER_DAYS },
  /** Name of the tax on documents; `null` uses that of the country, in the reader's language. */
  taxName: { kind: 'text', maxLength: MAX_LENGTH.taxLabel, isPrinted: true },
  /** Label before `taxId`; `null` uses that of the country. */
  taxIdLabel: { kind: 'text', maxLength: MAX_LENGTH.taxLabel, isPrinted: true },
  /** Printed next to the reader's language on documents, in countries where that is customary. */
  secondLanguage: { kind: 'choice', choices: LANGUAGES, isPrinted: true },
  /** Days before `validUntil` at which the feed reports that a quote is about to expire. */
  expiringDays: { kind: 'whole', min: 1, max: MAX_REMINDER_DAYS, isRequired: true, default: 3 },
  /** Whether users must sign in with two-step verification or a passkey. */
  requireTwoStep: { kind: 'yesNo', isRequired: true, default: false },
  ...PARTICULAR_FIELDS,
  /** Tax number, apart from the VAT identifier in `taxId`. */
  taxNumber: { kind: 'text', maxLength: MAX_LENGTH.taxId, isPrinted: true },
  /** Terms of invoices that have none of their own. */
  invoiceTerms: { kind: 'text', maxLength: MAX_LENGTH.longText },
  /** The electronic format in which invoices are issued; customers may have another one. */
  eInvoice: { kind: 'choice', choices: E_INVOICE_FORMATS },
  creditNoteNumberFormat: numberFormat(DEFAULT_CREDIT_NOTE_NUMBER_FORMAT),
  /** Category of items without tax that state none; `null` leaves it open. */
  zeroTaxCategory: { kind: 'choice', choices: UNTAXED_CATEGORIES },
  /** For items that state no rate; `null` means 0, and an empty field in the console. */
  defaultTaxRate: { kind: 'percent' },
  /** Whether the prices of new quotes include tax. */
  pricesIncludeTax: { kind: 'yesNo', isRequired: true, default: false },
  /** Whether the acceptance of new quotes issues an invoice, unless they state otherwise. */
  invoiceOnAcceptance: { kind: 'yesNo', isRequired: true, default: false },
  /** Years for which invoices and accepted quotes of erased customers are kept; `null` uses those of the country. */
  retentionYears: { kind: 'whole', min: 1, max: MAX_RETENTION_YEARS },
  /** What becomes of the later invoices of recurring items. */
  recurringInvoices: { kind: 'choice', choices: RECURRING_INVOICES, isRequired: true, default: 'draft' },
  /** What customers may ask to change; accounts from before there were proposals have none. */
  proposals: { kind: 'choice', choices: PROPOSAL_KINDS, isRequired: true, default: 'off' },
  /** Whether a customer's program may accept a quote; otherwise a person is needed. */
  programsMayAccept: { kind: 'yesNo', isRequired: true, default: false },
  /** Days from the issue of an invoice to its due date, unless a stage of the quote or a caller states another. */
  paymentTermDays: { kind: 'whole', min: 0, max: MAX_DUE_DAYS, isRequired: true, default: 30 },
  /** Of invoices that name none; `null` chooses by the ways to pay. */
  defaultPaymentMethod: { kind: 'choice', choices: KNOWN_PAYMENT_METHODS },
} as const satisfies Fields;

export type AccountFieldName = keyof typeof ACCOUNT_FIELDS;
