import { removeItems } from '../quote/list/quote-summary.ts';
import type { Invoice } from './invoice.ts';

/** Turns the JSON of an invoice into that of a list without items, which may be megabytes. */
export function toListedInvoiceJson(doc: string): string {
  const invoice = JSON.parse(removeItems(doc)) as Omit<Invoice, 'items'>;
  return JSON.stringify({ ...invoice, customerName: invoice.customer.name });
}
