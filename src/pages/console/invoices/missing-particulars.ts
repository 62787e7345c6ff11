import type { MissingParticular } from '../../../domain/account/particulars/find-missing.ts';
import { hasDefaultSupplyDate } from '../../../domain/account/particulars/supply.ts';
import { type Invoice, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { getCountryName } from '../../../i18n/countries.ts';
import { fill } from '../../../i18n/fill.ts';
import { findFieldUrl } from '../forms/field-url.ts';
import type { Viewer } from '../viewer.ts';

type Missing = readonly MissingParticular[];

/** Renders what an invoice lacks, each with a link to its field: first what it cannot be issued without. */
export function renderMissingParticulars(viewer: Viewer, missing: Missing, invoice: Invoice): Html {
  const { particulars } = viewer.t;
  const isNeeded = ({ law }: MissingParticular) => law === null;
  const wanted = missing.filter((each) => !isNeeded(each));
  const country = getCountryName(wanted[0]?.country ?? '', viewer.locale);
  return html`${renderList(viewer, particulars.blocking, missing.filter(isNeeded), invoice)}
${renderList(viewer, fill(particulars.missingTitle, { country }), wanted, invoice)}`;
}

function renderList(viewer: Viewer, title: string, missing: Missing, invoice: Invoice): Html | false {
  if (missing.length === 0) return false;
  // Each item may lack the same particular: one sentence is enough.
  const different = [...new Map(missing.map((each) => [each.name, each])).values()];
  return html`<div class="notice"><p>${title}</p><ul>
${different.map((each) => html`<li>${renderSentence(viewer, each, invoice)}${each.law && html` <span class="muted">${each.law}</span>`}</li>\n`)}</ul></div>`;
}

/** Says what is missing, and what an electronic invoice states instead. */
export function describeMissing(
  { t }: Pick<Viewer, 't'>,
  { name, currency, country }: MissingParticular,
): string {
  const text = fill(t.particulars.missing[name], { currency: currency ?? '' });
  const isDated = name === 'supplyDate' && hasDefaultSupplyDate(country);
  return isDated ? `${text} ${t.particulars.supplyDateDefault}` : text;
}

function renderSentence(viewer: Viewer, missing: MissingParticular, invoice: Invoice): Html {
  const { path } = missing;
  const text = describeMissing(viewer, missing);
  const draftId = isDraftInvoice(invoice) ? invoice.id : undefined;
  const href = findFieldUrl(viewer, path, { customerId: invoice.customerId, draftId });
  return href ? html`<a href="${href}">${text}</a>` : html`${text}`;
}
