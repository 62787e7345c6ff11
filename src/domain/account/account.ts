import type { Language } from '../languages.ts';
import type { Bank } from './bank.ts';

/** The business that issues the quotes. */
export interface Account {
  id: string;
  kind: AccountKind;
  name: string;
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
  /** What the tax is called on documents; `null`: by the country, in the reader's language. */
  taxName: string | null;
  /** What stands before `taxId`; `null`: by the country. */
  taxIdLabel: string | null;
  /** In the footer of documents: register court, SIRET, REA … */
  registrations: Registration[];
  /** Where invoices are paid. */
  bank: Bank | null;
  /** Beside the reader's on documents, where that is the custom of the country. */
  secondLanguage: Language | null;
  /** Days before `validUntil` at which the feed tells that a quote is about to expire. */
  expiringDays: number;
  /** Whether people enter only with a second factor or a passkey. */
  requireTwoStep: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface Registration {
  label: string;
  value: string;
}

/** A `test` account never sends real mail. */
export type AccountKind = 'live' | 'test';

export const PAPER_SIZES = ['A4', 'LETTER'] as const;
type PaperSize = (typeof PAPER_SIZES)[number];
