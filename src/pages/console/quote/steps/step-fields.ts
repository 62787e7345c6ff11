import type { ElectronicGaps } from '../../../../domain/account/particulars/einvoice.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import type { KNOWN_PAYMENT_METHODS } from '../../../../domain/invoice/payment/payment-method.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import {
  isChangeable,
  isSelectable,
  isSelected,
  type LineItem,
} from '../../../../domain/quote/line/line-item.ts';
import { isAccepted, type Quote } from '../../../../domain/quote/quote.ts';
import { findStageInvoice } from '../../../../domain/quote/schedule/invoicing.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import { formatNumberInput } from '../../../../i18n/format-input.ts';
import { DOCUMENT } from '../../../../i18n/messages.ts';
import { FIELDS, findFirstLines } from '../../../customer/quote/offer.ts';
import { icon } from '../../../icons.ts';
import { fill } from '../../../shell.ts';
import { renderElectronicGaps } from '../../forms/electronic-gaps.ts';
import type { FormState } from '../../forms/field.ts';
import type { QuoteViewer } from '../../quote-viewer.ts';
import { money } from '../../viewer.ts';
import { type Lacking, renderFillIn } from './fill-in-fields.ts';

/** A date field with its error. */
export function renderDay(
  name: string,
  label: string,
  value: string,
  more: { hint?: string; error?: string | undefined; required?: boolean } = {},
): Html {
  const { hint, error, required } = more;
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="date" value="${value}"${required && html` required`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}>
${renderError(name, error)}</div>`;
}

function renderError(name: string, error: string | undefined): Html | false {
  return (
    error !== undefined &&
    html`<p class="error" id="${name}-error">${icon('alert')} <span>${error}</span></p>`
  );
}

/** Fields that can be changed after a stage is invoiced. */
export function renderDetails(
  { t: { quote } }: QuoteViewer,
  typed: Record<'reference' | 'notes', string>,
  errors: Record<string, string>,
): Html {
  const marks = (name: string) => errors[name] && html` aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div class="field"><label for="reference">${quote.reference}</label>
<input id="reference" name="reference" type="text" value="${typed.reference}" autocomplete="off" dir="auto"${marks('reference')}>
${renderError('reference', errors.reference)}</div>
<div class="field"><label for="notes">${quote.notes}</label>
<textarea id="notes" name="notes" rows="6" dir="auto"${marks('notes')}>
${typed.notes}</textarea>
${renderError('notes', errors.notes)}</div>`;
}

/** The customer's choices, for a person who records an acceptance by phone. */
export function renderChoices(
  viewer: QuoteViewer,
  quote: Pick<Quote, 'items' | 'currency'>,
  typed: Record<number, string>,
): Html | false {
  const { items } = quote;
  if (!items.some(isChangeable)) return false;
  const first = findFirstLines(items);
  return html`<fieldset class="options"><legend>${viewer.t.quote.acceptChoose}</legend>
<input type="hidden" name="${FIELDS.choosing}" value="1">
${items.map((item, at) => {
  if (item.choice !== undefined) {
    return first.get(item.choice) === at && renderAlternatives(viewer, quote, item.choice, at, typed);
  }
  return isChangeable(item) && html`<div class="choice">${renderLine(viewer, quote, item, at, typed)}</div>`;
})}</fieldset>`;
}

function renderAlternatives(
  viewer: QuoteViewer,
  quote: Pick<Quote, 'items' | 'currency'>,
  choice: string,
  firstLine: number,
  typed: Record<number, string>,
): Html {
  const lines = quote.items.map((item, at) => ({ item, at })).filter(({ item }) => item.choice === choice);
  const isNone = lines.every(({ item }) => !isSelected(item));
  const isOptional = lines[0]?.item.optional === true;
  return html`<fieldset class="choice"><legend><bdi>${choice}</bdi></legend>
${lines.map(({ item, at }) => renderLine(viewer, quote, item, at, typed, FIELDS.choice(firstLine)))}
${isOptional && html`<label><input type="radio" name="${FIELDS.choice(firstLine)}" value=""${isNone && html` checked`}> ${viewer.t.quote.acceptNone}</label>`}</fieldset>
`;
}

function renderLine(
  viewer: QuoteViewer,
  { currency }: Pick<Quote, 'currency'>,
  item: LineItem,
  at: number,
  typed: Record<number, string>,
  group?: string,
): Html {
  const checked = isSelected(item) && html` checked`;
  const text = html`<span><bdi>${getItemName(item)}</bdi> · ${money(viewer, item.amount, currency)}</span>`;
  const pick = isSelectable(item)
    ? html`<label>${group ? html`<input type="radio" name="${group}" value="${at}"${checked}>` : html`<input type="checkbox" name="${FIELDS.taken(at)}"${checked}>`} ${text}</label>`
    : html`<p>${text}</p>`;
  return html`${pick}${renderQuantity(viewer, item, at, typed[at])}`;
}

function renderQuantity(
  viewer: QuoteViewer,
  item: LineItem,
  at: number,
  wrong: string | undefined,
): Html | false {
  const { t, locale } = viewer;
  const range = item.quantityRange;
  if (!range) return false;
  const name = FIELDS.quantity(at);
  const error =
    wrong === undefined
      ? undefined
      : fill(t.quote.quantityWrong, {
          min: formatQuantity(range.min, locale),
          max: formatQuantity(range.max, locale),
          step: formatQuantity(range.step, locale),
        }).toString();
  return html`<div class="field quantity"><label for="${name}">${fill(t.quote.acceptQuantity, { name: html`<bdi>${getItemName(item)}</bdi>` })}</label>
<input id="${name}" name="${name}" type="text" inputmode="decimal" autocomplete="off" value="${wrong ?? formatNumberInput(item.quantity, locale.tag)}"${error && html` aria-invalid="true" aria-describedby="${name}-error"`}>
${renderError(name, error)}</div>`;
}

function getItemName({ description }: LineItem): string {
  return description.split('\n', 1)[0] ?? '';
}

/** Stage, due date, payment method and recipient of an invoice. */
export function renderInvoiceFields(
  viewer: QuoteViewer,
  quote: Quote,
  chosen: {
    stage: number | null;
    dueDate: string;
    paymentMethod: string;
    /** Those by which customers can pay. */
    methods: readonly (typeof KNOWN_PAYMENT_METHODS)[number][];
    to: string;
    /** Data that the invoice would lack; `null` if it is not to be electronic. */
    electronic: ElectronicGaps | null;
    /** Invoices of past periods that are made at once; 0 if they need no confirmation. */
    laterInvoices: number;
    /** The invoice as it would be. */
    invoice: Pick<Invoice, 'total' | 'currency'>;
    lacking: Lacking;
    filledIn: FormState;
    error?: string | undefined;
    toError?: string | undefined;
    confirmError?: string | undefined;
  },
): Html {
  const { t, locale, base } = viewer;
  const names = DOCUMENT[locale.language].paymentMethods;
  const owners = { customerId: quote.customerId, quoteId: quote.id };
  const frame = `${base}/quotes/${quote.id}/invoice/document${chosen.stage === null ? '' : `?stage=${chosen.stage}`}`;
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === chosen.paymentMethod && html` selected`}>${text}</option>`;
  return html`<p>${t.nouns.invoices.total}: <strong>${money(viewer, chosen.invoice.total, chosen.invoice.currency)}</strong></p>
${renderElectronicGaps(viewer, chosen.electronic, owners)}
${renderFillIn(viewer, chosen.lacking, owners, chosen.filledIn)}
${renderParts(viewer, quote, chosen.stage)}
${chosen.laterInvoices > 0 && renderConfirmation(viewer, chosen.laterInvoices, chosen.confirmError)}
${renderDay('dueDate', t.quote.dueDate, chosen.dueDate, { hint: t.quote.dueDateHint, error: chosen.error })}
<div class="field"><label for="paymentMethod">${t.quote.paymentMethod}</label>
<select id="paymentMethod" name="paymentMethod">${chosen.lacking.lacksPayment && option('', t.quote.methodNone)}${chosen.methods.map((method) => option(method, names[method]))}</select></div>
<div class="field"><label for="to">${t.quote.invoiceTo}</label><p class="hint" id="to-hint">${t.quote.invoiceToHint}</p>
<input id="to" name="to" type="email" autocomplete="off" dir="ltr" value="${chosen.to}" aria-describedby="to-hint${chosen.toError && ' to-error'}"${chosen.toError && html` aria-invalid="true"`}>
${renderError('to', chosen.toError)}</div>
<details class="paper" open><summary>${t.quote.invoicePreview}</summary><iframe title="${t.quote.invoicePreview}" src="${frame}" data-grows></iframe></details>`;
}

/** Asks whether many invoices may be made at once. */
function renderConfirmation({ t, locale }: QuoteViewer, count: number, error: string | undefined): Html {
  const n = formatQuantity(count, locale);
  return html`<div class="field notice"><p id="confirm-hint">${fill(t.editor.recurringPast, { n })}</p>
<label><input id="confirm" type="checkbox" name="confirm" required aria-describedby="confirm-hint${error && ' confirm-error'}"${error && html` aria-invalid="true"`}> ${fill(t.quote.invoicePast, { n })}</label>
${renderError('confirm', error)}</div>`;
}

/** The whole quote, or one of the remaining stages. */
function renderParts(viewer: QuoteViewer, quote: Quote, wanted: number | null): Html | false {
  const { t } = viewer;
  const stages = quote.paymentSchedule;
  if (!stages || !isAccepted(quote)) return false;
  const isPart = quote.invoices.length > 0;
  return html`<fieldset class="options"><legend>${t.quote.invoiceWhat}</legend>
${stages.map(({ label, amount }, index) => {
  const invoice = findStageInvoice(quote, index);
  const isOff = invoice !== undefined || amount === 0;
  return html`<label><input type="radio" name="stage" value="${index}"${isOff && html` disabled`}${!isOff && index === wanted && html` checked`}> <span><bdi>${label}</bdi> · ${money(viewer, amount, quote.currency)}${invoice && html` · <span class="muted">${fill(t.quote.invoiceDone, { number: html`<bdi>${invoice.number}</bdi>` })}</span>`}</span></label>
`;
})}<label><input type="radio" name="stage" value=""${wanted === null && html` checked`}> ${isPart ? t.quote.invoiceRest : t.quote.invoiceWhole}</label></fieldset>`;
}
