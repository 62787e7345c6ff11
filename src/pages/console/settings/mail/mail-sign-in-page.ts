import { type Html, html } from '../../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../../i18n/console.ts';
import { fill } from '../../../../i18n/fill.ts';
import type { Locale } from '../../../../i18n/locale.ts';
import { renderCard } from '../../../sign-in/card.ts';
import type { ConsolePage } from '../../shell.ts';
import type { Viewer } from '../../viewer.ts';
import { buildSettingsPage } from '../settings-page.ts';

export type MailSignInFailure = keyof ConsoleTexts['mailSignIn']['failures'];

interface FailureView {
  failure: MailSignInFailure;
  /** Missing if it is not known which sign-in failed. */
  provider?: string;
  accountId?: string;
}

type Texts = { locale: Pick<Locale, 'tag' | 'direction'>; t: Pick<ConsoleTexts, 'mailSignIn'> };

/** Leads to the provider. The form cannot redirect there: the policy allows forms to this site only. */
export function renderToMailProvider({ locale, t }: Texts, provider: string, url: string): string {
  const { toProvider, toProviderText } = t.mailSignIn;
  const title = fill(toProvider, { provider });
  return renderCard({
    locale,
    title,
    content: html`<p>${toProviderText}</p><p><a class="button" href="${url}">${title}</a></p>`,
  });
}

/** The page for a browser that comes back from the provider without success. */
export function renderMailSignInFailure({ locale, t }: Texts, view: FailureView): string {
  return renderCard({ locale, title: t.mailSignIn.failedTitle, content: renderFailure(t, view) });
}

/** Renders the error within the console if the sign-in could not begin. */
export function buildMailSignInFailure(viewer: Viewer, view: FailureView): ConsolePage {
  return buildSettingsPage(viewer, {
    path: 'mail',
    title: viewer.t.mailSignIn.failedTitle,
    body: renderFailure(viewer.t, view),
  });
}

function renderFailure({ mailSignIn }: Texts['t'], { failure, provider = '', accountId }: FailureView): Html {
  const text = fill(mailSignIn.failures[failure], { provider });
  const to = accountId === undefined ? '/' : `/${accountId}/settings/mail`;
  return html`<p role="alert">${text}</p><p>${mailSignIn.nothingChanged}</p>
<p><a class="button quiet" href="${to}">${mailSignIn.back}</a></p>`;
}
