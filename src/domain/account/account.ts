import type { Language } from '../languages.ts';
import type { ApprovalRules } from '../quote/approval/approval.ts';
import type { UntaxedCategory } from '../tax/tax-category.ts';
import type { Bank } from './bank.ts';
import type { EInvoiceFormat, Particulars } from './particulars/particulars.ts';

/** The business that issues the quotes. */
export interface Account extends Particulars {
  id: string;
  kind: AccountKind;
  name: string;
  /** Printed as it is; `null` prints the parts of the address by the custom of the country. */
  address: string | null;
  /** ISO 3166-1 alpha-2; decides the paper size unless `paperSize` is set. */
  country: string | null;
  taxId: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  /** A data URL (PNG, JPEG or SVG), at most 512 KiB when decoded. */
  logo: string | null;
  /** `#rrggbb` */
  accentColor: string;
  currency: string;
  locale: string;
  timeZone: string;
  paperSize: PaperSize | null;
  quoteNumberFormat: string;
  invoiceNumberFormat: string;
  defaultTerms: string | null;
  validityDays: number;
  replyTo: string | null;
  /** Days before `validUntil` at which the customer is reminded; `null` sends no reminders. */
  reminderDays: number | null;
  /** Name of the tax on documents; `null` uses that of the country, in the reader's language. */
  taxName: string | null;
  /** Label before `taxId`; `null` uses that of the country. */
  taxIdLabel: string | null;
  /** Printed in the footer of documents: register court, SIRET, REA … */
  registrations: Registration[];
  /** Bank details printed on invoices. */
  bank: Bank | null;
  /** Printed next to the reader's language on documents, in countries where that is customary. */
  secondLanguage: Language | null;
  /** Days before `validUntil` at which the feed reports that a quote is about to expire. */
  expiringDays: number;
  /** Whether users must sign in with two-step verification or a passkey. */
  requireTwoStep: boolean;
  /** Tax number, apart from the VAT identifier in `taxId`. */
  taxNumber: string | null;
  /** Terms of invoices that have none of their own. */
  invoiceTerms: string | null;
  /** The electronic format in which invoices are issued; customers may have another one. */
  eInvoice: EInvoiceFormat | null;
  creditNoteNumberFormat: string;
  /** Category of items without tax that state none; `null` leaves it open. */
  zeroTaxCategory: UntaxedCategory | null;
  /** In percent, for items that state no rate; `null` means 0, and an empty field in the console. */
  defaultTaxRate: number | null;
  /** Whether the prices of new quotes include tax. */
  pricesIncludeTax: boolean;
  /** Whether the acceptance of new quotes issues an invoice, unless they state otherwise. */
  invoiceOnAcceptance: boolean;
  /** The rules that say which content must be approved before it is sent, recorded as accepted or invoiced. */
  approval: ApprovalRules;
  /** Years for which invoices and accepted quotes of erased customers are kept; `null` uses those of the country. */
  retentionYears: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface Registration {
  label: string;
  value: string;
}

/** A `test` account never sends real emails. */
export type AccountKind = 'live' | 'test';

export const PAPER_SIZES = ['A4', 'LETTER'] as const;
type PaperSize = (typeof PAPER_SIZES)[number];
