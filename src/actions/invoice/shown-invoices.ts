import type { Deps } from '../../deps.ts';
import type { InvoiceSummary } from '../../domain/invoice/invoice-summary.ts';
import { isConverted, type Quote } from '../../domain/quote/quote.ts';
import { listFinalInvoiceIds } from '../../store/tables/invoice/find-invoices.ts';

/** Returns the issued invoices once the whole quote is invoiced, and none before. A draft is not for the customer. */
export async function listShownInvoices(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quote: Quote,
): Promise<InvoiceSummary[]> {
  if (!isConverted(quote)) return [];
  const final = await listFinalInvoiceIds(db.read, accountId, quote.id);
  return quote.invoices.filter(({ id }) => final.includes(id));
}
