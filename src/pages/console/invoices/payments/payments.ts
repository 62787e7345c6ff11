import { KNOWN_PAYMENT_METHODS } from '../../../../domain/invoice/payment/payment-method.ts';
import { computeRefundable, isRefundable } from '../../../../domain/invoice/payment/refund.ts';
import { isRecordedByHand } from '../../../../domain/invoice/payment.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { DOCUMENT } from '../../../../i18n/messages.ts';
import { fill } from '../../../shell.ts';
import { renderField } from '../../forms/field.ts';
import { renderSeen } from '../../quote/steps/next-step.ts';
import { money, renderCalendarDate, type Viewer } from '../../viewer.ts';
import type { InvoiceView } from '../invoice-view.ts';

/** The recorded payments. */
export function renderPayments(view: InvoiceView): Html {
  const { t, payments } = view;
  const words = t.invoices;
  return html`<section class="part" aria-labelledby="payments"><h2 id="payments">${words.payments}</h2>
${
  payments.length === 0
    ? html`<p class="muted">${words.noPayments}</p>`
    : html`<ul class="payments">${payments.map((payment) => renderPayment(view, payment))}</ul>`
}</section>`;
}

function renderPayment(view: InvoiceView, payment: InvoiceView['payments'][number]): Html {
  const { t, base, invoice, canWrite } = view;
  const { id, date, method, reference } = payment;
  const amount = money(view, payment.amount, invoice.currency);
  const { kind, providerId } = payment;
  const name = kind === 'payment' ? getMethodName(view, method) : t.invoices.paymentKinds[kind];
  const about = [name, reference ?? providerId].filter(Boolean).join(' · ');
  return html`<li><span><strong>${amount}</strong> ${renderCalendarDate(view, date)}<span class="under"><bdi>${about}</bdi></span></span>
${canWrite && renderRefundLink(view, payment, amount)}
${canWrite && isRecordedByHand(payment) && html`<form method="post" action="${base}/invoices/${invoice.id}/payments/${id}/delete">${renderSeen(view)}<button class="button quiet" type="submit" aria-label="${fill(t.invoices.removePaymentOf, { amount })}">${t.invoices.removePayment}</button></form>`}</li>
`;
}

function renderRefundLink(
  { t, base, invoice, payments }: InvoiceView,
  payment: InvoiceView['payments'][number],
  amount: Html,
): Html | false {
  if (!isRefundable(payment) || computeRefundable(payment, payments) <= 0) return false;
  const label = fill(t.payments.refundOf, { amount });
  return html`<a class="button quiet" href="${base}/invoices/${invoice.id}/payments/${payment.id}/refund" aria-label="${label}">${t.payments.refund}</a>`;
}

/** The form for a payment, filled in with what is due today: opening and saving it are two clicks. */
export function renderPaymentForm(view: InvoiceView): Html {
  const { t, base, invoice, payment } = view;
  const words = t.invoices;
  return html`<details class="pay"${payment.isOpen && html` open`}><summary class="button">${words.recordPayment}</summary>
<form class="form" method="post" action="${base}/invoices/${invoice.id}/payments" novalidate>${renderSeen(view)}
${renderField({ name: 'amount', label: `${words.amount} (${invoice.currency})`, kind: 'decimal', required: true }, payment, t)}
${renderField({ name: 'date', label: words.date, kind: 'date', required: true }, payment, t)}
${renderField({ name: 'method', label: words.method, kind: 'select', options: listMethods(view, payment.values.method) }, payment, t)}
${renderField({ name: 'reference', label: words.payReference, hint: words.payReferenceHint, autocomplete: 'off' }, payment, t)}
<div class="actions"><button class="button" type="submit">${words.savePayment}</button></div></form></details>`;
}

/** The known payment methods, and that of the invoice if it is the account's own. */
export function listMethods(viewer: Viewer, current: string | undefined): { value: string; text: string }[] {
  const methods = new Set<string>([...KNOWN_PAYMENT_METHODS, ...(current ? [current] : [])]);
  return [...methods].map((value) => ({ value, text: getMethodName(viewer, value) }));
}

export function getMethodName({ locale }: Viewer, method: string): string {
  const names: Record<string, string> = DOCUMENT[locale.language].paymentMethods;
  return names[method] ?? method;
}
