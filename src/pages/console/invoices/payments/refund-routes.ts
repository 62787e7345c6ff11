import { readInvoice } from '../../../../actions/invoices/invoices.ts';
import { listInvoicePayments } from '../../../../actions/invoices/payments.ts';
import { refundPayment } from '../../../../actions/payments/refund-payment.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { PROVIDER_NAMES } from '../../../../domain/invoice/payment/provider-kind.ts';
import { computeRefundable, isRefundable } from '../../../../domain/invoice/payment/refund.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { formatAmountInput } from '../../../../i18n/format-input.ts';
import { parseAmount } from '../../../../i18n/parse-amount.ts';
import { fill } from '../../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { formatAmountError } from '../../forms/field-errors.ts';
import { readTyped } from '../../forms/form-values.ts';
import { createFormToken } from '../../quote/steps/forms.ts';
import { findSeen, submitInvoiceStep } from '../steps/submit-step.ts';
import { buildRefundPage, type RefundView } from './refund-page.ts';

const path = '/invoices/:id/payments/:paymentId/refund';

export const refundPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path, minRole: 'member', handle: ask },
  { method: 'POST', path, minRole: 'member', handle: refund },
];

async function ask(context: PageContext): Promise<PageReply> {
  const { base, locale } = context;
  const found = await find(context);
  if (!found) return { redirect: `${base}/invoices/${context.params.id}` };
  const values = { amount: formatAmountInput(found.left, found.invoice.currency, locale.tag) };
  const view = { ...found, state: { values, errors: {} }, once: createFormToken() };
  return { page: buildRefundPage(context, view) };
}

async function refund(context: PageContext): Promise<PageReply> {
  const { deps, base, form, locale, params, t } = context;
  const found = await find(context);
  if (!found) return { redirect: `${base}/invoices/${params.id}` };
  const { invoice, provider } = found;
  const values = readTyped(form, ['amount']);
  const seen = { version: Number(form.version) || found.version, once: form.once || createFormToken() };
  const show = async (more: Partial<RefundView>, status: number) => ({
    page: buildRefundPage(context, { ...found, state: { values, errors: {} }, ...seen, ...more }),
    status,
  });
  const amount = parseAmount(values.amount ?? '', invoice.currency, locale);
  if (amount === undefined || amount <= 0) {
    const errors = { amount: formatAmountError(invoice.currency, locale, t) };
    return show({ state: { values, errors } }, 400);
  }
  const wanted = { paymentId: params.paymentId ?? '', amount };
  return submitInvoiceStep(
    context,
    'refunded',
    async ({ keep }) => refundPayment(deps, context.caller, wanted, await findSeen(context), keep),
    (error) => {
      const { refundLeft, refundUnreachable, refundRefused, refundRunning } = t.payments;
      if (!(error instanceof Problem)) return undefined;
      if (error.code === 'more_than_paid') {
        const left = formatMoney(Number(error.extra.refundable), invoice.currency, locale);
        const text = refundLeft.replace('{amount}', left);
        return show({ state: { values, errors: { amount: text } } }, error.status);
      }
      const texts: Partial<Record<string, string>> = {
        provider_unreachable: refundUnreachable,
        provider_refused: refundRefused,
        refund_in_progress: refundRunning,
      };
      const text = texts[error.code];
      if (text === undefined) return undefined;
      const notice = { tone: 'bad', text: fill(text, { provider: PROVIDER_NAMES[provider] }) } as const;
      return show({ notice }, error.status);
    },
  );
}

/** Finds the payment of the URL; `undefined` if nothing of it can be refunded. */
async function find({ deps, account, params, now }: PageContext) {
  const id = params.id ?? '';
  const { doc, version } = await readInvoice(deps, account.id, id, now);
  const rows = await listInvoicePayments(deps, account.id, id, now);
  const payment = rows.find((row) => row.id === params.paymentId);
  const left = payment && isRefundable(payment) ? computeRefundable(payment, rows) : 0;
  if (!payment?.provider || left <= 0) return undefined;
  const invoice = JSON.parse(doc) as Invoice;
  return { invoice, version, paymentId: payment.id, provider: payment.provider, left };
}
