import { type Html, html } from '../../../../domain/markup/html.ts';
import { isDecided } from '../../../../domain/quote/quote.ts';
import type { TextName } from '../../../../domain/quote/quote-texts.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { formatNumberInput } from '../../../../i18n/format-input.ts';
import { formatDifferenceName } from '../difference-name.ts';
import { compareDrafts, proposePicks } from '../draft/compare.ts';
import type { Draft } from '../draft/draft.ts';
import { computeLiveTotals } from '../draft/live-totals.ts';
import { getTextLabels, isAutomatic, listLowerTexts } from '../editor-data.ts';
import { formatInputError } from '../input-error-text.ts';
import { listTaxLines } from '../tax-lines.ts';
import {
  hidden,
  listDiscountTypes,
  renderActionButton,
  renderPlainCheck,
  renderPlainChoice,
  renderPlainField,
} from './plain-fields.ts';
import { renderFiles, renderOffers } from './plain-more.ts';
import { renderPlainRow, renderPlainStage } from './plain-rows.ts';
import type { PlainForm, PlainView } from './plain-view.ts';

export function renderPlainForm(view: PlainView): Html {
  const { t, draft, quote, action, errors, refusals, locale } = view;
  const example = formatNumberInput(1234.5, locale.tag);
  const findFieldError = (path: string) =>
    errors[path] ? formatInputError(t, errors[path], example) : refusals[path];
  const form: PlainForm = { ...view, findFieldError };
  const labels = getTextLabels(t);
  const isTemplate = view.kind === 'template';
  type ShortText = 'name' | 'title' | 'validityDays' | 'reference' | 'currency';
  const text = (name: ShortText, label: string, hint?: string) =>
    renderPlainField({
      name,
      label,
      value: draft[name],
      errorText: findFieldError(name),
      ...(hint && { hint }),
    });
  const long = (name: TextName) =>
    renderPlainField({
      ...{ name, label: labels[name], value: draft[name], errorText: findFieldError(name), rows: 3 },
      ...(name === 'notes' && { hint: t.notesHint }),
    });
  return html`<form class="plain" method="post" action="${action}" enctype="multipart/form-data">
${hidden('once', view.once)}${quote && hidden('version', /\d+/.exec(quote.etag)?.[0] ?? '')}${view.base && hidden('base', JSON.stringify(view.base))}
<button class="visually-hidden" type="submit" name="do" value="calculate" tabindex="-1">${t.recalculate}</button>
${quote && !isAutomatic(quote) && html`<p class="notice">${isDecided(quote) ? t.answeredBefore : fill(t.sentBefore, { revision: String(quote.revision + 1) })}</p>`}
${view.theirs && renderDifferences(view, view.theirs)}
${isTemplate && text('name', t.templateName, t.templateNameHint)}${text('title', t.title)}${!isTemplate && renderCustomer(form)}
<div class="plain-cells">${
    isTemplate
      ? text('validityDays', t.validityDays, t.emptyAsSet)
      : html`${renderPlainField({ name: 'validUntil', label: t.validUntil, value: draft.validUntil, kind: 'date', errorText: findFieldError('validUntil') })}${text('reference', t.reference)}`
  }${text('currency', t.currency)}</div>
${long('description')}
<h2>${t.lines}</h2>${findFieldError('rows') && html`<p class="error">${errors.rows === 'missing' ? t.noLines : findFieldError('rows')}</p>`}
<ol class="plain-list">
${draft.rows.map((row, at) => renderPlainRow(form, row, at))}</ol>
<p class="buttons">${renderActionButton('add', t.addLine)}${renderActionButton('section', t.addSection)}</p>
${renderOffers(view)}
<div class="plain-cells">${renderPlainField({ name: 'discountValue', label: t.discount, value: draft.discountValue, isNumber: true, errorText: findFieldError('discountValue') })}${renderPlainChoice('discountType', t.discountOf, draft.discountType, listDiscountTypes(t))}</div>
${renderPlainCheck('pricesIncludeTax', t.pricesIncludeTax, draft.pricesIncludeTax)}
${renderPlainCheck('hidesLinePrices', t.hidesLinePrices, draft.hidesLinePrices)}${renderPlainCheck('hidesQuantities', t.hidesQuantities, draft.hidesQuantities)}<p class="hint">${t.hidesHint}</p>
${renderTotals(view)}<p>${renderActionButton('calculate', t.recalculate)}</p>
<h2>${t.schedule}</h2>${findFieldError('stages') && html`<p class="error">${findFieldError('stages')}</p>`}
${draft.stages.length > 0 && html`<ol class="plain-list">${draft.stages.map((stage, at) => renderPlainStage(form, stage, at))}</ol>`}<p>${renderActionButton('stage', t.addStage)}</p>
${renderPlainCheck('invoiceOnAcceptance', t.invoiceOnAcceptance, draft.invoiceOnAcceptance)}<p class="hint">${t.invoiceOnAcceptanceHint}</p>
${listLowerTexts(view.kind).map(long)}
${!isTemplate && renderFiles(form)}
<p class="buttons"><button class="button" type="submit" name="do" value="save">${saveWords(view)}</button>${(!quote || isAutomatic(quote)) && renderActionButton('send', isTemplate ? t.useTemplate : t.send)}</p>
</form>`;
}

function saveWords({ t, quote, kind }: PlainView): string {
  if (kind === 'template') return t.saveTemplate;
  if (!quote || isAutomatic(quote)) return t.save;
  return isDecided(quote) ? t.saveReopen : fill(t.saveRevision, { revision: String(quote.revision + 1) });
}

/**
 * The name is looked up when the form is submitted. Several matches are offered; new customers cannot be created
 * here.
 */
function renderCustomer({ t, draft, found, findFieldError }: PlainForm): Html {
  const field = renderPlainField({
    ...{ name: 'customerName', label: t.customer, value: draft.customerName, hint: t.customerHint },
    errorText: findFieldError('customer'),
  });
  if (!found)
    return html`${hidden('customerId', draft.customerId)}${hidden('customerWas', draft.customerName)}${field}`;
  const name = draft.customerName;
  return html`${hidden('customerWas', name)}${field}<fieldset><legend>${found.length > 0 ? t.found : t.customerNone}</legend>
${found.map(
  ({
    id,
    name: own,
    email,
  }) => html`<label class="check"><input type="radio" name="customerId" value="${id}"> <span><bdi>${own}</bdi> <span class="muted">${email}</span></span></label>
`,
)}<label class="check"><input type="radio" name="customerId" value="new"> <span>${fill(t.createCustomer, { name })}</span></label>
${renderPlainField({ name: 'newEmail', label: t.email, value: '' })}</fieldset>`;
}

function renderTotals({ t, draft, separators, locale, currency }: PlainView): Html {
  const totals = computeLiveTotals(draft, separators);
  if (!totals) return html`<p class="error">${t.tooMuch}</p>`;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const sum = (label: string, minor: number) => html`<div><dt>${label}</dt><dd>${money(minor)}</dd></div>`;
  const isInside = draft.pricesIncludeTax;
  const taxes = listTaxLines(totals.taxes, t, locale, isInside, money).map(([label, tax]) => sum(label, tax));
  return html`<dl class="plain-totals">${sum(t.subtotal, totals.subtotal)}${totals.discountAmount > 0 && sum(t.discount, -totals.discountAmount)}${!isInside && taxes}${sum(t.total, totals.total)}${isInside && taxes}</dl>
${totals.uncounted > 0 && html`<p class="hint">${fill(t.uncounted, { n: String(totals.uncounted) })}</p>`}`;
}

function renderDifferences({ t, draft, base, separators }: PlainView, theirs: Draft): Html {
  const differences = compareDrafts(base ?? theirs, draft, theirs, separators);
  const picks = proposePicks(differences);
  const version = (path: string, side: 'mine' | 'theirs', text: string) =>
    html`<label class="check"><input type="radio" name="pick:${path}" value="${side}"${picks[path] === side && html` checked`}> <span><strong>${t[side]}</strong> <bdi class="version">${text || t.nothing}</bdi></span></label>
`;
  return html`<section class="notice bad" role="alert"><h2>${t.conflictTitle}</h2><p>${t.conflictText}</p>
${differences.map(({ path, line, mine, theirs: other }) => html`<fieldset class="versions"><legend>${formatDifferenceName(path, t)}${line !== undefined && html` · <bdi>${line}</bdi>`}</legend>${version(path, 'mine', mine)}${version(path, 'theirs', other)}</fieldset>`)}
<p><button class="button" type="submit" name="do" value="merge">${t.useThese}</button></p></section>`;
}
