import type { AppProblem } from '../../actions/apps/find-app.ts';
import type { App } from '../../domain/apps/app.ts';
import type { AuthorizationRequest } from '../../domain/apps/authorization-request.ts';
import { isLoopback } from '../../domain/apps/redirect-uri.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import type { KeyScope } from '../../domain/people/key-scopes.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import type { ConsoleTexts } from '../../i18n/console.ts';
import { fill as fillText } from '../../i18n/fill.ts';
import type { Locale } from '../../i18n/locale.ts';
import type { Form } from '../form-fields.ts';
import { fill } from '../shell.ts';
import { renderCard, renderHidden } from '../sign-in/card.ts';

interface Texts {
  locale: Locale;
  t: ConsoleTexts;
}

interface ConsentView {
  /** The request of the app, which the form sends back. */
  query: string;
  app: App;
  request: AuthorizationRequest;
  user: SignedIn['user'];
  accounts: readonly { id: string; name: string }[];
  scopes: readonly KeyScope[];
  hasCosts: boolean;
  chosen?: Form;
  error?: 'choose' | 'refused' | undefined;
}

/**
 * `/oauth/authorize`. What the app may do is never chosen beforehand: the page cannot be agreed to by a click that was
 * meant for another page.
 */
export function renderConsent({ locale, t: { apps } }: Texts, view: ConsentView): string {
  const { query, app, request, user, accounts, scopes, hasCosts, chosen = {}, error } = view;
  const name = html`<bdi>${app.name}</bdi>`;
  const { host } = new URL(request.redirectUri);
  const target = isLoopback(request.redirectUri) ? apps.thisComputer : html`<bdi dir="ltr">${host}</bdi>`;
  const only = accounts.length === 1 ? accounts[0] : undefined;
  const radio = (group: string, value: string, text: string | Html) =>
    html`<label class="check"><input type="radio" name="${group}" value="${value}" required${chosen[group] === value && html` checked`}> <span>${text}</span></label>`;
  return renderCard({
    locale,
    title: fillText(apps.title, { app: app.name }),
    error: error && apps[error],
    content: html`<p>${fill(apps.intro, { app: name, email: html`<bdi dir="ltr">${user.email}</bdi>` })}</p>
<dl class="facts"><dt>${apps.address}</dt><dd>${app.host === undefined ? apps.unchecked : html`<bdi dir="ltr">${app.host}</bdi>`}</dd>
<dt>${apps.returnsTo}</dt><dd>${target}</dd></dl>
${
  accounts.length === 0
    ? html`<p class="error">${apps.noAccount}</p>`
    : html`<form method="post" action="/oauth/authorize">
${renderHidden({ request: query, user: user.id, account: only?.id })}
${only ? html`<p>${apps.account}: <strong><bdi>${only.name}</bdi></strong></p>` : renderChoice(apps.account, html`${accounts.map(({ id, name }) => radio('account', id, html`<bdi>${name}</bdi>`))}`)}
${renderChoice(
  apps.access,
  html`${scopes.map((scope) => radio('access', scope, html`${apps.scopes[scope]}<br><span class="muted">${apps.scopeHints[scope]}</span>`))}`,
)}
${hasCosts && html`<label class="check"><input type="checkbox" name="costs"${chosen.costs === 'on' && html` checked`}> <span>${apps.costs}</span></label>`}
<p class="muted">${apps.never}</p>
<button class="button" type="submit" name="decision" value="allow">${apps.allow}</button>
<button class="button quiet" type="submit" name="decision" value="deny" formnovalidate>${apps.deny}</button>
</form>`
}`,
  });
}

function renderChoice(legend: string, options: Html): Html {
  return html`<fieldset class="choice"><legend>${legend}</legend>${options}</fieldset>`;
}

/** Leads back to the app, by itself and by a link. */
export function renderGoOn({ locale, t: { apps } }: Texts, { app, url }: { app: App; url: string }): string {
  return renderCard({
    locale,
    title: fillText(apps.backTitle, { app: app.name }),
    content: html`<p>${apps.backText}</p><p><a class="button" href="${url}">${fill(apps.back, { app: app.name })}</a></p>`,
  });
}

/** Explains why a request cannot be decided on. The person may return to the app with the error. */
export function renderRejected(
  { locale, t: { apps } }: Texts,
  why: AppProblem | 'redirect' | 'request',
  back?: { url: string; description: string },
): string {
  return renderCard({
    locale,
    title: apps.rejectedTitle,
    content: html`<p>${apps.rejected[why]}</p>${
      back &&
      html`<p class="muted" lang="en" dir="ltr">${back.description}</p><p><a class="button quiet" href="${back.url}" rel="noreferrer">${fill(apps.back, { app: new URL(back.url).host })}</a></p>`
    }`,
  });
}
