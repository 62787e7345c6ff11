import type { Account } from '../../domain/account/account.ts';
import { localeFor } from '../../i18n/customs.ts';
import { fill } from '../../i18n/fill.ts';
import { MAIL } from '../../i18n/messages.ts';
import { byPerson, type MailContent } from '../mail-content.ts';

/** Lets the owner check that emails arrive, and how they look. */
export function testMail(account: Account): MailContent {
  const locale = localeFor(account, account.locale);
  const messages = MAIL[locale.language];
  const intro = fill(messages.testIntro, { seller: account.name });
  return byPerson({
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
