import { renderQuoteEmail } from '../../../adapters/mail/letters/quote.ts';
import type { Deps } from '../../../app/deps.ts';
import type { QuoteSource } from '../../../domain/document.ts';
import type { Signer } from '../../../domain/quote/acceptance/signers.ts';
import type { Sql } from '../../../store/database.ts';
import type { LogoBitmap } from '../../../store/tables/account/logo-bitmaps.ts';
import { addRecipient } from '../../../store/tables/mail/sendings.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { toRealTime } from '../../account/account-time.ts';
import { withMailLogo } from '../../account/mail-logo.ts';
import { buildLinkUrl, newLinkId, openLink } from '../../sending/links/links.ts';
import { findOwnerAddress, queueMail } from '../../sending/outbox/queue-mail.ts';

interface Invitation {
  /** The document that all sign, and its parties. */
  source: QuoteSource;
  logo?: LogoBitmap | undefined;
  now: number;
  /** The sender's own words. */
  subject?: string | null;
  message?: string | null;
  /** Addresses that get the document without a link. */
  copies?: readonly string[];
}

/** Queues the emails to signers, each with a link of their own, inside the transaction that makes it their turn. */
export async function inviteSigners(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'secret' | 'publicUrl'>,
  accountId: string,
  { quote, edition, signatures, signerLinks }: StoredQuote,
  signers: readonly Signer[],
  { source, logo, now, copies = [], ...words }: Invitation,
): Promise<void> {
  const account = await withMailLogo(tx, source.account, logo);
  const owner = await findOwnerAddress(tx, accountId);
  const record = { subjectId: quote.id, edition: signatures[0]?.edition ?? edition, linkId: '' };
  const real = toRealTime(tx, now);
  const queue = async (address: string, name: string | null, linkId: string | null) => {
    const customer = { ...source.customer, name: name ?? source.customer.name };
    const publicUrl = linkId === null ? null : buildLinkUrl(deps, linkId);
    const hasFileLinks = quote.attachments.length > 0;
    const mail = {
      documentId: quote.id,
      to: { name, address },
      replyTo: owner,
      content: renderQuoteEmail({ quote, account, customer, publicUrl, hasFileLinks, ...words }),
      ...{ document: source, record },
    };
    const queued =
      linkId === null
        ? await queueMail(tx, deps, account, { kind: 'quote_copy', ...mail }, now)
        : await queueMail(
            tx,
            deps,
            account,
            { kind: 'signing', ...mail, about: { linkId, revision: quote.revision } },
            now,
          );
    await addRecipient(tx, accountId, queued, address, real);
  };
  for (const { name, email } of signers) {
    const open = signerLinks.find((link) => link.email === email);
    const linkId = open?.id ?? newLinkId(deps, real);
    if (!open) {
      const link = { account_id: accountId, document_id: quote.id, id: linkId };
      await openLink(tx, deps, { ...link, recipient: email, created_at: real });
      signerLinks.push({ id: linkId, email });
    }
    await queue(email, name, linkId);
  }
  for (const address of copies) await queue(address, null, null);
}
