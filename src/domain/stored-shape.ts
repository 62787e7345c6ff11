import type { QuoteSource } from './document.ts';
import type { Invoice } from './invoice/invoice.ts';
import type { Quote } from './quote/quote.ts';

/**
 * Upgrade quotes and invoices that an earlier version stored. Append only: the number of steps is the `shape` of a row's
 * JSON. A step only adds missing fields, so it can be repeated.
 */
const QUOTE_STEPS: readonly ((quote: Quote) => Quote)[] = [];
const INVOICE_STEPS: readonly ((invoice: Invoice) => Invoice)[] = [];

export const QUOTE_SHAPE = QUOTE_STEPS.length;
export const INVOICE_SHAPE = INVOICE_STEPS.length;

export function upgradeQuote(stored: Quote): Quote {
  return QUOTE_STEPS.reduce((quote, step) => step(quote), stored);
}

export function upgradeInvoice(stored: Invoice): Invoice {
  return INVOICE_STEPS.reduce((invoice, step) => step(invoice), stored);
}

export function upgradeQuoteIn<Text extends Pick<QuoteSource, 'quote'>>(text: Text): Text {
  return { ...text, quote: upgradeQuote(text.quote) };
}
