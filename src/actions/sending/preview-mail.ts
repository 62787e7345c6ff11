import { renderQuoteEmail } from '../../adapters/mail/letters/quote.ts';
import { formatFactsForCustomer } from '../../adapters/mail/letters/quote-facts.ts';
import type { MailContent } from '../../adapters/mail/mail-content.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Parties } from '../../domain/document.ts';
import type { ContentChanges } from '../../domain/quote/changes.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { applySend, type SendOptions } from '../../domain/quote/sent-quote.ts';
import { fill } from '../../i18n/fill.ts';
import { readDocument } from '../../store/tables/documents.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { ensureDocument } from './documents/ensure-document.ts';
import { readCurrentParties } from './documents/parties.ts';
import { buildSource } from './documents/quote-document.ts';
import { fitsInMail, readMailAttachments } from './mail-attachments.ts';
import { findChangesForRecipient } from './revision-changes.ts';
import { type SentTestMail, sendTestMail } from './test-mail.ts';

/** A quote as a send would show it now. */
export interface SendPreview {
  quote: Quote;
  parties: Parties;
  /** Defaults in the customer's language. */
  defaults: { email: string; subject: string; message: string };
  /** What has changed since the customer got the quote before. */
  changes: ContentChanges | null;
}

export async function readSendPreview(
  deps: Deps,
  accountId: string,
  before: Quote,
  now: number,
): Promise<SendPreview> {
  const parties = await readCurrentParties(deps.db.read, accountId, before.customerId);
  const { account, customer } = parties;
  const quote = applySend(before, account, now);
  const { messages, numbered } = formatFactsForCustomer({ quote, customer, account });
  const email = customer.email ?? '';
  const changes = await findChangesForRecipient(deps.db.read, accountId, quote, email);
  const defaults = {
    email,
    subject: fill(messages.pair, { label: numbered, value: quote.title }),
    message: [
      fill(messages.greeting, { name: customer.name }),
      fill(changes ? messages.revisedIntro : messages.quoteIntro, { seller: account.name }),
    ].join('\n\n'),
  };
  return { quote, parties, defaults, changes };
}

/** Composes the email as the customer would get it; its link does not work yet. */
export async function previewQuoteMail(
  deps: Deps,
  { quote, parties, changes }: SendPreview,
  options: Pick<SendOptions, 'subject' | 'message'>,
): Promise<MailContent> {
  const logo = await ensureMailLogo(deps, parties.account);
  const account = await withMailLogo(deps.db.read, parties.account, logo);
  return composePreviewMail(
    { quote, changes },
    { account, customer: parties.customer },
    options,
    `${deps.publicUrl()}/q/…`,
    false,
  );
}

/** Sends the email with the PDF and the attachments to the current user instead of the customer. */
export function sendTestQuoteMail(
  deps: Deps,
  accountId: string,
  { quote, parties, changes }: SendPreview,
  options: Pick<SendOptions, 'subject' | 'message'> & { email: string },
  /** URL of the button: not the customer page, where the user would be counted as the customer. */
  pageUrl: string,
): Promise<SentTestMail> {
  const compose = async (account: Account) => {
    const document = await ensureDocument(deps, accountId, buildSource(quote, parties));
    const pdf = (await readDocument(deps.db.read, accountId, document.sourceSha256))?.pdf;
    if (!pdf) throw new Error('the document to send no longer exists');
    const isCarried = fitsInMail(quote.attachments, pdf.length);
    const content = composePreviewMail(
      { quote, changes },
      { ...parties, account },
      options,
      pageUrl,
      !isCarried,
    );
    return {
      ...content,
      attachments: [
        ...content.attachments,
        { filename: document.fileName, contentType: 'application/pdf', content: pdf },
        ...(isCarried ? await readMailAttachments(deps, accountId, quote.attachments) : []),
      ],
    };
  };
  return sendTestMail(deps, accountId, options.email, undefined, compose);
}

function composePreviewMail(
  { quote, changes }: Pick<SendPreview, 'quote' | 'changes'>,
  { account, customer }: Parties,
  { subject, message }: Pick<SendOptions, 'subject' | 'message'>,
  publicUrl: string,
  hasFileLinks: boolean,
): MailContent {
  return renderQuoteEmail({ quote, changes, customer, account, publicUrl, subject, message, hasFileLinks });
}
