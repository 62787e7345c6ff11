import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { PROVIDER_NAMES, type ProviderKind } from '../../../../domain/invoice/payment/provider-kind.ts';
import { html } from '../../../../domain/markup/html.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { type FormState, renderField } from '../../forms/field.ts';
import { renderForm, renderFormNotice } from '../../forms/form.ts';
import type { ConsolePage } from '../../shell.ts';
import type { Viewer } from '../../viewer.ts';

export interface RefundView {
  invoice: Invoice;
  paymentId: string;
  provider: ProviderKind;
  /** The amount that is left of the payment. */
  left: number;
  state: FormState;
  version: number;
  once: string;
  notice?: ConsolePage['notice'];
}

/** `/invoices/{id}/payments/{paymentId}/refund`: says what will happen before it does. */
export function buildRefundPage(viewer: Viewer, view: RefundView): ConsolePage {
  const { base, t } = viewer;
  const { payments } = t;
  const { invoice, paymentId, provider, left, state, version, once } = view;
  const path = `${base}/invoices/${invoice.id}`;
  const hint = payments.refundLeft.replace('{amount}', formatMoney(left, invoice.currency, viewer.locale));
  const label = `${payments.refundAmount} (${invoice.currency})`;
  return {
    section: 'invoices',
    title: payments.refundTitle.replace('{number}', invoice.number),
    heading: fill(payments.refundTitle, { number: html`<bdi class="number">${invoice.number}</bdi>` }),
    back: { href: path, text: invoice.number },
    styles: ['nouns.css'],
    notice: view.notice ?? renderFormNotice(state, viewer),
    body: renderForm(
      {
        action: `${path}/payments/${paymentId}/refund`,
        fields: html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="once" value="${once}">
<p>${fill(payments.refundText, { provider: PROVIDER_NAMES[provider] })}</p>
${renderField({ name: 'amount', label, kind: 'decimal', required: true, hint }, state, t)}`,
        submit: payments.refund,
        cancel: path,
      },
      t,
    ),
  };
}
