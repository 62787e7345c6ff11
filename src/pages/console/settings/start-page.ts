import { html } from '../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { getCountryName, listCurrencies, listLanguages } from '../../../i18n/countries.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatPercent } from '../../../i18n/format.ts';
import { type Field, type FormState, renderField, type Values } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { LOCALES, listTimeZones } from './forms/options.ts';

/** `/settings/start`: asks after set-up, or after the country has changed, whether the settings that it suggests are right. */
export function buildStartPage(
  viewer: Viewer,
  state: FormState,
  {
    seen,
    country,
    rate,
    isReview,
  }: { seen: { version: number; values: Values }; country: string; rate: number | null; isReview: boolean },
  notice: ConsolePage['notice'],
): ConsolePage {
  const { base, t, locale } = viewer;
  const { start, business, tax, document: words } = t.settings;
  const name = getCountryName(country, locale);
  const field = (given: Field) => renderField({ ...given, hint: getHint(given) }, state, t);
  const { currency = '', timeZone = '', locale: language } = state.values;
  const taxHint =
    rate === null
      ? start.taxHintNone
      : fill(start.taxHint, { country: name, rate: formatPercent(rate, locale) });
  /** Adds the stored value to the hint if the form suggests another one. */
  const getHint = (given: Field): string | undefined => {
    const stored = seen.values[given.name];
    if (!isReview || !stored || stored === state.values[given.name]) return given.hint;
    const value = given.options?.find((option) => option.value === stored)?.text ?? stored;
    return [given.hint, fill(start.current, { value })].filter(Boolean).join(' · ');
  };
  const fields = html`${field({ name: 'currency', label: words.currency, kind: 'select', hint: words.currencyHint, options: listCurrencies(locale, currency) })}
${field({ name: 'locale', label: words.locale, kind: 'select', hint: words.localeHint, options: listLanguages(LOCALES, locale, language) })}
${field({ name: 'timeZone', label: business.timeZone, kind: 'select', options: listTimeZones(timeZone) })}
${field({ name: 'defaultTaxRate', label: tax.defaultTaxRate, kind: 'decimal', hint: taxHint })}`;
  const form = { action: `${base}/settings/start`, seen, fields, submit: start.save, cancel: `${base}/` };
  return {
    section: 'settings',
    title: start.title,
    notice,
    styles: ['nouns.css', 'settings.css'],
    body: html`<p class="muted">${fill(start.intro, { country: name })}</p>
${renderForm(form, t)}`,
  };
}

/** Notice on the page of the business with the link to the settings that are usual in its country. */
export function renderCountryOffer(
  { forms, settings: { start } }: ConsoleTexts,
  { country, base }: { country: string; base: string },
): ConsolePage['notice'] {
  const link = html`<a href="${base}/settings/start?review">${start.review}</a>`;
  return { tone: 'good', text: html`${forms.saved} ${fill(start.offer, { country })} ${link}` };
}
