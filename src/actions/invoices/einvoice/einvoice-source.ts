import type { EInvoiceSource } from '../../../adapters/einvoice/source.ts';
import { inferCustomerKind } from '../../../domain/customer/customer.ts';
import type { Parties } from '../../../domain/document.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { TAX_CATEGORIES } from '../../../domain/tax/tax-category.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { DOCUMENT } from '../../../i18n/messages.ts';
import { listSteps } from '../../../i18n/quote/list-steps.ts';
import { listCodedNotes, listPaymentNotes, listTaxNotes } from '../../../i18n/tax/legal-notes.ts';
import { getTaxSentence } from '../../../i18n/tax/tax-sentences.ts';

/** An invoice with its parties, and for a credit note the invoice that it credits. */
export interface InvoiceWithParties extends Parties {
  invoice: Invoice;
  creditedInvoice?: Pick<Invoice, 'number' | 'issueDate'>;
}

/** Returns the source of the electronic invoice, with words in the language of the document. */
export function toEInvoiceSource({
  invoice,
  account,
  customer,
  creditedInvoice,
}: InvoiceWithParties): EInvoiceSource {
  const locale = resolveSellerLocale(account, customer.locale, account.locale);
  const { language } = locale;
  const words = DOCUMENT[language];
  const reasons = TAX_CATEGORIES.map((category) => [
    category,
    getTaxSentence(category, account.country, language) ?? '',
  ]);
  const noted = {
    sellerCountry: account.country,
    isForBusiness: inferCustomerKind(customer) === 'company',
    terms: invoice.terms,
    rates: invoice.taxes.map(({ rate }) => rate),
  };
  return {
    account,
    customer,
    invoice: {
      ...invoice,
      terms: joinTexts(invoice.terms, listPaymentNotes(noted)),
      notes: joinTexts(invoice.notes, listTaxNotes(noted, language)),
      precedingInvoices: creditedInvoice ? [creditedInvoice] : invoice.previousInvoices,
    },
    words: {
      discount: words.discount,
      reasons: Object.fromEntries(reasons),
      legalNotes: listCodedNotes(noted),
      creditTerms: `${words.creditNote}: ${words.invoice} ${creditedInvoice?.number ?? ''}`,
      steps: invoice.items.map(({ quantityPrices }) =>
        quantityPrices
          ? listSteps(quantityPrices, invoice.currency, locale, words).map(
              ({ quantity, price }) => `${quantity}: ${price}`,
            )
          : [],
      ),
    },
  };
}

/** Adds what the law adds to a text of the document. */
function joinTexts(text: string | null, notes: readonly string[]): string {
  return [...(text?.trim() ? [text] : []), ...notes].join('\n');
}
