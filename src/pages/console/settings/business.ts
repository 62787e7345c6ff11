import type { LegalParticular } from '../../../domain/account/particulars/requirements.ts';
import { getRetentionYears } from '../../../domain/account/retention.ts';
import { MAX_REGISTRATIONS } from '../../../domain/field-limits.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { listCountries } from '../../../i18n/countries.ts';
import { fill } from '../../../i18n/fill.ts';
import { type Field, type FormState, renderField, renderTheirs } from '../forms/field.ts';
import {
  describeNeed,
  FORMAT_OPTIONS,
  renderAddressFields,
  renderElectronicAddress,
} from '../forms/particulars-fields.ts';
import type { Viewer } from '../viewer.ts';

export function renderBusinessFields(viewer: Viewer, state: FormState): Html {
  const { t, locale } = viewer;
  const { country } = state.values;
  const words = t.settings.business;
  const need = (name: LegalParticular) => describeNeed(viewer, country, name);
  const field = (given: Field) => renderField(given, state, t);
  const none = { value: '', text: t.forms.none };
  return html`${field({ name: 'name', label: words.name, required: true, autocomplete: 'organization' })}
${field({ name: 'country', label: words.country, kind: 'select', hint: words.countryHint, options: [none, ...listCountries(locale, country)] })}
${renderAddressFields(viewer, state, { isOwn: true, need: need('sellerAddress') })}
<div class="pair">${field({ name: 'email', label: words.email, kind: 'email', autocomplete: 'email' })}
${field({ name: 'phone', label: words.phone, kind: 'tel', autocomplete: 'tel' })}</div>
${field({ name: 'website', label: words.website, kind: 'url', autocomplete: 'url' })}
<div class="pair">${field({ name: 'taxId', label: words.taxId, hint: need('sellerTaxId') ?? need('sellerTaxIdOrNumber') })}
${field({ name: 'taxIdLabel', label: words.taxIdLabel, hint: words.taxIdLabelHint })}</div>
${renderInvoicing(viewer, state)}
${renderRegistrations(state, t)}`;
}

/** Renders what only invoices need. The tax number is asked for where it can replace the VAT number. */
function renderInvoicing(viewer: Viewer, state: FormState): Html {
  const { t } = viewer;
  const { fields, ...words } = t.particulars;
  const { country, taxNumber } = state.values;
  const field = (given: Field) => renderField(given, state, t);
  const need = (name: LegalParticular) => describeNeed(viewer, country, name);
  const needsNumber = need('sellerTaxIdOrNumber');
  const years = String(getRetentionYears({ country: country || null, retentionYears: null }));
  return html`<fieldset class="rows"><legend>${words.invoicing}</legend>
${(needsNumber || taxNumber) && field({ name: 'taxNumber', label: fields.taxNumber, hint: words.taxNumberHint, autocomplete: 'off' })}
<div class="pair">${field({ name: 'registrationNumber', label: fields.registrationNumber, hint: need('sellerRegistration') ?? words.registrationNumberHint, autocomplete: 'off' })}
${field({ name: 'contactName', label: fields.contactName, hint: words.contactNameHint, autocomplete: 'name' })}</div>
${field({ name: 'eInvoice', label: words.eInvoice, kind: 'select', hint: words.eInvoiceHint, options: [{ value: '', text: words.pdfOnly }, ...FORMAT_OPTIONS] })}
${renderElectronicAddress(viewer, state, words.schemeOwnHint)}
${field({ name: 'retentionYears', label: words.retentionYears, kind: 'whole', hint: fill(words.retentionYearsHint, { years }) })}</fieldset>`;
}

function renderRegistrations(state: FormState, t: Viewer['t']): Html {
  const words = t.settings.business;
  const theirs = state.theirs?.registrations;
  const rows = Array.from({ length: shownRows(state) }, (_, row) => row);
  return html`<fieldset class="rows"><legend>${words.registrations}</legend><p class="hint">${words.registrationsHint}</p>
${theirs !== undefined && renderTheirs('f-registrations', theirs, t)}
${rows.map((row) => {
  const label = (text: string) => `${fill(words.registration, { n: String(row + 1) })}: ${text}`;
  const at = (name: string) => `registrations.${row}.${name}`;
  const field = (name: string, text: string) =>
    renderField({ name: at(name), label: label(text), isPlain: true, autocomplete: 'off' }, state, t);
  return html`<div class="pair">${field('label', words.label)}${field('value', words.value)}</div>`;
})}</fieldset>`;
}

/** Number of filled rows plus two empty ones. */
function shownRows({ values }: FormState): number {
  const used = Array.from({ length: MAX_REGISTRATIONS }, (_, row) => row).filter(
    (row) => values[`registrations.${row}.label`] || values[`registrations.${row}.value`],
  );
  return Math.min(MAX_REGISTRATIONS, Math.max(-1, ...used) + 3);
}
