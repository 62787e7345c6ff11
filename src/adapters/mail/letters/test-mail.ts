import type { Account } from '../../../domain/account/account.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { fill } from '../../../i18n/fill.ts';
import { MAIL } from '../../../i18n/messages.ts';
import { type MailContent, renderPersonalEmail } from '../mail-content.ts';

/** Lets the owner check that emails arrive, and how they look. */
export function renderTestEmail(account: Account): MailContent {
  const locale = resolveSellerLocale(account, account.locale);
  const messages = MAIL[locale.language];
  const intro = fill(messages.testIntro, { seller: account.name });
  return renderPersonalEmail({
    account,
    locale,
    subject: messages.testSubject,
    preview: intro,
    kicker: account.name,
    heading: messages.testSubject,
    prose: [intro],
    facts: [],
    notes: [],
  });
}
