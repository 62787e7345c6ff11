import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { INVOICE_TEXT_NAMES, type INVOICE_TEXTS } from '../../../../domain/invoice/invoice-fields.ts';
import { html } from '../../../../domain/markup/html.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { type FormState, renderField, type Values } from '../../forms/field.ts';
import { renderForm, renderFormNotice } from '../../forms/form.ts';
import type { ConsolePage } from '../../shell.ts';
import type { Viewer } from '../../viewer.ts';
import { listMethods } from '../payments/payments.ts';

interface InvoiceForm {
  invoice: Invoice;
  state: FormState;
  seen: { version: number; values: Values };
}

type TextName = keyof typeof INVOICE_TEXTS;

/** The texts below the supply. */
const LONG_TEXTS = INVOICE_TEXT_NAMES.filter((name) => name !== 'reference');

/** The fields of a draft that can change. */
export function buildDraftPage(viewer: Viewer, { invoice, state, seen }: InvoiceForm): ConsolePage {
  const { t, base } = viewer;
  const words = t.invoices;
  const path = `${base}/invoices/${invoice.id}`;
  const hints: Partial<Record<TextName, string>> = { terms: words.termsHint, notes: words.notesHint };
  const field = (name: string, label: string, more: object = {}) =>
    renderField({ name, label, ...more }, state, t);
  return {
    ...frame(viewer, invoice, words.editTitle),
    notice: renderFormNotice(state, viewer),
    body: renderForm(
      {
        action: `${path}/edit`,
        seen,
        fields: html`${field('dueDate', words.dueDate, { kind: 'date', required: true })}
${field('paymentMethod', words.method, { kind: 'select', options: listMethods(viewer, state.values.paymentMethod) })}
${field('reference', words.reference, { autocomplete: 'off' })}
<fieldset class="supply"><legend>${words.supply}</legend><p class="hint">${words.supplyHint}</p>
<div class="pair">${field('supplyDate', words.supplyDate, { kind: 'date' })}</div>
<div class="pair">${field('supplyFrom', words.supplyFrom, { kind: 'date' })}${field('supplyTo', words.supplyTo, { kind: 'date' })}</div></fieldset>
${LONG_TEXTS.map((name) => field(name, words[name], { kind: 'area', hint: hints[name] }))}`,
        submit: words.save,
        cancel: path,
        discard: state.theirs && `${path}/edit`,
      },
      t,
    ),
  };
}

/** Amount and reason of a credit note. */
export function buildCreditPage(
  viewer: Viewer,
  { invoice, state, version, once }: Omit<InvoiceForm, 'seen'> & { version: number; once: string },
): ConsolePage {
  const { t, base } = viewer;
  const words = t.invoices;
  const path = `${base}/invoices/${invoice.id}`;
  const left = formatMoney(invoice.total - invoice.amountCredited, invoice.currency, viewer.locale);
  const hint = words.creditAmountHint.replace('{amount}', left);
  return {
    ...frame(viewer, invoice, words.creditTitle),
    notice: renderFormNotice(state, viewer),
    body: renderForm(
      {
        action: `${path}/credit`,
        fields: html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="once" value="${once}">
<p>${words.creditText}</p>
${renderField({ name: 'amount', label: `${words.creditAmount} (${invoice.currency})`, kind: 'decimal', required: true, hint }, state, t)}
${renderField({ name: 'reason', label: words.creditReason, kind: 'area', rows: 3, hint: words.creditReasonHint }, state, t)}`,
        submit: words.createCredit,
        cancel: path,
      },
      t,
    ),
  };
}

function frame({ base }: Viewer, { id, number }: Invoice, title: string): Omit<ConsolePage, 'body'> {
  return {
    section: 'invoices',
    title: title.replace('{number}', number),
    heading: fill(title, { number: html`<bdi class="number">${number}</bdi>` }),
    back: { href: `${base}/invoices/${id}`, text: number },
    styles: ['nouns.css'],
  };
}
