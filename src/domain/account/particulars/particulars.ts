import { MAX_LENGTH } from '../../field-limits.ts';
import { type Fields, type FieldValues, getDefaults } from '../../fields.ts';
import type { ElectronicAddress } from './electronic-address.ts';

/** What invoices need of an account or a customer besides the name and the tax identifier. */
export const PARTICULAR_FIELDS = {
  street: { kind: 'text', maxLength: MAX_LENGTH.street, isPrinted: true },
  street2: { kind: 'text', maxLength: MAX_LENGTH.street, isPrinted: true },
  postalCode: { kind: 'text', maxLength: MAX_LENGTH.postalCode, isPrinted: true },
  city: { kind: 'text', maxLength: MAX_LENGTH.city, isPrinted: true },
  /** State, province or county. */
  region: { kind: 'text', maxLength: MAX_LENGTH.city, isPrinted: true },
  /** Person or department to contact. */
  contactName: { kind: 'text', maxLength: MAX_LENGTH.name, isPrinted: true },
  /** Number in the commercial register. */
  registrationNumber: { kind: 'text', maxLength: MAX_LENGTH.registrationValue, isPrinted: true },
} as const satisfies Fields;

/** Particulars of an account or a customer. */
export interface Particulars extends FieldValues<typeof PARTICULAR_FIELDS> {
  electronicAddress: ElectronicAddress | null;
}

export const NO_PARTICULARS: Particulars = { ...getDefaults(PARTICULAR_FIELDS), electronicAddress: null };

/** The kinds of electronic invoices that an account can issue. */
export const E_INVOICE_FORMATS = ['factur-x', 'xrechnung', 'peppol'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

/** Formats that a customer can receive instead of the account's. */
export const CUSTOMER_FORMATS = ['none', ...E_INVOICE_FORMATS] as const;
export type CustomerFormat = (typeof CUSTOMER_FORMATS)[number];

/** The format of a customer's invoices: their own, or that of the account; `null` for none. */
export function chooseEInvoiceFormat(
  { eInvoice }: { eInvoice: EInvoiceFormat | null },
  { eInvoiceFormat }: { eInvoiceFormat: CustomerFormat | null },
): EInvoiceFormat | null {
  const format = eInvoiceFormat ?? eInvoice;
  return format === 'none' ? null : format;
}
