import { LANGUAGES } from '../../../domain/languages.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { listCurrencies, listLanguages } from '../../../i18n/countries.ts';
import { icon } from '../../icons.ts';
import { type Field, type FormState, renderField } from '../forms/field.ts';
import { listTaxOptions } from '../forms/tax-options.ts';
import type { Viewer } from '../viewer.ts';

/** Languages with their regional variants. */
export const LOCALES = [
  ...LANGUAGES,
  ...'en-GB en-US en-IE en-AU en-CA en-IN de-DE de-AT de-CH fr-FR fr-BE fr-CH fr-CA es-ES es-MX es-AR it-CH pt-BR pt-PT nl-BE ar-AE ar-SA ar-EG'.split(
    ' ',
  ),
];

export interface Logo {
  stored: string | null;
  /** A logo chosen in a form that has not been saved. */
  chosen?: string | undefined;
}

export function renderDocumentFields(viewer: Viewer, state: FormState, logo: Logo): Html {
  const words = viewer.t.settings.document;
  const part = (title: string, fields: Html) =>
    html`<fieldset class="rows"><legend>${title}</legend>${fields}</fieldset>\n`;
  return html`${part(words.look, renderDesign(viewer, state, logo))}
${part(words.numbers, renderNumbers(viewer, state))}
${part(words.bank, renderBank(viewer, state))}
${part(words.texts, renderTexts(viewer, state))}`;
}

function renderDesign({ t, locale }: Viewer, state: FormState, { stored, chosen }: Logo): Html {
  const words = t.settings.document;
  const field = (given: Field) => renderField(given, state, t);
  const error = state.errors.logo;
  const { values } = state;
  return html`<div class="field"><label for="f-logo">${words.logo} <span class="muted">${t.forms.optional}</span></label><p class="hint" id="f-logo-hint">${words.logoHint}</p>
${chosen ? renderChosenLogo(words, chosen) : stored && html`<p class="logo-now"><img src="${stored}" alt="${words.logoNow}"></p>`}
<input type="file" id="f-logo" name="logo" accept="image/png,image/jpeg,image/svg+xml" aria-describedby="f-logo-hint${error && ' f-logo-error'}"${error && html` aria-invalid="true"`}>
${error && html`<p class="error" id="f-logo-error">${icon('alert')} <span>${error}</span></p>`}</div>
${(stored || chosen) && field({ name: 'removeLogo', label: words.removeLogo, kind: 'check' })}
<div class="pair">${field({ name: 'accentColor', label: words.accentColor, kind: 'color', hint: words.accentColorHint, required: true })}
${field({
  name: 'paperSize',
  label: words.paperSize,
  kind: 'select',
  options: [
    { value: '', text: words.paperByCountry },
    { value: 'A4', text: 'A4' },
    { value: 'LETTER', text: 'Letter' },
  ],
})}</div>
<div class="pair">${field({ name: 'locale', label: words.locale, kind: 'select', hint: words.localeHint, options: listLanguages(LOCALES, locale, values.locale) })}
${field({ name: 'secondLanguage', label: words.secondLanguage, kind: 'select', hint: words.secondLanguageHint, options: [{ value: '', text: t.forms.none }, ...listLanguages(LANGUAGES, locale, values.secondLanguage)] })}</div>`;
}

function renderChosenLogo(words: Viewer['t']['settings']['document'], logo: string): Html {
  return html`<input type="hidden" name="chosenLogo" value="${logo}"><p class="logo-now"><img src="${logo}" alt=""> <span>${words.logoKept}</span></p>`;
}

function renderNumbers({ t, locale }: Viewer, state: FormState): Html {
  const words = t.settings.document;
  const field = (given: Field) => renderField(given, state, t);
  const { currency = '', timeZone = '' } = state.values;
  return html`<div class="pair">${field({ name: 'quoteNumberFormat', label: words.quoteNumberFormat, hint: words.formatHint, required: true })}
${field({ name: 'invoiceNumberFormat', label: words.invoiceNumberFormat, hint: words.formatHint, required: true })}</div>
${field({ name: 'creditNoteNumberFormat', label: words.creditNoteNumberFormat, hint: words.formatHint, required: true })}
<div class="pair">${field({ name: 'validityDays', label: words.validityDays, kind: 'whole', required: true })}
${field({ name: 'reminderDays', label: words.reminderDays, kind: 'whole', hint: words.reminderHint })}</div>
<div class="pair">${field({ name: 'currency', label: words.currency, kind: 'select', hint: words.currencyHint, options: listCurrencies(locale, currency) })}
${field({ name: 'timeZone', label: words.timeZone, kind: 'select', options: listTimeZones(timeZone) })}</div>
<div class="pair">${field({ name: 'taxName', label: words.taxName, hint: words.taxNameHint })}
${field({ name: 'defaultTaxRate', label: words.defaultTaxRate, kind: 'decimal', hint: words.defaultTaxRateHint })}</div>
<div class="pair">${field({ name: 'zeroTaxCategory', label: words.zeroTaxCategory, kind: 'select', hint: words.zeroTaxCategoryHint, options: listTaxOptions(t, state.values.zeroTaxCategory ?? '') })}
${field({
  name: 'pricesIncludeTax',
  label: words.priceKind,
  kind: 'select',
  options: [
    { value: 'false', text: words.pricesWithoutTax },
    { value: 'true', text: words.pricesWithTax },
  ],
})}</div>
${field({ name: 'invoiceOnAcceptance', label: t.editor.invoiceOnAcceptance, kind: 'check', hint: t.editor.invoiceOnAcceptanceHint })}
${field({
  name: 'recurringInvoices',
  label: words.recurringInvoices,
  kind: 'select',
  hint: words.recurringInvoicesHint,
  options: [
    { value: 'draft', text: words.recurringDraft },
    { value: 'issue', text: words.recurringIssue },
    { value: 'send', text: words.recurringSend },
  ],
})}
${field({
  name: 'proposals',
  label: words.proposals,
  kind: 'select',
  hint: words.proposalsHint,
  options: [
    { value: 'off', text: words.proposalsOff },
    { value: 'quantities', text: words.proposalsQuantities },
    { value: 'prices', text: words.proposalsPrices },
  ],
})}
${field({ name: 'programsMayAccept', label: words.programsMayAccept, kind: 'check', hint: words.programsMayAcceptHint })}`;
}

export function listTimeZones(stored: string): { value: string; text: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored]);
  return [...zones].filter(Boolean).map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }));
}

function renderBank({ t }: Viewer, state: FormState): Html {
  const words = t.settings.document;
  const field = (given: Field) => renderField(given, state, t);
  return html`${field({
    name: 'bank.kind',
    label: words.bankKind,
    kind: 'select',
    hint: words.bankHint,
    options: [
      { value: '', text: words.bankNone },
      { value: 'iban', text: words.bankIban },
      { value: 'lines', text: words.bankLines },
    ],
  })}
<div class="pair">${field({ name: 'bank.iban', label: words.iban })}
${field({ name: 'bank.bic', label: words.bic })}</div>
<div class="pair">${field({ name: 'bank.holder', label: words.holder, hint: words.holderHint })}
${field({ name: 'bank.name', label: words.bankName })}</div>
${field({ name: 'bank.lines', label: words.lines, kind: 'area', hint: words.linesHint })}`;
}

function renderTexts({ t }: Viewer, state: FormState): Html {
  const words = t.settings.document;
  const area = (name: string, label: string, hint: string) =>
    renderField({ name, label, kind: 'area', rows: 6, hint }, state, t);
  return html`${area('defaultTerms', words.defaultTerms, words.defaultTermsHint)}
${area('invoiceTerms', words.invoiceTerms, words.invoiceTermsHint)}`;
}

/** The preview next to the form if there is room. It works without scripts; with them it follows the fields. */
export function renderPreview({ base, t }: Viewer): Html {
  const words = t.settings.document;
  return html`<section class="preview" aria-labelledby="preview-title"><h2 id="preview-title">${words.preview}</h2><p class="hint">${words.previewHint}</p>
<iframe name="preview" id="preview" title="${words.preview}" src="${base}/settings/document/preview" sandbox="allow-same-origin"></iframe></section>`;
}

export function renderPreviewButtons({ base, t }: Viewer): Html {
  const words = t.settings.document;
  const path = `${base}/settings/document`;
  return html`<button class="button quiet" type="submit" id="show-preview" formaction="${path}/preview" formtarget="preview">${words.showPreview}</button><button class="button quiet" type="submit" formaction="${path}/pdf" formtarget="_blank">${words.openPdf}</button>`;
}
