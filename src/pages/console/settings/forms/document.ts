import { LANGUAGES } from '../../../../domain/languages.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { listCurrencies, listLanguages } from '../../../../i18n/countries.ts';
import { icon } from '../../../icons.ts';
import type { PageContext } from '../../console-route.ts';
import { type FormState, renderField } from '../../forms/field.ts';
import { LOCALES } from './options.ts';
import type { SettingForm } from './setting-form.ts';

/** How quotes and invoices look, and what new quotes begin with. */
export const DOCUMENT_FORM: SettingForm = {
  path: 'document',
  getWords: ({ settings }) => settings.document,
  hasPreview: true,
  listGroups(context, state) {
    const { t, locale } = context;
    const words = t.settings.document;
    const { values } = state;
    const none = { value: '', text: t.forms.none };
    return [
      {
        legend: words.look,
        rows: [
          {
            ...{ name: 'logo', label: words.logo, hint: words.logoHint },
            render: () => renderLogo(context, state),
          },
          [
            {
              ...{ name: 'accentColor', label: words.accentColor, kind: 'color' },
              ...{ hint: words.accentColorHint, required: true },
            },
            {
              ...{ name: 'paperSize', label: words.paperSize, kind: 'select' },
              options: [
                { value: '', text: words.paperByCountry },
                { value: 'A4', text: 'A4' },
                { value: 'LETTER', text: 'Letter' },
              ],
            },
          ],
          [
            {
              ...{ name: 'locale', label: words.locale, kind: 'select', hint: words.localeHint },
              options: listLanguages(LOCALES, locale, values.locale),
            },
            {
              ...{ name: 'secondLanguage', label: words.secondLanguage, kind: 'select' },
              hint: words.secondLanguageHint,
              options: [none, ...listLanguages(LANGUAGES, locale, values.secondLanguage)],
            },
          ],
        ],
      },
      {
        legend: words.quotes,
        rows: [
          {
            ...{ name: 'quoteNumberFormat', label: words.quoteNumberFormat },
            ...{ hint: words.formatHint, required: true },
          },
          {
            ...{ name: 'currency', label: words.currency, kind: 'select', hint: words.currencyHint },
            options: listCurrencies(locale, values.currency ?? ''),
          },
          [
            { name: 'validityDays', label: words.validityDays, kind: 'whole', required: true },
            { name: 'reminderDays', label: words.reminderDays, kind: 'whole', hint: words.reminderHint },
          ],
          {
            ...{ name: 'proposals', label: words.proposals, kind: 'select', hint: words.proposalsHint },
            options: [
              { value: 'off', text: words.proposalsOff },
              { value: 'quantities', text: words.proposalsQuantities },
              { value: 'prices', text: words.proposalsPrices },
            ],
          },
          {
            ...{ name: 'programsMayAccept', label: words.programsMayAccept, kind: 'check' },
            hint: words.programsMayAcceptHint,
          },
          {
            ...{ name: 'defaultTerms', label: words.defaultTerms, kind: 'area', rows: 6 },
            hint: words.defaultTermsHint,
          },
        ],
      },
    ];
  },
};

function renderLogo({ t, account: { logo: stored } }: PageContext, state: FormState): Html {
  const words = t.settings.document;
  const error = state.errors.logo;
  const chosen = state.values.chosenLogo;
  return html`<div class="field"><label for="f-logo">${words.logo} <span class="muted">${t.forms.optional}</span></label><p class="hint" id="f-logo-hint">${words.logoHint}</p>
${chosen ? renderChosenLogo(words, chosen) : stored && html`<p class="logo-now"><img src="${stored}" alt="${words.logoNow}"></p>`}
<input type="file" id="f-logo" name="logo" accept="image/png,image/jpeg,image/svg+xml" aria-describedby="f-logo-hint${error && ' f-logo-error'}"${error && html` aria-invalid="true"`}>
${error && html`<p class="error" id="f-logo-error">${icon('alert')} <span>${error}</span></p>`}</div>
${(stored || chosen) && renderField({ name: 'removeLogo', label: words.removeLogo, kind: 'check' }, state, t)}`;
}

function renderChosenLogo(words: PageContext['t']['settings']['document'], logo: string): Html {
  return html`<input type="hidden" name="chosenLogo" value="${logo}"><p class="logo-now"><img src="${logo}" alt=""> <span>${words.logoKept}</span></p>`;
}
