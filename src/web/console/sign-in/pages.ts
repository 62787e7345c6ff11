import type { PasskeyChallenge } from '../../../domain/person/passkey.ts';
import type { PasswordFault } from '../../../domain/person/password-rules.ts';
import type { Role } from '../../../domain/person/role.ts';
import type { SignInSayings } from '../../../i18n/console/sign-in.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { html } from '../../../markup/html.ts';
import { assetPath } from '../../assets.ts';
import { renderCard, renderField, renderHidden } from './card.ts';

/** The locale and its texts. */
export interface Spoken {
  locale: Pick<Locale, 'tag' | 'direction'>;
  say: SignInSayings;
}

export type Typed = Partial<Record<string, string>>;

export interface PersonFaults {
  name?: boolean;
  email?: boolean;
  password?: PasswordFault | undefined;
  passkey?: boolean;
}

function passwordMessage(say: SignInSayings, fault: PasswordFault | undefined): string | undefined {
  if (!fault) return undefined;
  return { short: say.passwordShort, long: say.passwordLong, easy: say.passwordEasy }[fault];
}

/** Sign-in methods that a new person can set up. */
interface Means {
  faults: PersonFaults;
  hasPassword: boolean;
  passkey: PasskeyChallenge;
}

/** A password field or a passkey, with the submit buttons. */
function renderMeans(say: SignInSayings, { faults, hasPassword, passkey }: Means, button: string) {
  return html`${
    hasPassword &&
    html`${renderField({ name: 'password', label: say.password, type: 'password', autocomplete: 'new-password', hint: say.passwordHint, error: passwordMessage(say, faults.password) })}
<button class="button" type="submit">${button}</button>`
  }
<input type="hidden" name="credential">
<button class="button quiet" type="button" hidden data-passkey-instead data-options="${JSON.stringify(passkey)}">${say.setupPasskey}</button>
<p class="error" role="alert" hidden data-text="${say.passkeyFailed}"></p>`;
}

export interface SetupView extends Means {
  code: string;
  typed: Typed;
  provider?: string | undefined;
}

/** `/setup` */
export function renderSetup({ locale, say }: Spoken, view: SetupView): string {
  const { code, typed, faults, provider } = view;
  const setup = new URLSearchParams({ setup: code });
  return renderCard({
    locale,
    title: say.setupTitle,
    error: faults.passkey ? say.passkeyFailed : undefined,
    scripts: [assetPath('passkey.js')],
    content: html`<p class="muted">${say.setupIntro}</p>
<form method="post" action="/setup">
${renderHidden({ code })}
${renderField({ name: 'name', label: say.name, value: typed.name, autocomplete: 'name', autofocus: true, error: faults.name ? say.nameMissing : undefined })}
${renderField({ name: 'email', label: say.email, type: 'email', value: typed.email, autocomplete: 'username', error: faults.email ? say.emailWrong : undefined })}
${renderMeans(say, view, say.setupButton)}
</form>
${provider && html`<p><a class="button quiet" href="/oidc/start?${setup.toString()}">${fill(say.oidcButton, { provider })}</a></p>`}`,
  });
}

export interface SignInView {
  to?: string | undefined;
  email?: string | undefined;
  error?: string | undefined;
  notice?: string | undefined;
  hasPassword: boolean;
  /** Name of the identity provider, if configured. */
  provider?: string | undefined;
  passkey: PasskeyChallenge;
  /** Whether a signed-in person has to confirm their identity. */
  isAgain?: boolean;
}

/** `/sign-in` */
export function renderSignIn({ locale, say }: Spoken, view: SignInView): string {
  const { to, email, error, notice, hasPassword, provider, passkey, isAgain } = view;
  const query = new URLSearchParams({ ...(to && { to }), ...(isAgain && { again: '1' }) });
  return renderCard({
    locale,
    title: say.signInTitle,
    error,
    notice,
    scripts: [assetPath('passkey.js')],
    content: html`${
      hasPassword &&
      html`<form method="post" action="/sign-in">
${renderHidden({ to })}
${renderField({ name: 'email', label: say.email, type: 'email', value: email, autocomplete: 'username', autofocus: !email })}
${renderField({ name: 'password', label: say.password, type: 'password', autocomplete: 'current-password', autofocus: Boolean(email) })}
<button class="button" type="submit">${say.signInButton}</button>
</form>`
    }
${provider && html`<p><a class="button${hasPassword && ' quiet'}" href="/oidc/start?${query.toString()}">${fill(say.oidcButton, { provider })}</a></p>`}
<form method="post" action="/passkey" hidden data-passkey="get" data-options="${JSON.stringify(passkey)}" data-failed="${say.passkeyFailed}">
${renderHidden({ to })}<input type="hidden" name="credential">
<button class="button quiet" type="submit">${say.passkeyButton}</button>
<p class="error" role="alert" hidden></p></form>
${hasPassword && html`<p class="or"><a href="/reset">${say.forgot}</a></p>`}`,
  });
}

/** A card with only a message. */
export function renderWord(
  { locale }: Spoken,
  title: string,
  text: string,
  more: ReturnType<typeof html> | null = null,
): string {
  return renderCard({ locale, title, content: html`<p>${text}</p>${more}` });
}

export function renderSignOutButton({ say }: Spoken) {
  return html`<form method="post" action="/sign-out"><button class="button quiet" type="submit">${say.signOut}</button></form>`;
}

/** `/second-factor` */
export function renderSecondFactor(
  { locale, say }: Spoken,
  { error }: { error?: string | undefined },
): string {
  return renderCard({
    locale,
    title: say.secondTitle,
    error,
    content: html`<p class="muted">${say.secondText}</p>
<form method="post" action="/second-factor">
${renderField({ name: 'code', label: say.code, autocomplete: 'one-time-code', autofocus: true })}
<button class="button" type="submit">${say.goOn}</button>
</form>`,
  });
}

/** `/reset`, first step. */
export function renderResetRequest(
  { locale, say }: Spoken,
  { hasMail, error }: { hasMail: boolean; error?: string | undefined },
): string {
  return renderCard({
    locale,
    title: say.resetTitle,
    error,
    content: html`<p class="muted">${hasMail ? say.resetText : say.resetNoMail}</p>
<form method="post" action="/reset">
${renderField({ name: 'email', label: say.email, type: 'email', autocomplete: 'username', autofocus: true })}
${hasMail && html`<button class="button" type="submit">${say.resetSend}</button>`}
<button class="button quiet" type="submit" name="have" value="1">${say.resetHave}</button>
</form>`,
  });
}

/** `/reset`, second step. */
export function renderReset(
  { locale, say }: Spoken,
  {
    email,
    code,
    notice,
    error,
    fault,
  }: {
    email: string;
    code?: string;
    notice?: string | undefined;
    error?: string | undefined;
    fault?: PasswordFault;
  },
): string {
  return renderCard({
    locale,
    title: say.resetTitle,
    error,
    notice,
    content: html`<form method="post" action="/reset/password">
${renderField({ name: 'email', label: say.email, type: 'email', value: email, autocomplete: 'username' })}
${renderField({ name: 'code', label: say.resetCode, value: code, autocomplete: 'one-time-code', autofocus: true })}
${renderField({ name: 'password', label: say.newPassword, type: 'password', autocomplete: 'new-password', hint: say.passwordHint, error: passwordMessage(say, fault) })}
<button class="button" type="submit">${say.resetButton}</button>
</form>`,
  });
}

export interface InvitationView extends Means {
  code: string;
  business: string;
  email: string;
  role: Role;
  /**
   * A new person; a known person who must sign in; a signed-in invitee; a signed-in person with another email
   * address.
   */
  state: 'new' | 'sign-in' | 'join' | 'other';
  typed: Typed;
}

/** `/invitation` */
export function renderInvitation({ locale, say }: Spoken, view: InvitationView): string {
  const { code, business, email, role, state, typed, faults } = view;
  const join = fill(say.invitationJoin, { business });
  const here = `/invitation?code=${encodeURIComponent(code)}`;
  const ways = {
    new: html`<form method="post" action="/invitation">
${renderHidden({ code })}
${renderField({ name: 'name', label: say.name, value: typed.name, autocomplete: 'name', autofocus: true, error: faults.name ? say.nameMissing : undefined })}
<input type="hidden" name="email" value="${email}">
${renderMeans(say, view, join)}
</form>`,
    'sign-in': html`<p><a class="button" href="/sign-in?to=${encodeURIComponent(here)}">${say.invitationSignIn}</a></p>`,
    join: html`<form method="post" action="/invitation">${renderHidden({ code })}<button class="button" type="submit">${join}</button></form>`,
    other: html`<p>${fill(say.invitationOther, { email })}</p>${renderSignOutButton({ locale, say })}`,
  };
  return renderCard({
    locale,
    title: join,
    error: faults.passkey ? say.passkeyFailed : undefined,
    scripts: state === 'new' ? [assetPath('passkey.js')] : [],
    content: html`<p class="muted">${fill(say.invitationAs, { email })} ${say.role}: ${say.roles[role]}</p>
${ways[state]}`,
  });
}
