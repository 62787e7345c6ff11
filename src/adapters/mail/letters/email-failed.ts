import type { Account } from '../../../domain/account/account.ts';
import { type DocumentKind, getDocumentKind } from '../../../domain/document.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { fill } from '../../../i18n/fill.ts';
import { INVOICE, MAIL, pickTexts } from '../../../i18n/messages.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';

export interface FailedEmail {
  account: Account;
  /** The quote or invoice that the email was about. */
  document: { id: string; number: string; title: string };
  /** Recipient of the email. */
  to: string;
  /** Last response of the mail server; `null` if it is not known whether it accepted the email. */
  response: string | null;
  consoleUrl: string | null;
}

/** Notifies the owner that an email to the customer failed after the person who caused it had left. */
export function renderEmailFailedEmail({
  account,
  document,
  to,
  response,
  consoleUrl,
}: FailedEmail): MailContent {
  const locale = resolveSellerLocale(account, account.locale);
  const messages = pickTexts(MAIL, locale);
  const { number, title } = document;
  const notice = response === null ? messages.emailUncertainNotice : messages.emailFailedNotice;
  const intro = fill(notice, { number, to });
  const labels: Record<DocumentKind, string> = {
    quote: messages.viewQuote,
    invoice: pickTexts(INVOICE, locale).viewInvoice,
  };
  return renderAutomaticEmail({
    account,
    locale,
    subject: fill(messages.pair, { label: messages.emailFailed, value: number }),
    preview: intro,
    kicker: title,
    heading: messages.emailFailed,
    prose: [intro],
    quotation: response || null,
    facts: [],
    notes: [],
    ...(consoleUrl && { button: { label: labels[getDocumentKind(document.id)], url: consoleUrl } }),
  });
}
