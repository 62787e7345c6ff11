import type { MissingParticular } from './find-missing.ts';
import type { ParticularName } from './requirements.ts';

/** Fields that supply a missing particular: of the account, of the customer, or of the invoice itself. */
const FIELDS: Record<ParticularName, readonly string[]> = {
  sellerAddress: ['account.street', 'account.postalCode', 'account.city'],
  sellerTaxId: ['account.taxId'],
  sellerTaxIdOrNumber: ['account.taxNumber'],
  sellerRegistration: ['account.registrationNumber'],
  customerAddress: ['customer.street', 'customer.postalCode', 'customer.city'],
  customerTaxId: ['customer.taxId'],
  customerRegistration: ['customer.registrationNumber'],
  customerRegion: ['customer.region'],
  supplyDate: ['supplyDate'],
  // It is typed in the form of the draft.
  supplyPeriod: [],
  operationCategory: ['notes'],
  // The items are those of the quote.
  itemCode: [],
  nationalCurrency: ['notes'],
  placeOfSupply: ['account.region', 'customer.region'],
  // Another category is chosen on the quote.
  smallBusinessLaw: [],
  qrBillAddress: ['account.postalCode', 'account.city'],
};

/** All fields that can be filled in where an invoice is created. */
export const FILL_IN_FIELDS: readonly string[] = [
  ...new Set([...Object.values(FIELDS).flat(), 'account.country', 'account.bank.iban']),
];

export function listFillInFields({ name }: Pick<MissingParticular, 'name'>): readonly string[] {
  return FIELDS[name];
}
