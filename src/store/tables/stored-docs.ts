import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { INVOICE_SHAPE, QUOTE_SHAPE, upgradeInvoice, upgradeQuote } from '../../domain/stored-shape.ts';

/** A row whose JSON is sent unchanged if it has the current shape. Every write of the JSON also sets the shape. */
export interface StoredDoc {
  doc: string;
  shape: number;
}

/** JSON of a quote in the current shape. That of an up-to-date row is not parsed. */
export function quoteDoc({ doc, shape }: StoredDoc): string {
  return shape === QUOTE_SHAPE ? doc : JSON.stringify(upgradeQuote(JSON.parse(doc) as Quote));
}

export function invoiceDoc({ doc, shape }: StoredDoc): string {
  return shape === INVOICE_SHAPE ? doc : JSON.stringify(upgradeInvoice(JSON.parse(doc) as Invoice));
}
