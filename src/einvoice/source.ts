import type { Bank } from '../domain/account/bank.ts';
import type { LineItem } from '../domain/line/line-item.ts';

/** All inputs of an electronic invoice. Equal sources produce equal bytes. */
export interface EInvoiceSource {
  invoice: InvoiceParticulars;
  account: SellerParticulars;
  customer: BuyerParticulars;
  words: EInvoiceWords;
}

/** Texts in the language of the document. */
interface EInvoiceWords {
  discount: string;
  /** The sentence that a document prints for a category, by the law of the seller's country. */
  reasons: Partial<Record<TaxCategory, string>>;
  /** The terms of payment of a credit note, which has no due date. */
  creditTerms: string;
}

export type TaxCategory =
  | 'standard'
  | 'zero'
  | 'exempt'
  | 'small_business'
  | 'reverse_charge'
  | 'intra_eu'
  | 'export'
  | 'out_of_scope';

export interface TaxGroup {
  rate: number;
  net: number;
  tax: number;
  category?: TaxCategory;
  reason?: string;
}

export interface InvoiceParticulars {
  number: string;
  kind: 'INVOICE' | 'CREDIT_NOTE';
  /** `YYYY-MM-DD`, like all dates here. */
  issueDate: string;
  dueDate: string | null;
  currency: string;
  pricesIncludeTax: boolean;
  items: readonly (LineItem & { taxCategory?: TaxCategory; taxReason?: string })[];
  taxes: readonly TaxGroup[];
  total: number;
  paymentMethod: string;
  reference: string | null;
  terms: string | null;
  notes: string | null;
  creditReason: string | null;
  supplyDate: string | null;
  supplyPeriod: { from: string; to: string } | null;
  /** The credited invoice, or the earlier invoices of the same quote. */
  precedingInvoices: readonly { number: string; issueDate: string | null }[];
}

/** The particulars that an account and a customer have in common. */
export interface PartyParticulars {
  name: string;
  address: string | null;
  street: string | null;
  street2: string | null;
  postalCode: string | null;
  city: string | null;
  region: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  taxId: string | null;
  registrationNumber: string | null;
  contactName: string | null;
  email: string | null;
  phone: string | null;
  electronicAddress: { scheme: string; id: string } | null;
}

export interface SellerParticulars extends PartyParticulars {
  taxNumber: string | null;
  bank: Bank | null;
  /** The category of items without tax that name none. */
  zeroTaxCategory: TaxCategory | null;
}

export interface BuyerParticulars extends PartyParticulars {
  buyerReference: string | null;
}
