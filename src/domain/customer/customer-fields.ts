import { CUSTOMER_FORMATS, PARTICULAR_FIELDS } from '../account/particulars/particulars.ts';
import { MAX_LENGTH } from '../field-limits.ts';
import type { Fields } from '../fields.ts';

/** Numbers of debtors have 5 to 9 digits. */
const DEBTOR_NUMBERS = { min: 10_000, max: 699_999_999 };

export const CUSTOMER_KINDS = ['company', 'person'] as const;

/** The scalar fields of a customer that a caller can set. New ones are added at the end. */
export const CUSTOMER_FIELDS = {
  name: { kind: 'text', maxLength: MAX_LENGTH.name, isRequired: true, isPrinted: true },
  email: { kind: 'email', isPrinted: true },
  phone: { kind: 'text', maxLength: MAX_LENGTH.phone, isPrinted: true },
  /** Printed as it is, with its line breaks; `null` prints the parts of the address by the custom of the country. */
  address: { kind: 'text', maxLength: MAX_LENGTH.address, isPrinted: true },
  country: { kind: 'country', isPrinted: true },
  taxId: { kind: 'text', maxLength: MAX_LENGTH.taxId, isPrinted: true },
  /** Inferred from the tax identifier unless it is given. */
  kind: { kind: 'choice', choices: CUSTOMER_KINDS, isRequired: true, isPrinted: true },
  /** BCP 47. Decides the language of documents, emails and pages; `null` uses the account's locale. */
  locale: { kind: 'locale', isPrinted: true },
  ...PARTICULAR_FIELDS,
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID. */
  buyerReference: { kind: 'text', maxLength: MAX_LENGTH.reference, isPrinted: true },
  /** Electronic format of the customer's invoices; `null` uses the account's. */
  eInvoiceFormat: { kind: 'choice', choices: CUSTOMER_FORMATS },
  /** The customer in the books: no other customer has it. */
  debtorNumber: { kind: 'whole', ...DEBTOR_NUMBERS },
  /** The list that new items take their prices from. */
  priceListId: { kind: 'text', maxLength: MAX_LENGTH.id },
} as const satisfies Fields;

export type CustomerFieldName = keyof typeof CUSTOMER_FIELDS;
