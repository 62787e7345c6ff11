import type { LegalParticular } from '../../../../domain/account/particulars/requirements.ts';
import { MAX_REGISTRATIONS } from '../../../../domain/field-limits.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { listCountries } from '../../../../i18n/countries.ts';
import { fill } from '../../../../i18n/fill.ts';
import { type FormState, renderField, renderTheirs } from '../../forms/field.ts';
import { describeNeed, renderAddressFields } from '../../forms/particulars-fields.ts';
import type { Viewer } from '../../viewer.ts';
import { listTimeZones } from './options.ts';
import type { SettingForm } from './setting-form.ts';

/** Who issues the quotes. */
export const BUSINESS_FORM: SettingForm = {
  path: 'business',
  getWords: ({ settings }) => settings.business,
  listGroups(viewer, state) {
    const { t, locale } = viewer;
    const { country, timeZone = '' } = state.values;
    const words = t.settings.business;
    const { fields, address, registrationNumberHint } = t.particulars;
    const need = (name: LegalParticular) => describeNeed(viewer, country, name);
    const countries = [{ value: '', text: t.forms.none }, ...listCountries(locale, country)];
    const hint = need('sellerRegistration') ?? registrationNumberHint;
    return [
      {
        rows: [
          { name: 'name', label: words.name, required: true, autocomplete: 'organization' },
          {
            ...{ name: 'country', label: words.country, kind: 'select' },
            ...{ hint: words.countryHint, options: countries },
          },
          {
            ...{ name: 'street', label: address },
            render: () => renderAddressFields(viewer, state, { isOwn: true, need: need('sellerAddress') }),
          },
          [
            { name: 'email', label: words.email, kind: 'email', autocomplete: 'email' },
            { name: 'phone', label: words.phone, kind: 'tel', autocomplete: 'tel' },
          ],
          [
            { name: 'website', label: words.website, kind: 'url', autocomplete: 'url' },
            {
              ...{ name: 'timeZone', label: words.timeZone, kind: 'select' },
              options: listTimeZones(timeZone),
            },
          ],
        ],
      },
      {
        legend: words.registrations,
        rows: [
          { name: 'registrationNumber', label: fields.registrationNumber, hint, autocomplete: 'off' },
          {
            ...{ name: 'registrations.0.label', label: words.registrations, hint: words.registrationsHint },
            render: () => renderRegistrations(state, t),
          },
        ],
      },
    ];
  },
};

function renderRegistrations(state: FormState, t: Viewer['t']): Html {
  const words = t.settings.business;
  const theirs = state.theirs?.registrations;
  const rows = Array.from({ length: shownRows(state) }, (_, row) => row);
  return html`<p class="hint">${words.registrationsHint}</p>
${theirs !== undefined && renderTheirs('f-registrations', theirs, t)}
${rows.map((row) => {
  const label = (text: string) => `${fill(words.registration, { n: String(row + 1) })}: ${text}`;
  const at = (name: string) => `registrations.${row}.${name}`;
  const field = (name: string, text: string) =>
    renderField({ name: at(name), label: label(text), isPlain: true, autocomplete: 'off' }, state, t);
  return html`<div class="pair">${field('label', words.label)}${field('value', words.value)}</div>`;
})}`;
}

/** Number of filled rows plus two empty ones. */
function shownRows({ values }: FormState): number {
  const used = Array.from({ length: MAX_REGISTRATIONS }, (_, row) => row).filter(
    (row) => values[`registrations.${row}.label`] || values[`registrations.${row}.value`],
  );
  return Math.min(MAX_REGISTRATIONS, Math.max(-1, ...used) + 3);
}
