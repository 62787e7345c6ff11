import { newAccount } from '../../domain/account/new-account.ts';
import type { Role } from '../../domain/person/role.ts';
import { type SignInSayings, signInSayings } from '../../i18n/console/sign-in.ts';
import { fill } from '../../i18n/fill.ts';
import type { Locale } from '../../i18n/locale.ts';
import { byProgram, type MailContent } from '../mail-content.ts';

/** The installation writes, not a business. */
const SENDER = { ...newAccount({ id: '', kind: 'live', name: 'Proffer', at: '' }), accentColor: '#0f5e5e' };

/** To somebody who shall come in: the link does nothing until its page is filled in. */
export function invitationMail(
  { by, business, role, url }: { by: string | null; business: string; role: Role; url: string },
  wished: Locale,
): MailContent {
  const { locale, say } = spoken(wished);
  const heading = fill(say.invitationSubject, { business });
  return byProgram({
    account: SENDER,
    locale,
    subject: heading,
    preview: heading,
    kicker: 'Proffer',
    heading,
    prose: [by === null ? say.invitationText : fill(say.invitationTextBy, { name: by })],
    facts: [{ label: say.role, value: say.roles[role] }],
    button: { label: say.invitationOpen, url },
    notes: [say.invitationNote],
  });
}

/** A code and no link: what looks at mails before people do presses links. */
export function resetCodeMail({ code, url }: { code: string; url: string }, wished: Locale): MailContent {
  const { locale, say } = spoken(wished);
  return byProgram({
    account: SENDER,
    locale,
    subject: say.resetSubject,
    preview: say.resetSubject,
    kicker: 'Proffer',
    heading: say.resetSubject,
    prose: [fill(say.resetMailText, { address: url })],
    facts: [{ label: say.resetCode, value: code, look: 'strong' }],
    notes: [say.resetMailNote],
  });
}

/** To somebody whose password is known to who enters wrong codes, be it themselves. */
export function codesLockedMail(wished: Locale): MailContent {
  const { locale, say } = spoken(wished);
  return byProgram({
    account: SENDER,
    locale,
    subject: say.lockedSubject,
    preview: say.lockedSubject,
    kicker: 'Proffer',
    heading: say.lockedSubject,
    prose: [say.lockedMailText],
    facts: [],
    notes: [say.lockedMailNote],
  });
}

function spoken(wished: Locale): { locale: Locale; say: SignInSayings } {
  const { locale, say } = signInSayings(wished);
  return {
    locale: locale.tag === wished.tag ? wished : { tag: 'en', language: 'en', direction: 'ltr' },
    say,
  };
}
