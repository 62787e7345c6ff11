import { inferCustomerKind } from '../../domain/customer/customer.ts';
import type { InvoiceSource } from '../../domain/document.ts';
import type { Language } from '../../domain/languages.ts';
import { listPaymentNotes, listTaxNotes } from '../tax/legal-notes.ts';

/** Returns the terms of an invoice with the conditions of payment that the law adds. */
export function getInvoiceTerms(source: InvoiceSource): string {
  return joinTexts(source.invoice.terms, listPaymentNotes(toNoted(source)));
}

/** Returns the notes of an invoice with those about tax that the law adds. */
export function getInvoiceNotes(source: InvoiceSource, language: Language): string {
  return joinTexts(source.invoice.notes ?? null, listTaxNotes(toNoted(source), language));
}

function joinTexts(text: string | null, notes: readonly string[]): string {
  return [...(text?.trim() ? [text] : []), ...notes].join('\n');
}

function toNoted({ account, invoice }: InvoiceSource) {
  return {
    sellerCountry: account.country,
    isForBusiness: inferCustomerKind(invoice.customer) === 'company',
    terms: invoice.terms,
    rates: invoice.taxes.map(({ rate }) => rate),
  };
}
