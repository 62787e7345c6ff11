import type { QuoteInput } from './compose-quote.ts';
import type { Quote } from './quote.ts';
import { mapTexts, TEXT_NAMES } from './quote-texts.ts';

/** Copies the content and notes of a quote for a new one, which gets its own reference. Items get new identifiers. */
export function copyQuoteInput(quote: Quote, customerId: string | null | undefined): QuoteInput {
  return {
    customerId: customerId ?? quote.customerId,
    title: quote.title,
    ...mapTexts(TEXT_NAMES, (name) => quote[name]),
    reference: null,
    items: quote.items.map(({ id: _id, amount: _amount, discountAmount: _discount, ...item }) => item),
    discountType: quote.discountType,
    discountValue: quote.discountValue,
    currency: quote.currency,
    paymentSchedule: quote.paymentSchedule?.map(({ amount: _amount, ...stage }) => stage) ?? null,
    pricesIncludeTax: quote.pricesIncludeTax,
    invoiceOnAcceptance: quote.invoiceOnAcceptance,
    show: quote.show,
  };
}
