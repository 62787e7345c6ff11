import type { ElectronicAddress } from './electronic-address.ts';

/** Particulars of an account or a customer that invoices need besides the name and the tax identifier. */
export interface Particulars {
  street: string | null;
  street2: string | null;
  postalCode: string | null;
  city: string | null;
  /** State, province or county. */
  region: string | null;
  /** Person or department to contact. */
  contactName: string | null;
  electronicAddress: ElectronicAddress | null;
  /** Number in the commercial register. */
  registrationNumber: string | null;
}

/** In the order of the API. */
export const NO_PARTICULARS: Particulars = {
  street: null,
  street2: null,
  postalCode: null,
  city: null,
  region: null,
  contactName: null,
  electronicAddress: null,
  registrationNumber: null,
};

export const PARTICULARS = Object.keys(NO_PARTICULARS) as readonly (keyof Particulars)[];

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
