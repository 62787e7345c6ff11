import { NO_APPROVAL_RULES } from '../quote/approval/approval.ts';
import type { Account, AccountKind } from './account.ts';
import {
  DEFAULT_CREDIT_NOTE_NUMBER_FORMAT,
  DEFAULT_INVOICE_NUMBER_FORMAT,
  DEFAULT_QUOTE_NUMBER_FORMAT,
} from './numbering.ts';
import { NO_PARTICULARS } from './particulars/particulars.ts';

/** Name of the first account until somebody names the business. */
export const DEFAULT_NAME = 'My business';

/** Name of the test account next to that of a business. */
export function formatTestName(name: string): string {
  return `${name} (test)`;
}

/** Defaults of the settings that accounts of the first version lack, in the order of the account. */
export const ADDED_DEFAULTS = {
  taxName: null,
  taxIdLabel: null,
  registrations: [],
  bank: null,
  secondLanguage: null,
  expiringDays: 3,
  requireTwoStep: false,
  ...NO_PARTICULARS,
  taxNumber: null,
  invoiceTerms: null,
  eInvoice: null,
  creditNoteNumberFormat: DEFAULT_CREDIT_NOTE_NUMBER_FORMAT,
  zeroTaxCategory: null,
  defaultTaxRate: null,
  pricesIncludeTax: false,
  invoiceOnAcceptance: false,
  approval: NO_APPROVAL_RULES,
  retentionYears: null,
} satisfies Partial<Account>;

/** Creates an account with default settings. */
export function newAccount({
  id,
  kind,
  name,
  at,
}: {
  id: string;
  kind: AccountKind;
  name: string;
  at: string;
}): Account {
  return {
    id,
    kind,
    name,
    address: null,
    country: null,
    taxId: null,
    email: null,
    phone: null,
    website: null,
    logo: null,
    accentColor: '#1f4e79',
    currency: 'EUR',
    locale: 'en',
    timeZone: 'UTC',
    paperSize: null,
    quoteNumberFormat: DEFAULT_QUOTE_NUMBER_FORMAT,
    invoiceNumberFormat: DEFAULT_INVOICE_NUMBER_FORMAT,
    defaultTerms: null,
    validityDays: 30,
    replyTo: null,
    reminderDays: null,
    ...ADDED_DEFAULTS,
    createdAt: at,
    updatedAt: at,
  };
}
