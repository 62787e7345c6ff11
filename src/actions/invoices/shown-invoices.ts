import type { Deps } from '../../app/deps.ts';
import { type Invoice, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import { isConverted, type Quote } from '../../domain/quote/quote.ts';
import { listFinalQuoteInvoices } from '../../store/tables/invoice/find-invoices.ts';
import { type Link, listOpenLinks } from '../../store/tables/links.ts';
import { readPayableState } from '../payments/start-checkout.ts';
import { getLinkPath } from '../sending/links/links.ts';

/** An invoice that the page of its quote shows. */
export interface ShownInvoice {
  invoice: Invoice;
  /** Path of its own page; `null` if the reader was given no link to it. */
  pageUrl: string | null;
  /** Path of the form that starts an online payment; `null` if it cannot be paid online. */
  payUrl: string | null;
  /** Whether a payment is on its way. */
  isPaymentPending: boolean;
}

/**
 * Returns the issued invoices to which the holder of the link was given a link too. Once the whole quote is invoiced also
 * the others, without a link, except those whose links were revoked. A draft is not for the customer.
 */
export async function listShownInvoices(
  deps: Deps,
  { account_id: accountId, recipient }: Pick<Link, 'account_id' | 'recipient'>,
  quote: Quote,
): Promise<ShownInvoice[]> {
  if (quote.invoices.length === 0) return [];
  const isComplete = isConverted(quote);
  const rows = await listFinalQuoteInvoices(deps.db.read, accountId, quote);
  const linkIds = await findLinksOfRecipient(deps, accountId, rows, recipient);
  const shown = rows.map(({ invoice, isRevoked }) => {
    const linkId = linkIds.get(invoice.id);
    const isLinked = linkId !== undefined && !isDraftInvoice(invoice);
    return { invoice, isRevoked, pageUrl: isLinked ? getLinkPath(deps, linkId, 'invoice') : null };
  });
  return Promise.all(
    shown
      .filter(({ pageUrl, isRevoked }) => pageUrl !== null || (isComplete && !isRevoked))
      .map(async ({ invoice, pageUrl }) => {
        const payable = pageUrl === null ? 'none' : await readPayableState(deps, accountId, invoice);
        return {
          ...{ invoice, pageUrl, payUrl: payable === 'possible' ? `${pageUrl}/pay` : null },
          isPaymentPending: payable === 'pending',
        };
      }),
  );
}

/** The newest open link to each invoice that was sent to the same address. Another's link is not theirs to follow. */
async function findLinksOfRecipient(
  { db }: Deps,
  accountId: string,
  rows: readonly { invoice: Invoice }[],
  recipient: string,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ invoice }) => invoice.id);
  const links = await listOpenLinks(db.read, accountId, ids);
  const isTheirs = (link: Pick<Link, 'recipient'>) =>
    link.recipient.toLowerCase() === recipient.toLowerCase();
  return new Map(links.filter(isTheirs).map(({ document_id: documentId, id }) => [documentId, id]));
}
