import type { PasswordFault } from '../../../domain/person/password-rules.ts';
import type { SignInSayings } from '../../../i18n/console/sign-in.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { html } from '../../../markup/html.ts';
import { renderCard, renderField, renderHidden } from './card.ts';

/** In whose language. */
export interface Spoken {
  locale: Pick<Locale, 'tag' | 'direction'>;
  say: SignInSayings;
}

export type Typed = Partial<Record<string, string>>;

export interface PersonFaults {
  name?: boolean;
  email?: boolean;
  password?: PasswordFault | undefined;
}

function passwordMessage(say: SignInSayings, fault: PasswordFault | undefined): string | undefined {
  if (!fault) return undefined;
  return { short: say.passwordShort, long: say.passwordLong, easy: say.passwordEasy }[fault];
}

/** `/setup` */
export function renderSetup(
  { locale, say }: Spoken,
  code: string,
  typed: Typed,
  faults: PersonFaults,
): string {
  return renderCard({
    locale,
    title: say.setupTitle,
    content: html`<p class="muted">${say.setupIntro}</p>
<form method="post" action="/setup">
${renderHidden({ code })}
${renderField({ name: 'name', label: say.name, value: typed.name, autocomplete: 'name', autofocus: true, error: faults.name ? say.nameMissing : undefined })}
${renderField({ name: 'email', label: say.email, type: 'email', value: typed.email, autocomplete: 'username', error: faults.email ? say.emailWrong : undefined })}
${renderField({ name: 'password', label: say.password, type: 'password', autocomplete: 'new-password', hint: say.passwordHint, error: passwordMessage(say, faults.password) })}
<button class="button" type="submit">${say.setupButton}</button>
</form>`,
  });
}

/** `/sign-in` */
export function renderSignIn(
  { locale, say }: Spoken,
  { to, email, error, notice }: { to?: string; email?: string; error?: string; notice?: string },
): string {
  return renderCard({
    locale,
    title: say.signInTitle,
    error,
    notice,
    content: html`<form method="post" action="/sign-in">
${renderHidden({ to })}
${renderField({ name: 'email', label: say.email, type: 'email', value: email, autocomplete: 'username', autofocus: !email })}
${renderField({ name: 'password', label: say.password, type: 'password', autocomplete: 'current-password', autofocus: Boolean(email) })}
<button class="button" type="submit">${say.signInButton}</button>
</form>`,
  });
}

/** What there is nothing to fill in for. */
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
