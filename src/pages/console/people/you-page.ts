import { encode } from 'uqr';
import type { ConnectedApp } from '../../../domain/apps/app.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { ListedSession } from '../../../domain/people/account-access.ts';
import type { PasskeyChallenge } from '../../../domain/people/passkey.ts';
import type { PasswordError } from '../../../domain/people/password-rules.ts';
import { fill } from '../../../i18n/fill.ts';
import { renderField, renderHidden } from '../../sign-in/card.ts';
import { renderOwnApps } from '../apps/apps-page.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDateTime, type Viewer } from '../viewer.ts';
import { parseBrowserName } from './browser-name.ts';
import type { PageNotice } from './people-page.ts';

interface AddressView {
  /** The address that the person signs in with. */
  current: string;
  hasMail: boolean;
  /** The address as it was typed; once a code is on its way, the address that it confirms. */
  typed?: string;
  error?: string;
  /** A code was requested, or was requested recently. */
  isCodeAsked?: boolean;
  codeError?: string;
}

export interface YouView {
  address: AddressView;
  name: string;
  nameFault?: boolean;
  /** `null` for the language of the browser. */
  language: string | null;
  languages: readonly { code: string; name: string }[];
  hasPassword: boolean;
  passwordFault?: PasswordError | undefined;
  /** Why the confirmation of identity failed. */
  currentFault?: 'wrong' | 'too-many';
  /** Challenge to confirm with a passkey, if the person has one. */
  confirmation: PasskeyChallenge | undefined;
  hasSecondFactor: boolean;
  /** Whether the key of the app cannot be read, so that its codes are rejected. */
  isSecondLost: boolean;
  recoveryLeft: number;
  passkeys: readonly { id: string; name: string; createdAt: string }[];
  challenge: PasskeyChallenge;
  sessions: readonly ListedSession[];
  /** Connected apps in all accounts of the person. */
  apps: readonly ConnectedApp[];
  accounts: readonly { id: string; name: string }[];
  /** Whether the person operates the installation. */
  isOperator: boolean;
  notice?: PageNotice | undefined;
}

/** `/settings/you` */
export function buildYouPage(viewer: Viewer, view: YouView): ConsolePage {
  const { people } = viewer.t;
  return {
    section: 'you',
    title: people.you,
    notice: view.notice,
    scripts: ['passkey.js'],
    body: html`${view.isOperator && html`<p><a href="/operator">${viewer.t.operator.link}</a></p>\n`}${renderProfile(viewer, view)}
${renderNotifications(viewer)}
${renderAddress(viewer, view.address)}
${renderPassword(viewer, view)}
${renderPasskeys(viewer, view)}
${renderSecondFactor(viewer, view)}
${renderSessions(viewer, view)}
${renderOwnApps(viewer, view.apps, view.accounts)}
${renderShortcuts(viewer)}`,
  };
}

/** Shown by the script that has the shortcuts: without it, there are none to turn off. */
function renderShortcuts({ t: { shell } }: Viewer): Html {
  return html`<section class="panel" aria-labelledby="shortcuts" hidden data-shortcuts><h2 id="shortcuts">${shell.keys}</h2>
<p class="check-field"><label class="check"><input type="checkbox"> <span>${shell.keysSingle}</span></label></p></section>`;
}

/** Shows the secret of two-step verification before it is turned on. */
export function buildSecondFactorPage(
  { base, t }: Viewer,
  { key, address, sealed, isWrong }: { key: string; address: string; sealed: string; isWrong: boolean },
): ConsolePage {
  const { people } = t;
  return {
    section: 'you',
    title: people.secondFactor,
    back: { href: `${base}/settings/you`, text: people.you },
    body: html`<section class="panel"><p>${people.secondScan}</p>
${renderQrCode(address, people.qrLabel)}
<p><code class="once" dir="ltr">${key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
<form class="form" method="post" action="${base}/settings/you/second-factor">
${renderHidden({ key: sealed })}
${renderField({ name: 'code', label: people.secondCode, autocomplete: 'one-time-code', inputmode: 'numeric', autofocus: true, error: isWrong ? people.secondWrong : undefined })}
<button class="button" type="submit">${people.secondConfirm}</button></form></section>`,
  };
}

function renderProfile({ base, t }: Viewer, { name, nameFault, language, languages }: YouView): Html {
  const { people } = t;
  const option = (code: string, text: string, isChosen: boolean) =>
    html`<option value="${code}"${code !== '' && html` lang="${code}"`}${isChosen && html` selected`}>${text}</option>`;
  return html`<section class="panel" aria-labelledby="profile"><h2 id="profile">${people.profile}</h2>
<form class="form" method="post" action="${base}/settings/you/profile">
${renderField({ name: 'name', label: people.name, value: name, autocomplete: 'name', error: nameFault ? people.nameWrong : undefined })}
<div class="field"><label for="language">${people.language}</label>
<select id="language" name="language">${option('', people.languageOfBrowser, language === null)}${languages.map(({ code, name }) => option(code, name, code === language))}</select></div>
<button class="button" type="submit">${people.save}</button></form></section>`;
}

function renderNotifications({ base, t: { notifications } }: Viewer): Html {
  return html`<section class="panel" aria-labelledby="notifications"><h2 id="notifications">${notifications.title}</h2>
<p class="muted">${notifications.summary}</p><p><a href="${base}/settings/notifications">${notifications.choose}</a></p></section>`;
}

/** Changes the address in two steps: a code goes to the new one. */
function renderAddress({ base, t }: Viewer, view: AddressView): Html {
  const { people } = t;
  const { current, hasMail, typed = '', error, isCodeAsked, codeError } = view;
  const at = `${base}/settings/you/email`;
  const ask = html`<form class="form" method="post" action="${at}">
${renderField({ name: 'email', label: people.addressNew, type: 'email', value: typed, autocomplete: 'email', error })}
<button class="button quiet" type="submit">${people.addressSend}</button></form>`;
  const confirm = html`<form class="form" method="post" action="${at}/confirm">${renderHidden({ email: typed })}
${renderField({ name: 'code', label: people.addressCode, autocomplete: 'one-time-code', autofocus: true, error: codeError })}
<button class="button" type="submit">${people.addressChange}</button></form>`;
  return html`<section class="panel" aria-labelledby="address"><h2 id="address">${people.email}</h2>
<p class="muted">${fill(people.addressNow, { email: current })}</p>
${!hasMail ? html`<p>${people.addressNoMail}</p>` : isCodeAsked ? confirm : ask}</section>`;
}

function renderPassword({ base, t }: Viewer, view: YouView): Html {
  const { people } = t;
  const { hasPassword, passwordFault, currentFault, confirmation } = view;
  const faults = { short: people.passwordShort, long: people.passwordLong, easy: people.passwordEasy };
  const wrong = { wrong: people.currentWrong, 'too-many': people.currentTooMany };
  const currentError = currentFault && wrong[currentFault];
  return html`<section class="panel" aria-labelledby="password-title"><h2 id="password-title">${people.password}</h2>
<p class="muted">${hasPassword ? people.passwordOn : people.passwordNone}</p>
<form class="form" method="post" action="${base}/settings/you/password">
${hasPassword && renderField({ name: 'current', label: people.currentPassword, type: 'password', autocomplete: 'current-password', error: currentError })}
${renderField({ name: 'password', label: people.newPassword, type: 'password', autocomplete: 'new-password', hint: people.passwordHint, error: passwordFault && faults[passwordFault] })}
${(hasPassword || !confirmation) && html`<button class="button quiet" type="submit">${people.setPassword}</button>`}
${confirmation && renderConfirmation(people, confirmation, hasPassword ? undefined : currentError)}</form></section>`;
}

/** Button that uses a passkey instead of the current password. */
function renderConfirmation(
  people: Viewer['t']['people'],
  challenge: PasskeyChallenge,
  error: string | undefined,
): Html {
  return html`<input type="hidden" name="credential">
<button class="button quiet" type="button" hidden data-passkey-instead="get" data-options="${JSON.stringify(challenge)}">${people.confirmByPasskey}</button>
<p class="error" role="alert"${!error && html` hidden`} data-text="${people.currentWrong}">${error}</p>`;
}

function renderPasskeys(viewer: Viewer, { passkeys, challenge }: YouView): Html {
  const { base, t } = viewer;
  const { people } = t;
  return html`<section class="panel" aria-labelledby="passkeys"><h2 id="passkeys">${people.passkeys}</h2>
<p class="muted">${people.passkeysIntro}</p>
${passkeys.map(
  ({
    id,
    name,
    createdAt,
  }) => html`<form class="actions" method="post" action="${base}/settings/you/passkeys/remove">
${renderHidden({ id })}<span><bdi>${name}</bdi> · ${renderDateTime(createdAt, viewer)}</span>
<button class="button quiet" type="submit">${fill(people.removePasskey, { name })}</button></form>`,
)}
<p class="hint" data-passkey-missing>${people.passkeyNeedsScript}</p>
<form class="form" method="post" action="${base}/settings/you/passkeys" hidden data-passkey="create" data-options="${JSON.stringify(challenge)}" data-failed="${people.passkeyFailed}">
${renderField({ name: 'passkeyName', label: people.passkeyName, autocomplete: 'off' })}
<input type="hidden" name="credential">
<button class="button quiet" type="submit">${people.addPasskey}</button>
<p class="error" role="alert" hidden></p></form></section>`;
}

function renderSecondFactor(
  { base, t }: Viewer,
  { hasSecondFactor, isSecondLost, recoveryLeft }: YouView,
): Html {
  const { people } = t;
  const at = `${base}/settings/you/second-factor`;
  const button = (path: string, text: string, look: string) =>
    html`<form method="post" action="${at}${path}"><button class="button ${look}" type="submit">${text}</button></form>`;
  return html`<section class="panel" aria-labelledby="second"><h2 id="second">${people.secondFactor}</h2>
${isSecondLost && html`<p class="error">${people.secondLost}</p>`}
${
  hasSecondFactor
    ? html`<p>${people.secondOn} ${fill(people.recoveryLeft, { n: String(recoveryLeft) })}</p>
<div class="actions">${button('/codes', people.recoveryNew, 'quiet')}${button('/end', people.secondEnd, 'bad')}</div>`
    : html`<p class="muted">${people.secondOff}</p>${button('/start', people.secondStart, 'quiet')}`
}</section>`;
}

function renderSessions(viewer: Viewer, { sessions }: YouView): Html {
  const { base, t } = viewer;
  const { people } = t;
  return html`<section class="panel" aria-labelledby="sessions"><h2 id="sessions">${people.sessions}</h2>
<p class="muted">${people.sessionsIntro}</p>
${sessions.map((session) => renderSession(viewer, session))}
${sessions.length > 1 && html`<form method="post" action="${base}/settings/you/sessions/end-others"><button class="button quiet" type="submit">${people.endOthers}</button></form>`}
</section>`;
}

function renderSession(viewer: Viewer, session: ListedSession): Html {
  const { id, userAgent, lastSeenAt, createdAt, current } = session;
  const { people } = viewer.t;
  const browser = userAgent ? parseBrowserName(userAgent) : people.unknownBrowser;
  const facts = html`<span><bdi title="${userAgent}">${browser}</bdi>${current && html` · <strong>${people.thisSession}</strong>`}<br>
<span class="muted">${people.since} ${renderDateTime(createdAt, viewer)} · ${people.lastSeen}: ${renderDateTime(lastSeenAt, viewer)}</span></span>`;
  if (current) return html`<p>${facts}</p>`;
  return html`<form class="actions" method="post" action="${viewer.base}/settings/you/sessions/${id}/end">${facts}
<button class="button quiet" type="submit" aria-label="${people.endSession}: ${browser}">${people.endSession}</button></form>`;
}

/** One path on a white background, so that cameras can read it in dark mode. */
function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="220" height="220" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${path}"/></svg>`;
}
