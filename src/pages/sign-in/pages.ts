import { MAX_LENGTH } from '../../domain/field-limits.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import type { PasskeyChallenge } from '../../domain/people/passkey.ts';
import type { PasswordError } from '../../domain/people/password-rules.ts';
import type { Role } from '../../domain/people/role.ts';
import type { SignInTexts } from '../../i18n/console/sign-in.ts';
import { listCountries } from '../../i18n/countries.ts';
import { fill } from '../../i18n/fill.ts';
import type { Locale } from '../../i18n/locale.ts';
import { assetPath } from '../assets.ts';
import { renderCard, renderField, renderHidden } from './card.ts';

export interface LocalizedTexts {
  locale: Pick<Locale, 'tag' | 'direction'>;
  t: SignInTexts;
}

export type Typed = Partial<Record<string, string>>;

export interface PersonFaults {
  name?: boolean;
  email?: boolean;
  password?: PasswordError | undefined;
  passkey?: boolean;
}

export interface BusinessFaults {
  business?: boolean;
  country?: boolean;
}

function passwordMessage(t: SignInTexts, fault: PasswordError | undefined): string | undefined {
  if (!fault) return undefined;
  return { short: t.passwordShort, long: t.passwordLong, easy: t.passwordEasy }[fault];
}

/** Sign-in methods that a new person can set up. */
interface SignInMethods {
  faults: PersonFaults;
  hasPassword: boolean;
  passkey: PasskeyChallenge;
}

/** A password field or a passkey, with the submit buttons. */
function renderSignInMethods(
  t: SignInTexts,
  { faults, hasPassword, passkey }: SignInMethods,
  button: string,
) {
  return html`${
    hasPassword &&
    html`${renderField({ name: 'password', label: t.password, type: 'password', autocomplete: 'new-password', hint: t.passwordHint, error: passwordMessage(t, faults.password) })}
<button class="button" type="submit">${button}</button>`
  }
<input type="hidden" name="credential">
<button class="button quiet" type="button" hidden data-passkey-instead data-options="${JSON.stringify(passkey)}">${t.setupPasskey}</button>
<p class="error" role="alert" hidden data-text="${t.passkeyFailed}"></p>`;
}

export interface SetupView extends SignInMethods {
  faults: PersonFaults & BusinessFaults;
  code: string;
  typed: Typed;
  provider?: string | undefined;
}

/** `/setup` */
export function renderSetup({ locale, t }: LocalizedTexts, view: SetupView): string {
  const { code, typed, faults, provider } = view;
  const setup = new URLSearchParams({ setup: code });
  return renderCard({
    locale,
    title: t.setupTitle,
    error: faults.passkey ? t.passkeyFailed : undefined,
    scripts: [assetPath('passkey.js')],
    content: html`<p class="muted">${t.setupIntro}</p>
<form method="post" action="/setup">
${renderHidden({ code })}
${renderField({ name: 'business', label: t.business, value: typed.business, autocomplete: 'organization', autofocus: true, error: faults.business ? fill(t.businessWrong, { n: String(MAX_LENGTH.name) }) : undefined })}
${renderCountry(t, locale, typed.country ?? '', faults.country)}
${renderField({ name: 'name', label: t.name, value: typed.name, autocomplete: 'name', error: faults.name ? t.nameMissing : undefined })}
${renderField({ name: 'email', label: t.email, type: 'email', value: typed.email, autocomplete: 'username', error: faults.email ? t.emailWrong : undefined })}
${renderSignInMethods(t, view, t.setupButton)}
</form>
${provider && html`<p><a class="button quiet" href="/oidc/start?${setup.toString()}">${fill(t.oidcButton, { provider })}</a></p>`}`,
  });
}

function renderCountry(
  t: SignInTexts,
  locale: LocalizedTexts['locale'],
  chosen: string,
  isWrong: boolean | undefined,
): Html {
  const options = [{ value: '', text: t.countryLater }, ...listCountries(locale)];
  return html`<div class="field"><label for="country">${t.country}</label>
<p class="hint" id="country-hint">${t.countryHint}</p>
<select id="country" name="country" autocomplete="country" aria-describedby="country-hint"${isWrong && html` aria-invalid="true"`}>${options.map(({ value, text }) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></div>`;
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
export function renderSignIn({ locale, t }: LocalizedTexts, view: SignInView): string {
  const { to, email, error, notice, hasPassword, provider, passkey, isAgain } = view;
  const query = new URLSearchParams({ ...(to && { to }), ...(isAgain && { again: '1' }) });
  return renderCard({
    locale,
    title: t.signInTitle,
    error,
    notice,
    scripts: [assetPath('passkey.js')],
    content: html`${
      hasPassword &&
      html`<form method="post" action="/sign-in">
${renderHidden({ to })}
${renderField({ name: 'email', label: t.email, type: 'email', value: email, autocomplete: 'username', autofocus: !email })}
${renderField({ name: 'password', label: t.password, type: 'password', autocomplete: 'current-password', autofocus: Boolean(email) })}
<button class="button" type="submit">${t.signInButton}</button>
</form>`
    }
${provider && html`<p><a class="button${hasPassword && ' quiet'}" href="/oidc/start?${query.toString()}">${fill(t.oidcButton, { provider })}</a></p>`}
<form method="post" action="/passkey" hidden data-passkey="get" data-options="${JSON.stringify(passkey)}" data-failed="${t.passkeyFailed}">
${renderHidden({ to })}<input type="hidden" name="credential">
<button class="button quiet" type="submit">${t.passkeyButton}</button>
<p class="error" role="alert" hidden></p></form>
${hasPassword && html`<p class="or"><a href="/reset">${t.forgot}</a></p>`}`,
  });
}

/** A card with only a message. */
export function renderMessageCard(
  { locale }: LocalizedTexts,
  title: string,
  text: string,
  more: ReturnType<typeof html> | null = null,
): string {
  return renderCard({ locale, title, content: html`<p>${text}</p>${more}` });
}

export function renderSignOutButton({ t }: LocalizedTexts) {
  return html`<form method="post" action="/sign-out"><button class="button quiet" type="submit">${t.signOut}</button></form>`;
}

/** `/second-factor` */
export function renderSecondFactor(
  { locale, t }: LocalizedTexts,
  { error }: { error?: string | undefined },
): string {
  return renderCard({
    locale,
    title: t.secondTitle,
    error,
    content: html`<p class="muted">${t.secondText}</p>
<form method="post" action="/second-factor">
${renderField({ name: 'code', label: t.code, autocomplete: 'one-time-code', autofocus: true })}
<button class="button" type="submit">${t.goOn}</button>
</form>`,
  });
}

/** `/reset`, first step. */
export function renderResetRequest(
  { locale, t }: LocalizedTexts,
  { hasMail, error }: { hasMail: boolean; error?: string | undefined },
): string {
  return renderCard({
    locale,
    title: t.resetTitle,
    error,
    content: html`<p class="muted">${hasMail ? t.resetText : t.resetNoMail}</p>
<form method="post" action="/reset">
${renderField({ name: 'email', label: t.email, type: 'email', autocomplete: 'username', autofocus: true })}
${hasMail && html`<button class="button" type="submit">${t.resetSend}</button>`}
<button class="button quiet" type="submit" name="have" value="1">${t.resetHave}</button>
</form>`,
  });
}

/** `/reset`, second step. */
export function renderReset(
  { locale, t }: LocalizedTexts,
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
    fault?: PasswordError;
  },
): string {
  return renderCard({
    locale,
    title: t.resetTitle,
    error,
    notice,
    content: html`<form method="post" action="/reset/password">
${renderField({ name: 'email', label: t.email, type: 'email', value: email, autocomplete: 'username' })}
${renderField({ name: 'code', label: t.resetCode, value: code, autocomplete: 'one-time-code', autofocus: true })}
${renderField({ name: 'password', label: t.newPassword, type: 'password', autocomplete: 'new-password', hint: t.passwordHint, error: passwordMessage(t, fault) })}
<button class="button" type="submit">${t.resetButton}</button>
</form>`,
  });
}

export interface InvitationView extends SignInMethods {
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
export function renderInvitation({ locale, t }: LocalizedTexts, view: InvitationView): string {
  const { code, business, email, role, state, typed, faults } = view;
  const join = fill(t.invitationJoin, { business });
  const here = `/invitation?code=${encodeURIComponent(code)}`;
  const ways = {
    new: html`<form method="post" action="/invitation">
${renderHidden({ code })}
${renderField({ name: 'name', label: t.name, value: typed.name, autocomplete: 'name', autofocus: true, error: faults.name ? t.nameMissing : undefined })}
<input type="hidden" name="email" value="${email}">
${renderSignInMethods(t, view, join)}
</form>`,
    'sign-in': html`<p><a class="button" href="/sign-in?to=${encodeURIComponent(here)}">${t.invitationSignIn}</a></p>`,
    join: html`<form method="post" action="/invitation">${renderHidden({ code })}<button class="button" type="submit">${join}</button></form>`,
    other: html`<p>${fill(t.invitationOther, { email })}</p>${renderSignOutButton({ locale, t })}`,
  };
  return renderCard({
    locale,
    title: join,
    error: faults.passkey ? t.passkeyFailed : undefined,
    scripts: state === 'new' ? [assetPath('passkey.js')] : [],
    content: html`<p class="muted">${fill(t.invitationAs, { email })} ${t.role}: ${t.roles[role]}</p>
${ways[state]}`,
  });
}
