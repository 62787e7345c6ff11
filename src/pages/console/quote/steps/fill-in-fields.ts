import { listFillInFields } from '../../../../domain/account/particulars/fill-in.ts';
import type { MissingParticular } from '../../../../domain/account/particulars/find-missing.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { getCountryName, listCountries } from '../../../../i18n/countries.ts';
import { fill } from '../../../../i18n/fill.ts';
import { getFieldLabels } from '../../forms/electronic-gaps.ts';
import { type FormState, renderField } from '../../forms/field.ts';
import { findFieldUrl } from '../../forms/field-url.ts';
import { describeMissing } from '../../invoices/missing-particulars.ts';
import type { Viewer } from '../../viewer.ts';

/** What an invoice would lack. */
export interface Lacking {
  missing: readonly MissingParticular[];
  /** Whether the laws of the seller cannot be known. */
  lacksCountry: boolean;
  /** Whether the invoice would name no way to pay. */
  lacksPayment: boolean;
}

export function isLacking({ missing, lacksCountry, lacksPayment }: Lacking): boolean {
  return missing.length > 0 || lacksCountry || lacksPayment;
}

/** Renders what an invoice would lack, each with the fields to fill it in, and what else was typed before. */
export function renderFillIn(
  viewer: Viewer,
  lacking: Lacking,
  owners: { customerId: string; quoteId: string },
  state: FormState,
): Html {
  const shown = new Set<string>();
  const part = (text: Html | string, names: readonly string[]) => {
    const fields = names.filter((name) => !shown.has(name));
    for (const name of fields) shown.add(name);
    return html`<div class="fill-in"><p>${text}</p>${fields.map((name) => renderInput(viewer, name, state))}</div>\n`;
  };
  const isTyped = (name: string) => Boolean(state.values[name]) && !shown.has(name);
  return html`${isLacking(lacking) && renderLacking(viewer, lacking, owners, part)}
${['supplyDate', 'notes'].map((name) => isTyped(name) && renderInput(viewer, name, state))}`;
}

function renderLacking(
  viewer: Viewer,
  { missing, lacksCountry, lacksPayment }: Lacking,
  owners: { customerId: string; quoteId: string },
  part: (text: Html | string, names: readonly string[]) => Html,
): Html {
  const { t, locale } = viewer;
  // Several items may lack the same, and two particulars may share their fields.
  const different = [...new Map(missing.map((each) => [each.name, each])).values()];
  const country = missing.find((each) => each.country)?.country ?? '';
  return html`<fieldset class="rows notice" id="missing"><legend>${country ? fill(t.particulars.missingTitle, { country: getCountryName(country, locale) }) : t.quote.invoiceLacksTitle}</legend>
${lacksCountry && part(t.quote.invoiceLacksCountry, ['account.country'])}
${different.map((each) => part(renderSentence(viewer, each, owners), listFillInFields(each)))}
${lacksPayment && part(t.quote.invoiceLacksPayment, ['account.bank.iban'])}</fieldset>`;
}

/** A sentence with the law, and with a link if there is no field for it here. */
function renderSentence(
  viewer: Viewer,
  missing: MissingParticular,
  owners: { customerId: string; quoteId: string },
): Html {
  const { path, law } = missing;
  const text = describeMissing(viewer, missing);
  const href = listFillInFields(missing).length === 0 && findFieldUrl(viewer, path, owners);
  return html`${href ? html`<a href="${href}">${text}</a>` : text}${law && html` <span class="muted">${law}</span>`}`;
}

/** A field of the account is for its owners only. */
function renderInput(viewer: Viewer, name: string, state: FormState): Html | false {
  const { t, role, locale } = viewer;
  const parts = name.split('.');
  const owner = parts.length > 1 ? parts[0] : 'invoice';
  if (owner === 'account' && role !== 'owner') return false;
  const field = parts.at(-1) ?? '';
  const labels = getFieldLabels(t);
  const label = labels[owner as keyof typeof labels][field] ?? field;
  if (field === 'country') {
    const options = [{ value: '', text: t.forms.none }, ...listCountries(locale, state.values[name])];
    return renderField({ name, label, kind: 'select', options }, state, t);
  }
  const kind = field === 'supplyDate' ? 'date' : field === 'notes' ? 'area' : 'text';
  return renderField({ name, label, kind, autocomplete: 'off', isPlain: true }, state, t);
}
