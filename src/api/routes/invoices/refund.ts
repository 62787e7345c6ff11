import { expectRefundablePayment, refundPayment } from '../../../actions/payments/refund-payment.ts';
import { readOptionalBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint, Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { compileCheck } from '../../schemas/check.ts';
import { PaymentSchema, REFUND_EXAMPLE, RefundPayment } from '../../schemas/invoice/payment.ts';
import { createPaymentResponse } from './payments.ts';

const checkRefund = compileCheck(RefundPayment);

const operation: Operation = {
  id: 'refundPayment',
  tag: 'Invoices',
  summary: 'Refund a payment',
  description:
    'Asks the payment provider that received the payment to give the money back, by default all that is left of it. The refund is a payment with a negative amount; if something is due then, the invoice is `ISSUED` again. After 502 repeat the request: nothing is refunded twice.',
  headers: ['Idempotency-Key', 'If-Match'],
  body: { schema: RefundPayment, optional: true, example: { amount: 2000 } },
  responses: { 201: { description: 'The refund', schema: PaymentSchema, example: REFUND_EXAMPLE } },
  problems: [
    ...BODY_PROBLEMS,
    'not_found',
    'payment_not_refundable',
    'more_than_paid',
    'refund_in_progress',
    'provider_refused',
    'provider_unreachable',
    'invoice_changed',
    'precondition_failed',
    ...REPEAT_PROBLEMS,
  ],
};

export const refundRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/invoices/:id/payments/:paymentId/refund',
  scope: 'write',
  operation,
  handle: refund,
};

async function refund(call: Call): Promise<ApiResponse> {
  const { deps, caller, params } = call;
  const { id = '', paymentId = '' } = params;
  return respondOnce(call, createPaymentResponse, async ({ keep }) => {
    await expectRefundablePayment(deps, caller.accountId, id, paymentId);
    return changeInvoiceWith(
      call,
      () => {},
      () => readOptionalBody(call, checkRefund) as RefundPayment,
      ({ amount }, found) =>
        refundPayment(deps, caller, { paymentId, amount: amount ?? undefined }, found, keep),
    );
  });
}
