import type { Deps } from '../../deps.ts';
import { type Invoice, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import { isConverted, type Quote } from '../../domain/quote/quote.ts';
import { listLinkedInvoices } from '../../store/tables/invoice/find-invoices.ts';
import { buildLinkUrl } from '../link/links.ts';

/** An invoice that the page of its quote shows. */
export interface ShownInvoice {
  invoice: Invoice;
  /** Its own page; `null` if it has no link. */
  pageUrl: string | null;
}

/**
 * Returns the issued invoices that have a link, and all issued ones once the whole quote is invoiced. A draft is not for
 * the customer.
 */
export async function listShownInvoices(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'publicUrl'>,
  accountId: string,
  quote: Quote,
): Promise<ShownInvoice[]> {
  if (quote.invoices.length === 0) return [];
  const isComplete = isConverted(quote);
  const rows = await listLinkedInvoices(deps.db.read, accountId, quote.id);
  return rows
    .filter(({ invoice, linkId }) => isComplete || (linkId !== null && !isDraftInvoice(invoice)))
    .map(({ invoice, linkId }) => ({
      invoice,
      pageUrl: linkId !== null && !isDraftInvoice(invoice) ? buildLinkUrl(deps, linkId, 'invoice') : null,
    }));
}
