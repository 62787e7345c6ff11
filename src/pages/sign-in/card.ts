import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import type { Locale } from '../../i18n/locale.ts';
import { assetPath } from '../assets.ts';
import { icon } from '../icons.ts';
import { MARK, MARK_PATH, renderDocument } from '../shell.ts';

export interface Card {
  locale: Pick<Locale, 'tag' | 'direction'>;
  title: string;
  /** Error of the whole form. */
  error?: string | undefined;
  /** Information above the form. */
  notice?: string | undefined;
  content: HtmlValue;
  scripts?: string[];
}

/** One-form page for signed-out users. */
export function renderCard({ locale, title, error, notice, content, scripts = [] }: Card): string {
  return renderDocument({
    locale,
    title: `${title} · Proffer`,
    styles: [assetPath('page.css'), assetPath('sign-in.css')],
    scripts,
    bodyClass: 'sign-in',
    icon: MARK_PATH,
    body: html`<main>
<p class="brand">${MARK} Proffer</p>
<div class="card">
<h1>${title}</h1>
${error && html`<p class="error" role="alert">${icon('alert')} ${error}</p>`}
${notice && html`<p class="notice">${notice}</p>`}
${content}
</div>
</main>`,
  });
}

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'url';
  value?: string | undefined;
  autocomplete: string;
  hint?: string | undefined;
  error?: string | undefined;
  autofocus?: boolean;
  /** Keyboard of a phone for a field that takes a code. */
  inputmode?: 'numeric' | 'text';
}

export function renderField(field: Field): Html {
  const { name, label, type = 'text', value, autocomplete, hint, error } = field;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" required autocomplete="${autocomplete}"${value && html` value="${value}"`}${field.inputmode && html` inputmode="${field.inputmode}"`}${type !== 'text' && html` dir="ltr" spellcheck="false"`}${field.autofocus && html` autofocus`}${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}>
${error && html`<p class="error" id="${name}-error">${icon('alert')} ${error}</p>`}</div>`;
}

export function renderHidden(values: Record<string, string | undefined>): Html {
  return html`${Object.entries(values).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}`;
}
