import type { Issued } from '../../../actions/invoices/issue-invoice.ts';
import { hasBegun } from '../../../actions/once.ts';
import type { Repeat } from '../../../actions/repeat.ts';
import { sendInvoice } from '../../../actions/sending/send-invoice.ts';
import { isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { readOptionalBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import type { Call } from '../../endpoint.ts';
import { createIfMatchCheck } from '../../etag.ts';
import { compileCheck } from '../../schemas/check.ts';
import { ISSUED_RESPONSE_EXAMPLE, IssuedInvoice } from '../../schemas/invoice/issue.ts';
import { SendInvoice } from '../../schemas/send.ts';
import { createMailEndpoint, SEND_PROBLEMS } from '../mail/mail-endpoint.ts';
import { createIssuedResponse } from './invoice-response.ts';

const checkSend = compileCheck(SendInvoice);

export const invoiceSendRoute = createMailEndpoint(
  '/api/v1/invoices/:id/send',
  {
    id: 'sendInvoice',
    tag: 'Invoices',
    summary: 'Send an invoice by email',
    description:
      'Emails the PDF of an invoice or a credit note with a link to its page. A draft is issued first, as by `POST …/issue`. `sentAt` is set once the mail server has accepted the message. Otherwise the response says why it was not; an invoice that was a draft stays issued then. `warnings` are those of `POST …/issue`.',
    body: {
      schema: SendInvoice,
      example: { email: 'accounts@northwind.example', message: 'Thank you for your order.' },
    },
    document: {
      description: 'The invoice, sent',
      schema: IssuedInvoice,
      example: { ...ISSUED_RESPONSE_EXAMPLE, sentAt: '2026-11-05T10:06:00.000Z' },
    },
    problems: ['invoice_incomplete', 'invoice_changed', ...SEND_PROBLEMS],
  },
  createIssuedResponse,
  send,
);

async function send(call: Call, repeat: Repeat<Issued>): Promise<Issued> {
  const { deps, caller, now } = call;
  const checkVersion = createIfMatchCheck(call);
  const isRepeat = await hasBegun(deps, repeat.request);
  let isIssued = false;
  return changeInvoiceWith(
    call,
    (invoice) => {
      isIssued = !isDraftInvoice(invoice);
    },
    () => readOptionalBody(call, checkSend) as SendInvoice,
    (options, found) => sendInvoice(deps, caller, options, found, now, repeat),
    (version) => {
      // The first attempt has issued the version that the caller names.
      if (!isRepeat || !isIssued) checkVersion(version);
    },
  );
}
