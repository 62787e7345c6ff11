import type { Account } from '../../domain/account/account.ts';
import type { MailAddress, MailMessage } from '../../domain/mail/mail.ts';
import type { MailBody } from './mail-body.ts';
import { renderHtml } from './mail-html.ts';
import { createMailLogo } from './mail-logo.ts';
import { renderText } from './mail-text.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** The logo, which the HTML refers to by its content ID. */
  attachments: MailMessage['attachments'];
  headers: Record<string, string>;
}

/** Renders an email that a person triggered, which must not have `Auto-Submitted` (RFC 3834). */
export function renderPersonalEmail(body: MailBody): MailContent {
  return render(body, {});
}

/** Renders an email that the service sends by itself; `Auto-Submitted` keeps auto-replies away. */
export function renderAutomaticEmail(body: MailBody): MailContent {
  return render(body, { 'Auto-Submitted': 'auto-generated' });
}

/** Returns the sender: the service's address under the account's name, with replies to the account. */
export function getSender(
  account: Pick<Account, 'name' | 'replyTo' | 'email'>,
  mailFrom: string,
): { from: MailAddress; replyTo: MailAddress | null } {
  const replyTo = account.replyTo ?? account.email;
  return {
    from: { name: account.name, address: mailFrom },
    replyTo: replyTo === null ? null : { name: account.name, address: replyTo },
  };
}

function render(body: MailBody, headers: Record<string, string>): MailContent {
  const logo = createMailLogo(body.account);
  return {
    subject: body.subject.replace(BIDI_CONTROLS, ''),
    text: renderText(body).replace(BIDI_CONTROLS, ''),
    html: renderHtml(body, logo).replace(BIDI_CONTROLS, ''),
    attachments: logo ? [logo.attachment] : [],
    headers: { ...headers, ...createUnsubscribeHeaders(body) },
  };
}

/** Lets mail clients show a button of their own that unsubscribes with one click (RFC 8058), which requires https. */
function createUnsubscribeHeaders({ unsubscribe }: MailBody): Record<string, string> {
  if (!unsubscribe?.url.startsWith('https:')) return {};
  return {
    'List-Unsubscribe': `<${unsubscribe.url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Bidirectional control characters, with which one field could reorder the text around it. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
