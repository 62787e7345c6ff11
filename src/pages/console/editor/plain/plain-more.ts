import { type Html, html } from '../../../../domain/markup/html.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatBytes, formatMoney } from '../../../../i18n/format.ts';
import { renderActionButton, renderPlainField } from './plain-fields.ts';
import type { PlainForm, PlainView } from './plain-view.ts';

export function renderOffers({ t, locale, offers }: PlainView): Html {
  const found = offers?.items.map(
    ({ id, description, sku, unitPrice, currency }) =>
      html`<li>${renderActionButton(`take:${id}`, fill(t.takeItem, { name: description }))} <span class="muted">${sku && html`<bdi>${sku}</bdi> · `}${formatMoney(unitPrice, currency, locale)}</span></li>
`,
  );
  return html`<fieldset class="plain-offers"><legend>${t.fromCatalogue}</legend>
${renderPlainField({ name: 'catalogueSearch', label: t.catalogueHint, value: offers?.search ?? '' })}<p>${renderActionButton('find', t.findInCatalogue)}</p>
${found && (found.length > 0 ? html`<ul class="plain-found">${found}</ul>` : html`<p role="status">${t.catalogueNone}</p>`)}</fieldset>`;
}

/** The files of the quote, and a field to add one. */
export function renderFiles({ t, locale, quote, findFieldError }: PlainForm): Html {
  const files = quote?.attachments ?? [];
  const errorText = findFieldError('file');
  return html`<h2>${t.attachments}</h2>
${files.length > 0 && html`<ul class="plain-found">${files.map(({ name, size }) => html`<li><bdi>${name}</bdi> <span class="muted">${formatBytes(size, locale)}</span> ${renderActionButton(`detach:${name}`, fill(t.detach, { name }))}</li>\n`)}</ul>`}
<div class="field"><label for="p-file">${t.attachOne}</label>
<p class="hint" id="p-file-hint">${t.attachOneHint}</p>
<input id="p-file" name="file" type="file" aria-describedby="p-file-hint${errorText && ' p-file-error'}"${errorText && html` aria-invalid="true"`}>
${errorText && html`<p class="error" id="p-file-error">${errorText}</p>`}</div>`;
}
