import { getCountryName, listCurrencies, listLanguages } from '../../../i18n/countries.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatPercent } from '../../../i18n/format.ts';
import { html } from '../../../markup/html.ts';
import { type Field, type FormState, renderField, type Values } from '../form/field.ts';
import { renderForm } from '../form/form.ts';
import type { Reader } from '../reader.ts';
import type { ConsolePage } from '../shell.ts';
import { LOCALES, listTimeZones } from './document.ts';

/** `/settings/start`: asks once, after set-up, whether the settings that the country suggests are right. */
export function buildStartPage(
  reader: Reader,
  state: FormState,
  {
    seen,
    country,
    rate,
  }: { seen: { version: number; values: Values }; country: string; rate: number | null },
  notice: ConsolePage['notice'],
): ConsolePage {
  const { base, t, locale } = reader;
  const { start, document: words } = t.settings;
  const name = getCountryName(country, locale);
  const field = (given: Field) => renderField(given, state, t);
  const { currency = '', timeZone = '', locale: language } = state.values;
  const taxHint =
    rate === null
      ? start.taxHintNone
      : fill(start.taxHint, { country: name, rate: formatPercent(rate, locale) });
  const fields = html`${field({ name: 'currency', label: words.currency, kind: 'select', hint: words.currencyHint, options: listCurrencies(locale, currency) })}
${field({ name: 'locale', label: words.locale, kind: 'select', hint: words.localeHint, options: listLanguages(LOCALES, locale, language) })}
${field({ name: 'timeZone', label: words.timeZone, kind: 'select', options: listTimeZones(timeZone) })}
${field({ name: 'defaultTaxRate', label: words.defaultTaxRate, kind: 'decimal', hint: taxHint })}`;
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
