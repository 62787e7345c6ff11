import { renderAcceptedCopyEmail } from '../../adapters/mail/letters/accepted-copy.ts';
import { renderDecisionNoticeEmail } from '../../adapters/mail/letters/decision-notice.ts';
import type { Deps } from '../../app/deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { isSameAddress } from '../../domain/quote/acceptance/signers.ts';
import type { DecisionRecord } from '../../domain/quote/decision.ts';
import type { Sql } from '../../store/database.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import type { Link } from '../../store/tables/links.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { withMailLogo } from '../account/mail-logo.ts';
import { getDocumentRecord } from '../sending/documents/quote-document.ts';
import { buildConsoleUrl, buildLinkUrl } from '../sending/links/links.ts';
import { findWantedAddress } from '../sending/outbox/notice-address.ts';
import { findOwnerAddress, queueMail } from '../sending/outbox/queue-mail.ts';
import type { InvoicedAcceptance } from './invoice-acceptance.ts';

/** The facts that the emails about a decision report. */
interface ReportedDecision extends Pick<InvoicedAcceptance, 'invoiced'> {
  decision: DecisionRecord;
  document: QuoteSource;
  /** Who gets the invoice. */
  recipient: string;
}

/** Queues a copy of the acceptance for the customer and a notice with the PDF for the owner. */
export async function queueDecisionEmails(
  tx: Sql,
  deps: Deps,
  { link, logo }: { link: Link; logo: LogoBitmap | undefined },
  decided: StoredQuote,
  { decision, document, invoiced, recipient }: ReportedDecision,
  now: number,
): Promise<void> {
  const { quote } = decided;
  const { customer } = document;
  const account = await withMailLogo(tx, document.account, logo);
  const owner = await findOwnerAddress(tx, link.account_id);
  const attached = { documentId: quote.id, document, record: getDocumentRecord(decided) };
  const invoice = invoiced?.invoice;
  const parties = { quote, customer, account, invoice };
  for (const to of decision.decision === 'ACCEPTED'
    ? listCopies(decided, decision, link, invoiced && recipient)
    : []) {
    const linked = isSameAddress(to.address, recipient) ? invoiced : null;
    const content = renderAcceptedCopyEmail({
      ...{ quote, account, acceptance: decision, invoice: linked?.invoice },
      customer: quote.signers ? { ...customer, name: to.name ?? customer.name } : customer,
      publicUrl: to.linkId === null ? null : buildLinkUrl(deps, to.linkId),
      invoiceUrl: linked?.linkId ? buildLinkUrl(deps, linked.linkId, 'invoice') : null,
    });
    const invoiceId = linked?.linkId ? linked.invoice.id : undefined;
    const copy = {
      kind: 'accepted_copy',
      to: { name: to.name, address: to.address },
      replyTo: owner,
      content,
      invoiceId,
      ...attached,
      ...(to.linkId !== null && { linkId: to.linkId }),
    } as const;
    await queueMail(tx, deps, account, copy, now);
  }
  const kind = decision.decision === 'ACCEPTED' ? 'accepted' : 'declined';
  const noticed = await findWantedAddress(tx, deps, link.account_id, kind);
  if (!noticed) return;
  const { replyTo, ...content } = renderDecisionNoticeEmail({
    ...{ ...parties, decision, consoleUrl: buildConsoleUrl(deps, link.account_id, quote.id) },
  });
  const notice = { kind: 'decision_notice', to: noticed, replyTo, content, ...attached } as const;
  await queueMail(tx, deps, account, notice, now);
}

interface Copy {
  name: string | null;
  address: string;
  linkId: string | null;
}

/** Who gets a copy of the acceptance: the customer, or every signer, and who gets the invoice. */
function listCopies(
  { quote, signerLinks }: StoredQuote,
  { name }: DecisionRecord,
  link: Link,
  recipient: string | null,
): Copy[] {
  if (!quote.signers) return [{ name, address: link.recipient, linkId: link.id }];
  const copies = quote.signers.map((signer): Copy => {
    const own = signerLinks.find(({ email }) => email === signer.email);
    return { name: signer.name, address: signer.email, linkId: own?.id ?? null };
  });
  const isKnown = recipient === null || copies.some(({ address }) => isSameAddress(address, recipient));
  return isKnown ? copies : [...copies, { name: null, address: recipient, linkId: null }];
}
