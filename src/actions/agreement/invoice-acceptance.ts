import { type NotInvoiced, renderNotIssuedEmail } from '../../adapters/mail/letters/decision-notice.ts';
import type { Deps } from '../../app/deps.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import type { Parties } from '../../domain/document.ts';
import { type Invoice, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import { countUnconfirmed } from '../../domain/quote/recurring/recurring-fields.ts';
import { findAcceptanceInvoice } from '../../domain/quote/schedule/invoicing.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { withMailLogo } from '../account/mail-logo.ts';
import { issueIfPossible, linkInvoice } from '../invoices/issue-automatically.ts';
import { convertStored } from '../quotes/convert-quote.ts';
import { readCurrentParties } from '../sending/documents/parties.ts';
import { buildConsoleUrl } from '../sending/links/links.ts';
import { mailOwner } from '../sending/outbox/mail-owner.ts';

type AcceptanceDeps = Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>;

/** An accepted quote, and the invoice that its acceptance created, if any. */
export interface InvoicedAcceptance {
  stored: StoredQuote;
  /** `linkId` is the link to the invoice for the customer; `null` if it is a draft or nobody is known who gets it. */
  invoiced: { invoice: Invoice; linkId: string | null } | null;
}

/**
 * Creates and issues the invoice that a quote asks for on its acceptance, in the transaction of the acceptance. Its PDF is
 * rendered later, when it is first read. An invoice that cannot be issued stays a draft, and its owner is notified: the
 * acceptance never fails because of it. If many later invoices would be made at once, none is until its owner converts
 * the quote and confirms that.
 */
export async function invoiceAcceptance(
  tx: Sql,
  deps: AcceptanceDeps,
  accountId: string,
  accepted: StoredQuote,
  { recipient, now }: { recipient: string | undefined; now: number },
): Promise<InvoicedAcceptance> {
  const wanted = findAcceptanceInvoice(accepted.quote);
  if (!wanted) return { stored: accepted, invoiced: null };
  const parties = await readCurrentParties(tx, accountId, accepted.quote.customerId);
  const laterInvoices = countUnconfirmed(accepted.quote, toCalendarDate(now, parties.account.timeZone));
  if (laterInvoices > 0) {
    await queueNotice(tx, deps, accepted, parties, { laterInvoices }, now);
    return { stored: accepted, invoiced: null };
  }
  const owner = { accountId, actor: { type: 'system' } } as const;
  const { invoice, stored } = await convertStored(tx, owner, accepted, { stage: wanted.stage }, now);
  const issued = await issueIfPossible(tx, owner, invoice.id, now);
  if (isDraftInvoice(issued.invoice)) {
    await queueNotice(tx, deps, stored, parties, { invoice: issued.invoice }, now);
    return { stored, invoiced: { invoice: issued.invoice, linkId: null } };
  }
  const linkId =
    recipient === undefined ? null : await linkInvoice(tx, deps, accountId, invoice.id, recipient, now);
  return { stored, invoiced: { invoice: issued.invoice, linkId } };
}

/** Notifies the owner of a draft, or of invoices that were not made. */
async function queueNotice(
  tx: Sql,
  deps: AcceptanceDeps,
  { quote }: StoredQuote,
  { account, customer }: Parties,
  about: NotInvoiced,
  now: number,
): Promise<void> {
  const documentId = 'invoice' in about ? about.invoice.id : quote.id;
  const content = renderNotIssuedEmail({
    ...{ quote, customer, about },
    account: await withMailLogo(tx, account),
    consoleUrl: buildConsoleUrl(deps, account.id, documentId),
  });
  await mailOwner(tx, deps, account, { kind: 'invoice_not_issued', documentId, content }, now);
}
