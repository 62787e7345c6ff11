import {
  expectRemovablePayment,
  listInvoicePayments,
  recordPayment,
  removePayment,
} from '../../../actions/invoices/payments.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { Payment } from '../../../domain/invoice/payment.ts';
import { assertPayable } from '../../../domain/invoice/problems.ts';
import { checkBody, readBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { formatList } from '../../query.ts';
import { compileCheck } from '../../schemas/check.ts';
import { PAYMENT_EXAMPLE, PaymentSchema, RecordPayment } from '../../schemas/invoice/payment.ts';
import { createListSchema, exampleList } from '../../schemas/list.ts';

const checkPayment = compileCheck(RecordPayment);

const operations = {
  list: {
    id: 'listPayments',
    tag: 'Invoices',
    summary: 'List the payments of an invoice',
    description:
      'In the order in which they were recorded, without removed ones. Refunds and disputes of payments by a payment provider are rows of their own, with negative amounts; the sum of all is the `amountPaid` of the invoice.',
    responses: {
      200: {
        description: 'The payments',
        schema: createListSchema(PaymentSchema),
        example: exampleList(PAYMENT_EXAMPLE),
      },
    },
    problems: ['not_found'],
  },
  record: {
    id: 'recordPayment',
    tag: 'Invoices',
    summary: 'Record a payment',
    description:
      'A payment that was received for an issued invoice, at most what is due. When nothing is due any more, the invoice is `PAID`.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: {
      schema: RecordPayment,
      example: { amount: 5000, method: 'BANK_TRANSFER', reference: 'Thank you' },
    },
    responses: { 201: { description: 'The payment', schema: PaymentSchema, example: PAYMENT_EXAMPLE } },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'invoice_not_issued',
      'is_credit_note',
      'more_than_due',
      'invoice_changed',
      'precondition_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  remove: {
    id: 'removePayment',
    tag: 'Invoices',
    summary: 'Remove a payment',
    description:
      'For a payment that was recorded by mistake. It stays in the history of the invoice. If something is due then, the invoice is `ISSUED` again. What a payment provider reported cannot be removed.',
    headers: ['If-Match'],
    responses: { 204: { description: 'The payment is removed' } },
    problems: ['not_found', 'payment_of_provider', 'invoice_changed', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/invoices/:id/payments';

export const paymentRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', operation: operations.list, handle: list },
  { method: 'POST', path: PATH, scope: 'write', operation: operations.record, handle: record },
  {
    method: 'DELETE',
    path: `${PATH}/:paymentId`,
    scope: 'write',
    operation: operations.remove,
    handle: remove,
  },
];

async function list({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  return json(200, formatList(await listInvoicePayments(deps, caller.accountId, params.id ?? '', now)));
}

function record(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, createPaymentResponse, ({ keep }) =>
    changeInvoiceWith(
      call,
      assertPayable,
      () => readPayment(call),
      (input, found) => recordPayment(deps, caller, input, found, now, keep),
    ),
  );
}

export function createPaymentResponse(payment: Payment): ApiResponse {
  return json(201, payment, { Location: `/api/v1/invoices/${payment.invoiceId}/payments` });
}

function readPayment(call: Call): RecordPayment {
  const body = readBody(call);
  assertNoErrors(checkBody(body, checkPayment));
  return body.value as RecordPayment;
}

async function remove(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const { id = '', paymentId = '' } = params;
  await expectRemovablePayment(deps, caller.accountId, id, paymentId);
  await changeInvoiceWith(
    call,
    () => {},
    () => undefined,
    (_, found) => removePayment(deps, caller, paymentId, found, now),
  );
  return { status: 204 };
}
