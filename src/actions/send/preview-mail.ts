import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Parties } from '../../domain/document.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { asSent, type SendWishes } from '../../domain/quote/sent-quote.ts';
import { fill } from '../../i18n/fill.ts';
import { quoteMail } from '../../mail/letters/quote.ts';
import { factsForCustomer } from '../../mail/letters/quote-facts.ts';
import type { MailContent } from '../../mail/mail-content.ts';
import { readDocument } from '../../store/tables/documents.ts';
import type { KeptResponse } from '../../store/tables/idempotency.ts';
import { accountForMail, ensureMailLogo } from '../account/mail-logo.ts';
import { ensureDocument } from '../document/ensure-document.ts';
import { currentParties } from '../document/parties.ts';
import { openSource } from '../document/quote-document.ts';
import type { RepeatableRequest } from '../idempotency/once.ts';
import { filesOf, isCapturing, isCarriedByMail } from './deliver-quote-mail.ts';
import { type SentTestMail, sendTestMail } from './test-mail.ts';

/** A quote as a send would show it now. */
export interface Sendable {
  quote: Quote;
  parties: Parties;
  /** Defaults in the customer's language. */
  defaults: { email: string; subject: string; message: string };
  /** Whether the email would be captured. */
  captures: boolean;
}

export async function readSendable(
  deps: Deps,
  accountId: string,
  before: Quote,
  now: number,
): Promise<Sendable> {
  const parties = await currentParties(deps.db.read, accountId, before.customerId);
  const { account, customer } = parties;
  const quote = asSent(before, account, now);
  const { messages, numbered } = factsForCustomer({ quote, customer, account });
  const defaults = {
    email: customer.email ?? '',
    subject: fill(messages.pair, { label: numbered, value: quote.title }),
    message: [
      fill(messages.greeting, { name: customer.name }),
      fill(messages.quoteIntro, { seller: account.name }),
    ].join('\n\n'),
  };
  return { quote, parties, defaults, captures: await isCapturing(deps, accountId) };
}

/** Composes the email as the customer would get it; its link does not work yet. */
export async function previewQuoteMail(
  deps: Deps,
  { quote, parties }: Sendable,
  wishes: Pick<SendWishes, 'subject' | 'message'>,
): Promise<MailContent> {
  const logo = await ensureMailLogo(deps, parties.account);
  const account = await accountForMail(deps.db.read, parties.account, logo);
  return letter(quote, { account, customer: parties.customer }, wishes, `${deps.publicUrl()}/q/…`, false);
}

/** Sends the email with the PDF and the attachments to the current user instead of the customer. */
export function tryOutQuoteMail<Response extends KeptResponse>(
  deps: Deps,
  accountId: string,
  { quote, parties }: Sendable,
  wishes: Pick<SendWishes, 'subject' | 'message'> & { email: string },
  how: {
    /** URL of the button: not the customer page, where the user would be counted as the customer. */
    pageUrl: string;
    repeatable: RepeatableRequest<Response> | undefined;
    respond: (sent: SentTestMail) => Response;
  },
): Promise<Response> {
  const { pageUrl, repeatable, respond } = how;
  const compose = async (account: Account) => {
    const document = await ensureDocument(deps, accountId, openSource(quote, parties));
    const pdf = (await readDocument(deps.db.read, accountId, document.sourceSha256))?.pdf;
    if (!pdf) throw new Error('the document to send no longer exists');
    const isCarried = isCarriedByMail(quote.attachments, pdf.length);
    const content = letter(quote, { ...parties, account }, wishes, pageUrl, !isCarried);
    return {
      ...content,
      attachments: [
        ...content.attachments,
        { filename: document.fileName, contentType: 'application/pdf', content: pdf },
        ...(isCarried ? await filesOf(deps, accountId, quote.attachments) : []),
      ],
    };
  };
  return sendTestMail(deps, accountId, wishes.email, { repeatable, respond, compose });
}

function letter(
  quote: Quote,
  { account, customer }: Parties,
  { subject, message }: Pick<SendWishes, 'subject' | 'message'>,
  publicUrl: string,
  linksFiles: boolean,
): MailContent {
  return quoteMail({ quote, customer, account, publicUrl, subject, message, linksFiles });
}
