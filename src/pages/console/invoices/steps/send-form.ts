import { isCreditNote, isDraftInvoice } from '../../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { renderField } from '../../forms/field.ts';
import { renderCaptureWarning } from '../../not-delivered.ts';
import { renderSeen } from '../../quote/steps/next-step.ts';
import type { InvoiceView } from '../invoice-view.ts';

/** The form that sends the invoice with one click. A draft can also be issued without sending it. */
export function renderSendForm(view: InvoiceView): Html {
  const { t, base, invoice, send } = view;
  const words = t.invoices;
  const path = `${base}/invoices/${invoice.id}`;
  const hasMessage = Boolean(send.values.message);
  return html`<form class="form step" method="post" action="${path}/send" novalidate>${renderSeen(view)}
${renderField({ name: 'to', label: words.recipient, kind: 'email', required: true, autocomplete: 'off' }, send, t)}
<details${hasMessage && html` open`}><summary>${words.addMessage}</summary>
${renderField({ name: 'message', label: words.message, kind: 'area', isPlain: true }, send, t)}</details>
${renderCaptureWarning(view)}
<button class="button" type="submit">${isCreditNote(invoice) ? words.sendNote : words.send}</button>
<p class="hint">${words.sendHint}</p>
${isDraftInvoice(invoice) && html`<button class="button quiet" type="submit" formaction="${path}/issue">${words.issueOnly}</button><p class="hint">${words.issueHint}</p>`}</form>`;
}

/** Sending it once more, folded away. */
export function renderSendAgain(view: InvoiceView): Html {
  return html`<details class="pay"${view.send.isOpen && html` open`}><summary class="button quiet">${view.t.invoices.sendAgain}</summary>
${renderSendForm(view)}</details>`;
}

export function renderRemind(view: InvoiceView): Html {
  const { t, base, invoice } = view;
  return html`<form method="post" action="${base}/invoices/${invoice.id}/remind">${renderSeen(view)}<button class="button" type="submit">${t.invoices.remind}</button></form>`;
}
