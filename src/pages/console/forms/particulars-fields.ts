import {
  type CustomerFormat,
  E_INVOICE_FORMATS,
  type EInvoiceFormat,
} from '../../../domain/account/particulars/particulars.ts';
import { hasRegions } from '../../../domain/account/particulars/postal-address.ts';
import { type LegalParticular, REQUIREMENTS } from '../../../domain/account/particulars/requirements.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { getCountryName } from '../../../i18n/countries.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Viewer } from '../viewer.ts';
import { ADDRESS_SCHEME_OPTIONS } from './address-schemes.ts';
import { type Field, type FormState, renderField } from './field.ts';

/** Says which law wants a particular on invoices from the country; `undefined` if none does. */
export function describeNeed(
  { t, locale }: Pick<Viewer, 't' | 'locale'>,
  country: string | null | undefined,
  name: LegalParticular,
): string | undefined {
  const rules = REQUIREMENTS.get(country ?? '');
  if (!country || !rules?.requires.includes(name)) return undefined;
  const law = rules.laws?.[name] ?? rules.law;
  return fill(t.particulars.needed, { country: getCountryName(country, locale), law });
}

/** Renders the parts of an address, and the field that replaces them in print. */
export function renderAddressFields(
  { t }: Viewer,
  state: FormState,
  { isOwn, need }: { isOwn: boolean; need: string | undefined },
): Html {
  const { fields, address, printedAddress, printedAddressHint } = t.particulars;
  const { values, errors, theirs } = state;
  const auto = (token: string) => (isOwn ? token : 'off');
  const field = (given: Field) => renderField(given, state, t);
  const isOtherPrinted = Boolean(values.address || errors.address || theirs?.address);
  return html`<fieldset class="rows"><legend>${address}</legend>${need && html`<p class="hint">${need}</p>`}
<div class="pair">${field({ name: 'street', label: fields.street, autocomplete: auto('address-line1') })}
${field({ name: 'street2', label: fields.street2, autocomplete: auto('address-line2') })}</div>
<div class="pair">${field({ name: 'postalCode', label: fields.postalCode, autocomplete: auto('postal-code') })}
${field({ name: 'city', label: fields.city, autocomplete: auto('address-level2') })}</div>
${(hasRegions(values.country ?? null) || values.region) && field({ name: 'region', label: fields.region, autocomplete: auto('address-level1') })}
<details class="more"${isOtherPrinted && html` open`}><summary>${printedAddress}</summary>
${field({ name: 'address', label: printedAddress, isLabelHidden: true, kind: 'area', hint: printedAddressHint, autocomplete: 'off' })}</details></fieldset>`;
}

/** Renders the code list and the identifier of an electronic address. */
export function renderElectronicAddress({ t }: Viewer, state: FormState, hint: string): Html {
  const { scheme, electronicId } = t.particulars;
  const field = (given: Field) => renderField(given, state, t);
  const options = [{ value: '', text: t.forms.none }, ...ADDRESS_SCHEME_OPTIONS];
  return html`<div class="pair">${field({ name: 'electronicAddress.scheme', label: scheme, kind: 'select', hint, options })}
${field({ name: 'electronicAddress.id', label: electronicId, autocomplete: 'off' })}</div>`;
}

const FORMAT_NAMES: Record<EInvoiceFormat, string> = {
  'factur-x': 'Factur-X / ZUGFeRD',
  xrechnung: 'XRechnung',
  peppol: 'Peppol BIS Billing 3',
};

/** The formats of electronic invoices, as options. */
export const FORMAT_OPTIONS = E_INVOICE_FORMATS.map((value) => ({ value, text: FORMAT_NAMES[value] }));

/** The name of the format of a customer. */
export function describeFormat(format: CustomerFormat, { t }: Pick<Viewer, 't'>): string {
  return format === 'none' ? t.particulars.pdfOnly : FORMAT_NAMES[format];
}
