import { type Invoice, isCreditNote, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { type FormState, renderField } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import { type QuoteViewer, renderWhen } from '../quote-viewer.ts';
import { customerPath } from '../resources/customer-path.ts';
import {
  money,
  renderCalendarDate,
  renderData,
  renderFacts,
  renderUserText,
  type Viewer,
} from '../viewer.ts';
import { getMethodName } from './payments/payments.ts';

/** Number of empty rows for new metadata. */
const EMPTY_ROWS = 2;

export function renderInvoiceFacts(viewer: QuoteViewer, invoice: Invoice): Html {
  const { t, base, locale } = viewer;
  const words = t.nouns.invoices;
  const { customer, quoteId, quoteNumber, stage, reference, currency } = invoice;
  const isPlain = isDraftInvoice(invoice) || isCreditNote(invoice);
  const amount = (minor: number) => !isPlain && minor !== 0 && money(viewer, minor, currency);
  const when = (at: string | null) => at !== null && renderWhen(viewer, at);
  return renderFacts([
    [words.customer, html`<a href="${base}/${customerPath(customer.id)}"><bdi>${customer.name}</bdi></a>`],
    [words.total, html`<strong>${money(viewer, invoice.total, currency)}</strong>`],
    [t.invoices.paid, amount(invoice.amountPaid)],
    [t.invoices.credited, amount(invoice.amountCredited)],
    [t.invoices.dueNow, invoice.amountDue > 0 && amount(invoice.amountDue)],
    [t.invoices.owedBack, invoice.amountDue < 0 && amount(-invoice.amountDue)],
    [words.issued, !isDraftInvoice(invoice) && renderCalendarDate(viewer, invoice.issueDate)],
    [words.due, invoice.dueDate && renderCalendarDate(viewer, invoice.dueDate)],
    [t.invoices.sentAt, when(invoice.sentAt)],
    [t.invoices.openedAt, when(invoice.viewedAt)],
    [t.invoices.paidAt, when(invoice.paidAt)],
    [t.invoices.supply, renderSupply(viewer, invoice)],
    [
      t.invoices.creditOf,
      invoice.creditedInvoiceId !== null &&
        html`<a href="${base}/invoices/${invoice.creditedInvoiceId}">${words.single}</a>`,
    ],
    [t.invoices.reason, invoice.creditReason && renderUserText(invoice.creditReason)],
    [words.method, !isCreditNote(invoice) && getMethodName(viewer, invoice.paymentMethod)],
    [words.quote, html`<a href="${base}/quotes/${quoteId}"><bdi>${quoteNumber}</bdi></a>`],
    [
      words.stage,
      stage
        ? fill(words.stageOf, {
            label: html`<bdi>${stage.label}</bdi>`,
            n: formatQuantity(stage.index + 1, locale),
          })
        : invoice.previousInvoices.length > 0 && words.whole,
    ],
    [words.reference, reference && html`<bdi>${reference}</bdi>`],
  ]);
}

function renderSupply(viewer: Viewer, { supplyDate, supplyPeriod }: Invoice): HtmlValue {
  if (supplyDate) return renderCalendarDate(viewer, supplyDate);
  if (!supplyPeriod) return null;
  const { from, to } = supplyPeriod;
  return html`${renderCalendarDate(viewer, from)} – ${renderCalendarDate(viewer, to)}`;
}

/** Links to the earlier invoices of the same quote. */
export function renderPrevious(viewer: Viewer, { previousInvoices, currency }: Invoice): Html | false {
  if (previousInvoices.length === 0) return false;
  const words = viewer.t.nouns.invoices;
  return html`<section class="part" aria-labelledby="previous"><h2 id="previous">${words.previous}</h2>
<ul class="plain">${previousInvoices.map(
    ({ id, number, stage, total }) =>
      html`<li><a href="${viewer.base}/invoices/${id}"><bdi>${number}</bdi></a>${stage && html` <bdi>${stage.label}</bdi>`} · ${money(viewer, total, currency)}</li>`,
  )}</ul></section>`;
}

/** Metadata of an invoice, read-only or as a form. */
export function renderInvoiceData(
  viewer: Viewer,
  invoice: Invoice,
  state: FormState,
  seen: { version: number; values: FormState['values'] },
): Html {
  const { t, role, base } = viewer;
  const words = t.nouns.invoices;
  const isEmpty = Object.keys(invoice.metadata).length === 0;
  if (role === 'reader') {
    return html`<section class="panel" aria-labelledby="data"><h2 id="data">${words.data}</h2>${isEmpty ? html`<p class="muted">${words.dataNone}</p>` : renderData(invoice.metadata)}</section>`;
  }
  const path = `${base}/invoices/${invoice.id}`;
  return html`<details class="panel data"${(!isEmpty || Object.keys(state.errors).length > 0) && html` open`}><summary>${words.data}</summary><p class="hint">${words.dataHint}</p>
${renderForm(
  {
    action: `${path}/data`,
    seen,
    fields: html`${countRows(state.values).map((row) => renderRow(viewer, row, state))}`,
    submit: words.saveData,
    cancel: path,
  },
  t,
)}</details>`;
}

function renderRow({ t }: Viewer, row: number, state: FormState): Html {
  const words = t.nouns.invoices;
  const label = (text: string) => `${text} ${row + 1}`;
  return html`<div class="pair">${renderField({ name: `data.${row}.key`, label: label(words.key), isPlain: true, autocomplete: 'off' }, state, t)}
${renderField({ name: `data.${row}.value`, label: label(words.value), isPlain: true, autocomplete: 'off' }, state, t)}</div>`;
}

function countRows(values: FormState['values']): number[] {
  const used = Object.entries(values).flatMap(([name, value]) => (value ? [Number(name.split('.')[1])] : []));
  return Array.from(
    { length: Math.min(MAX_ROWS, Math.max(-1, ...used) + 1 + EMPTY_ROWS) },
    (_, index) => index,
  );
}

/** Maximum number of metadata entries of an invoice. */
export const MAX_ROWS = 50;
