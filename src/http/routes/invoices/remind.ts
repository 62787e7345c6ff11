import { replayOr } from '../../../actions/idempotency/once.ts';
import { remindOfInvoice } from '../../../actions/outbox/remind-of-invoice.ts';
import { assertOverdue } from '../../../domain/invoice/problems.ts';
import { compileCheck } from '../../../schemas/check.ts';
import { InvoiceSchema, ISSUED_EXAMPLE } from '../../../schemas/invoice.ts';
import { RemindCustomer } from '../../../schemas/send.ts';
import type { StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { readOptionalBody } from '../../api/body.ts';
import { changeInvoiceWith } from '../../api/change-invoice.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../api/common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../api/endpoint.ts';
import { readIdempotencyKey } from '../../api/idempotency.ts';
import { createInvoiceResponse } from './invoice-response.ts';

const checkRemind = compileCheck(RemindCustomer);

export const invoiceRemindRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/invoices/:id/remind',
  scope: 'write',
  operation: {
    id: 'remindOfInvoice',
    tag: 'Invoices',
    summary: 'Remind the customer of an overdue invoice',
    description:
      'Emails a reminder with the PDF to the recipient of the last link. The invoice must be overdue. It does not change; its history has `reminded` once the mail server has accepted the message. Failed attempts are retried for three days, unless the invoice is paid meanwhile.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: { schema: RemindCustomer, optional: true, example: {} },
    responses: {
      200: {
        description: 'The invoice, unchanged',
        schema: InvoiceSchema,
        example: { ...ISSUED_EXAMPLE, overdue: true, sentAt: '2026-11-05T10:06:00.000Z' },
      },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'invoice_not_issued',
      'is_credit_note',
      'invoice_not_overdue',
      'invoice_not_sent',
      'precondition_failed',
      'send_limited',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: remind,
};

function remind(call: Call): Promise<ApiResponse> {
  const repeatable = readIdempotencyKey(call);
  const { deps, caller, now } = call;
  const respond = (stored: StoredInvoice) => createInvoiceResponse(call, stored);
  return replayOr(deps, repeatable, () =>
    changeInvoiceWith(
      call,
      assertOverdue,
      () => readOptionalBody(call, checkRemind),
      (_nothing, found) => remindOfInvoice(deps, caller, found, { repeatable, respond, now }),
    ),
  );
}
