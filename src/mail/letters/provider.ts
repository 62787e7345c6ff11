import type { ProviderKind } from '../../domain/payment/provider-kind.ts';
import { PROVIDER_NAMES } from '../../domain/payment/provider-kind.ts';
import { findConsoleTexts } from '../../i18n/console.ts';
import { fill } from '../../i18n/fill.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { SENDER } from './to-user.ts';

export type ProviderChange = 'connected' | 'replaced' | 'disconnected';

/** Notifies an owner that the payment provider of the account was changed. */
export function renderProviderEmail(
  notice: { change: ProviderChange; kind: ProviderKind; name: string; business: string; lastFour: string },
  preferred: Locale,
): MailContent {
  const { locale, t } = findConsoleTexts(preferred);
  const { mailSubjects, mailText, mailKey, mailNote } = t.payments;
  const { change, kind, name, business, lastFour } = notice;
  const heading = fill(mailSubjects[change], { provider: PROVIDER_NAMES[kind], business });
  return renderAutomaticEmail({
    account: SENDER,
    locale,
    subject: heading,
    preview: heading,
    kicker: 'Proffer',
    heading,
    prose: [fill(mailText, { name })],
    facts: [{ label: mailKey, value: lastFour }],
    notes: [mailNote],
  });
}
