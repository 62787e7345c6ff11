import { hasBegun, replayOr } from '../../../actions/idempotency/once.ts';
import type { Issued } from '../../../actions/invoice/issue-invoice.ts';
import { sendInvoice } from '../../../actions/send/send-invoice.ts';
import { isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { toWarnings } from '../../../domain/particulars/find-missing.ts';
import { compileCheck } from '../../../schemas/check.ts';
import { ISSUED_RESPONSE_EXAMPLE, IssuedInvoice } from '../../../schemas/invoice/issue.ts';
import { SendInvoice } from '../../../schemas/send.ts';
import { readOptionalBody } from '../../api/body.ts';
import { changeInvoiceWith } from '../../api/change-invoice.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../api/common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../api/endpoint.ts';
import { createIfMatchCheck } from '../../api/etag.ts';
import { readIdempotencyKey } from '../../api/idempotency.ts';
import { createInvoiceResponse } from './invoice-response.ts';

const checkSend = compileCheck(SendInvoice);

export const invoiceSendRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/invoices/:id/send',
  scope: 'write',
  operation: {
    id: 'sendInvoice',
    tag: 'Invoices',
    summary: 'Send an invoice by email',
    description:
      'Emails the PDF of an invoice or a credit note with a link to its page. A draft is issued first, as by `POST …/issue`. `sentAt` is set once the mail server has accepted the message. Otherwise the response says why it was not; an invoice that was a draft stays issued then. `warnings` are those of `POST …/issue`.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: {
      schema: SendInvoice,
      optional: true,
      example: { email: 'accounts@northwind.example', message: 'Thank you for your order.' },
    },
    responses: {
      200: {
        description: 'The invoice, sent',
        schema: IssuedInvoice,
        example: { ...ISSUED_RESPONSE_EXAMPLE, sentAt: '2026-11-05T10:06:00.000Z' },
      },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'invoice_incomplete',
      'invoice_changed',
      'send_in_progress',
      'precondition_failed',
      'recipient_missing',
      'send_limited',
      'mail_refused',
      'mail_unavailable',
      'mail_timeout',
      'pdf_busy',
      'pdf_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: send,
};

function send(call: Call): Promise<ApiResponse> {
  const repeatable = readIdempotencyKey(call);
  const { deps, caller, now } = call;
  const respond = ({ stored, missing }: Issued) =>
    createInvoiceResponse(call, stored, { warnings: toWarnings(missing) });
  return replayOr(deps, repeatable, async () => {
    const checkVersion = createIfMatchCheck(call);
    const isRepeat = await hasBegun(deps, repeatable);
    let isIssued = false;
    return changeInvoiceWith(
      call,
      (invoice) => {
        isIssued = !isDraftInvoice(invoice);
      },
      () => readOptionalBody(call, checkSend) as SendInvoice,
      (options, found) => sendInvoice(deps, caller, options, found, { repeatable, respond, now }),
      (version) => {
        // The first attempt has issued the version that the caller names.
        if (!isRepeat || !isIssued) checkVersion(version);
      },
    );
  });
}
