import type { CatalogueItem } from '../../../domain/catalogue-item.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatBytes, formatMoney } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { plainField, renderActionButton } from './plain-fields.ts';
import type { PlainForm, PlainView } from './plain-form.ts';

export interface Offers {
  search: string;
  items: readonly Pick<CatalogueItem, 'id' | 'description' | 'sku' | 'unitPrice' | 'currency'>[];
}

/** The catalogue search and its results, each with a button that adds a line. */
export function renderOffers({ say, locale, offers }: PlainView): Html {
  const found = offers?.items.map(
    ({ id, description, sku, unitPrice, currency }) =>
      html`<li>${renderActionButton(`take:${id}`, fill(say.takeItem, { name: description }))} <span class="muted">${sku && html`<bdi>${sku}</bdi> · `}${formatMoney(unitPrice, currency, locale)}</span></li>
`,
  );
  return html`<fieldset class="plain-offers"><legend>${say.fromCatalogue}</legend>
${plainField({ name: 'catalogueSearch', label: say.catalogueHint, value: offers?.search ?? '' })}<p>${renderActionButton('find', say.findInCatalogue)}</p>
${found && (found.length > 0 ? html`<ul class="plain-found">${found}</ul>` : html`<p role="status">${say.catalogueNone}</p>`)}</fieldset>`;
}

/** The files of the quote, and a field to add one. */
export function renderFiles({ say, locale, quote, troubleOf }: PlainForm): Html {
  const files = quote?.attachments ?? [];
  const trouble = troubleOf('file');
  return html`<h2>${say.attachments}</h2>
${files.length > 0 && html`<ul class="plain-found">${files.map(({ name, size }) => html`<li><bdi>${name}</bdi> <span class="muted">${formatBytes(size, locale)}</span> ${renderActionButton(`detach:${name}`, fill(say.detach, { name }))}</li>\n`)}</ul>`}
<div class="field"><label for="p-file">${say.attachOne}</label>
<p class="hint" id="p-file-hint">${say.attachOneHint}</p>
<input id="p-file" name="file" type="file" aria-describedby="p-file-hint${trouble && ' p-file-flaw'}"${trouble && html` aria-invalid="true"`}>
${trouble && html`<p class="error" id="p-file-flaw">${trouble}</p>`}</div>`;
}
