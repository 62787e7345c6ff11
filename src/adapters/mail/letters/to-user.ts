import { newAccount } from '../../../domain/account/new-account.ts';
import { PROVIDER_NAMES, type ProviderKind } from '../../../domain/invoice/payment/provider-kind.ts';
import type { Role } from '../../../domain/people/role.ts';
import { findSignInTexts, type SignInTexts } from '../../../i18n/console/sign-in.ts';
import { type ConsoleTexts, findConsoleTexts } from '../../../i18n/console.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';

/** Emails to users come from the installation, not from an account. */
const SENDER = {
  ...newAccount({ id: '', kind: 'live', name: 'Proffer', at: '' }),
  accentColor: '#0f5e5e',
};

/** Invites a user. Opening the link changes nothing until its form is submitted. */
export function renderInvitationEmail(
  { by, business, role, url }: { by: string | null; business: string; role: Role; url: string },
  preferred: Locale,
): MailContent {
  const { locale, t } = findTexts(preferred);
  const heading = fill(t.invitationSubject, { business });
  return renderNotice({
    locale,
    heading,
    prose: [by === null ? t.invitationText : fill(t.invitationTextBy, { name: by })],
    facts: [{ label: t.role, value: t.roles[role] }],
    button: { label: t.invitationOpen, url },
    notes: [t.invitationNote],
  });
}

/** Contains a code and no link, because mail scanners follow links. */
export function renderResetCodeEmail(
  { code, url }: { code: string; url: string },
  preferred: Locale,
): MailContent {
  const { locale, t } = findTexts(preferred);
  return renderNotice({
    locale,
    heading: t.resetSubject,
    prose: [fill(t.resetMailText, { address: url })],
    facts: [{ label: t.resetCode, value: code, look: 'strong' }],
    notes: [t.resetMailNote],
  });
}

/** Confirms a new address. Contains a code and no link, because mail scanners follow links. */
export function renderAddressCodeEmail({ code }: { code: string }, preferred: Locale): MailContent {
  const { locale, t } = findTexts(preferred);
  return renderNotice({
    locale,
    heading: t.addressSubject,
    prose: [t.addressMailText],
    facts: [{ label: t.code, value: code, look: 'strong' }],
    notes: [t.addressMailNote],
  });
}

/** Tells the old address which one replaces it. */
export function renderAddressChangedEmail({ address }: { address: string }, preferred: Locale): MailContent {
  const { locale, t } = findTexts(preferred);
  return renderNotice({
    locale,
    heading: t.addressChangedSubject,
    prose: [fill(t.addressChangedText, { address })],
    notes: [t.addressChangedNote],
  });
}

/** Warns a user that someone, maybe the user, has the password but entered wrong codes. */
export function renderCodesLockedEmail(preferred: Locale): MailContent {
  const { locale, t } = findTexts(preferred);
  return renderNotice({
    locale,
    heading: t.lockedSubject,
    prose: [t.lockedMailText],
    notes: [t.lockedMailNote],
  });
}

export type ConnectionChange = 'connected' | 'replaced' | 'disconnected';

/** Notifies an owner that the payment provider of the account was changed. */
export function renderProviderEmail(
  notice: { change: ConnectionChange; kind: ProviderKind; name: string; business: string; lastFour: string },
  preferred: Locale,
): MailContent {
  const { locale, t } = findConsoleTexts(preferred);
  const { mailSubjects, mailText, mailKey, mailNote } = t.payments;
  const { change, kind, name, business, lastFour } = notice;
  const heading = fill(mailSubjects[change], { provider: PROVIDER_NAMES[kind], business });
  return renderNotice({
    locale,
    heading,
    prose: [fill(mailText, { name })],
    facts: [{ label: mailKey, value: lastFour }],
    notes: [mailNote],
  });
}

/** Notifies an owner that the mail server of the account rejects its sign-in. */
export function renderMailSignInEmail(
  { business, address, url }: { business: string; address: string; url: string | null },
  preferred: Locale,
): MailContent {
  const { locale, t } = findConsoleTexts(preferred);
  const { signInSubject, signInText, signInNote, signInButton } = t.settings.mail;
  const heading = fill(signInSubject, { business });
  return renderNotice({
    locale,
    heading,
    prose: [fill(signInText, { address })],
    ...(url !== null && { button: { label: signInButton, url } }),
    notes: [signInNote],
  });
}

/** Notifies an owner that the mail account was changed. */
export function renderMailAccountEmail(
  notice: { change: ConnectionChange; address: string; name: string; business: string },
  preferred: Locale,
): MailContent {
  const { locale, t } = findConsoleTexts(preferred);
  const { mailSubjects, mailText, mailAddress, mailNote } = t.mailAccount;
  const { change, address, name, business } = notice;
  const heading = fill(mailSubjects[change], { business });
  return renderNotice({
    locale,
    heading,
    prose: [fill(mailText, { name })],
    facts: [{ label: mailAddress, value: address }],
    notes: [mailNote],
  });
}

export interface ApprovalNotice {
  business: string;
  quote: { number: string; title: string };
  /** The person or key that asked or decided. */
  name: string;
  note: string | null;
  /** URL of the quote in the console. */
  url: string | null;
}

type ApprovalReasonText = keyof ConsoleTexts['approval']['reasons'];

/** Asks a user to approve a quote, and says why it needs that. It has no figures: they may be about costs. */
export function renderApprovalRequestEmail(
  notice: ApprovalNotice & { reasons: readonly ApprovalReasonText[] },
  preferred: Locale,
): MailContent {
  const texts = findConsoleTexts(preferred);
  const { mailAsked, mailAskedText, reasons } = texts.t.approval;
  const why = notice.reasons.map((reason) => reasons[reason]);
  return renderApprovalEmail(notice, texts, { heading: mailAsked, text: mailAskedText, why });
}

/** Says that further requests of the hour come without an email, and names nothing of what was written in them. */
export function renderManyRequestsEmail(
  { business, count, url }: { business: string; count: number; url: string | null },
  preferred: Locale,
): MailContent {
  const { locale, t } = findConsoleTexts(preferred);
  const { mailMany, mailManyText, mailManyOpen, mailManyNote } = t.approval;
  const text = fill(mailManyText, { business, count: formatQuantity(count, locale) });
  return renderNotice({
    locale,
    heading: mailMany,
    preview: text,
    kicker: business,
    prose: [text],
    ...(url !== null && { button: { label: mailManyOpen, url } }),
    notes: [fill(mailManyNote, { business })],
  });
}

/** Tells the user who asked for an approval how it was decided. */
export function renderApprovalDecisionEmail(
  notice: ApprovalNotice & { isApproved: boolean },
  preferred: Locale,
): MailContent {
  const texts = findConsoleTexts(preferred);
  const { mailApproved, mailApprovedText, mailRejected, mailRejectedText } = texts.t.approval;
  const words = notice.isApproved
    ? { heading: mailApproved, text: mailApprovedText }
    : { heading: mailRejected, text: mailRejectedText };
  return renderApprovalEmail(notice, texts, { ...words, why: [] });
}

function renderApprovalEmail(
  { business, quote, name, note, url }: ApprovalNotice,
  { locale, t }: { locale: Locale; t: ConsoleTexts },
  words: { heading: string; text: string; why: string[] },
): MailContent {
  const heading = fill(words.heading, { name, number: quote.number });
  const text = fill(words.text, { title: quote.title, business });
  return renderNotice({
    locale,
    heading,
    preview: text,
    kicker: business,
    prose: [text, ...words.why],
    quotation: note,
    ...(url !== null && { button: { label: t.approval.mailOpen, url } }),
    notes: [fill(t.approval.mailNote, { business })],
  });
}

type Notice = Parameters<typeof renderAutomaticEmail>[0];

/** Most notices have no other subject and preview than their heading. */
export function renderNotice(
  notice: Pick<Notice, 'locale' | 'heading' | 'prose' | 'notes'> & Partial<Notice>,
): MailContent {
  const { heading } = notice;
  const usual = { account: SENDER, subject: heading, preview: heading, kicker: 'Proffer', facts: [] };
  return renderAutomaticEmail({ ...usual, ...notice });
}

function findTexts(preferred: Locale): { locale: Locale; t: SignInTexts } {
  const { locale, t } = findSignInTexts(preferred);
  return {
    locale: locale.tag === preferred.tag ? preferred : { tag: 'en', language: 'en', direction: 'ltr' },
    t,
  };
}
