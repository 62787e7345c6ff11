import type { Account } from '../../domain/account/account.ts';
import type { Particulars } from '../../domain/account/particulars/particulars.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { TaxCategory } from '../../domain/tax/tax-category.ts';

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
  /** Notes that the law of the seller's country requires, with the codes of their subjects (UNTDID 4451). */
  legalNotes: readonly { code: string; text: string }[];
  /** The terms of payment of a credit note, which has no due date. */
  creditTerms: string;
  /** The steps of the price of each item, one per line. */
  steps?: readonly (readonly string[])[];
}

export interface InvoiceParticulars
  extends Pick<
    Invoice,
    | 'number'
    | 'kind'
    | 'issueDate'
    | 'dueDate'
    | 'currency'
    | 'pricesIncludeTax'
    | 'items'
    | 'taxes'
    | 'paymentMethod'
    | 'reference'
    | 'purchaseOrder'
    | 'terms'
    | 'notes'
    | 'creditReason'
    | 'supplyDate'
    | 'supplyPeriod'
  > {
  /** The credited invoice, or the earlier invoices of the same quote. */
  precedingInvoices: readonly { number: string; issueDate?: string | undefined }[];
}

type Common = 'name' | 'address' | 'country' | 'taxId' | 'email' | 'phone' | keyof Particulars;

/** The particulars that an account and a customer have in common. */
export type PartyParticulars = Pick<Customer, Common>;

export type SellerParticulars = Pick<Account, Common | 'taxNumber' | 'bank'>;

export type BuyerParticulars = Pick<Customer, Common | 'buyerReference'>;
