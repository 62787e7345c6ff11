import type { Deps } from '../../deps.ts';
import { type Invoice, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import { isConverted, type Quote } from '../../domain/quote/quote.ts';
import { listLinkedInvoices } from '../../store/tables/invoice/find-invoices.ts';
import { getLinkPath } from '../link/links.ts';
import { readPayableState } from '../payment/start-checkout.ts';

/** An invoice that the page of its quote shows. */
export interface ShownInvoice {
  invoice: Invoice;
  /** Path of its own page; `null` if it has no link. */
  pageUrl: string | null;
  /** Path of the form that starts an online payment; `null` if it cannot be paid online. */
  payUrl: string | null;
  /** Whether a payment is on its way. */
  isPaymentPending: boolean;
}

/**
 * Returns the issued invoices that have a link, and all issued ones once the whole quote is invoiced. A draft is not for
 * the customer.
 */
export async function listShownInvoices(
  deps: Deps,
  accountId: string,
  quote: Quote,
): Promise<ShownInvoice[]> {
  if (quote.invoices.length === 0) return [];
  const isComplete = isConverted(quote);
  const rows = await listLinkedInvoices(deps.db.read, accountId, quote.id);
  const shown = rows.map(({ invoice, linkId }) => ({
    invoice,
    pageUrl: linkId === null || isDraftInvoice(invoice) ? null : getLinkPath(deps, linkId, 'invoice'),
  }));
  return Promise.all(
    shown
      .filter(({ pageUrl }) => isComplete || pageUrl !== null)
      .map(async ({ invoice, pageUrl }) => {
        const payable = pageUrl === null ? 'none' : await readPayableState(deps, accountId, invoice);
        return {
          ...{ invoice, pageUrl, payUrl: payable === 'possible' ? `${pageUrl}/pay` : null },
          isPaymentPending: payable === 'pending',
        };
      }),
  );
}
