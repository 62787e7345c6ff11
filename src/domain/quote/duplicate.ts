import type { QuoteInput } from './compose-quote.ts';
import { type ItemFigures, NO_FIGURES, type WrittenItem } from './cost/item-costs.ts';
import type { Quote } from './quote.ts';
import { mapTexts, TEXT_NAMES } from './quote-texts.ts';

/** Copies the content and notes of a quote for a new one, which gets its own reference. Items get new identifiers. */
export function copyQuoteInput(
  quote: Quote,
  customerId: string | null | undefined,
  { costs, listPrices }: ItemFigures = NO_FIGURES,
): QuoteInput {
  return {
    customerId: customerId ?? quote.customerId,
    title: quote.title,
    ...mapTexts(TEXT_NAMES, (name) => quote[name]),
    reference: null,
    items: quote.items.map(({ id, amount: _amount, discountAmount: _discount, ...item }): WrittenItem => {
      const [cost, listPrice] = [costs[id], listPrices[id]];
      return { ...item, ...(cost !== undefined && { cost }), ...(listPrice !== undefined && { listPrice }) };
    }),
    discountType: quote.discountType,
    discountValue: quote.discountValue,
    currency: quote.currency,
    paymentSchedule: quote.paymentSchedule?.map(({ amount: _amount, ...stage }) => stage) ?? null,
    pricesIncludeTax: quote.pricesIncludeTax,
    invoiceOnAcceptance: quote.invoiceOnAcceptance,
    show: quote.show,
    acceptanceFields: quote.acceptanceFields ?? [],
  };
}
