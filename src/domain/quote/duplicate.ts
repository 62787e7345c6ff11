import type { QuoteInput } from './compose-quote.ts';
import type { Quote } from './quote.ts';

/** Copies the content and notes of a quote for a new one. Items get new identifiers. */
export function copyQuoteInput(quote: Quote, customerId: string | null | undefined): QuoteInput {
  return {
    customerId: customerId ?? quote.customerId,
    title: quote.title,
    description: quote.description,
    items: quote.items.map(({ id: _id, amount: _amount, discountAmount: _discount, ...item }) => item),
    discountType: quote.discountType,
    discountValue: quote.discountValue,
    currency: quote.currency,
    terms: quote.terms,
    paymentSchedule: quote.paymentSchedule?.map(({ amount: _amount, ...stage }) => stage) ?? null,
    notes: quote.notes,
  };
}
