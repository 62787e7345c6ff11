import { newAccount } from '../../domain/account/new-account.ts';
import type { Role } from '../../domain/person/role.ts';
import { type SignInSayings, signInSayings } from '../../i18n/console/sign-in.ts';
import { fill } from '../../i18n/fill.ts';
import type { Locale } from '../../i18n/locale.ts';
import { byProgram, type MailContent } from '../mail-content.ts';

/** Emails to users come from the installation, not from an account. */
const SENDER = { ...newAccount({ id: '', kind: 'live', name: 'Proffer', at: '' }), accentColor: '#0f5e5e' };

/** Invites a user. Opening the link changes nothing until its form is submitted. */
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

/** Contains a code and no link, because mail scanners follow links. */
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

/** Warns a user that someone, maybe the user, has the password but entered wrong codes. */
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
