import type { Repeat } from '../../../actions/repeat.ts';
import { remindOfInvoice } from '../../../actions/sending/outbox/remind-of-invoice.ts';
import { assertOverdue } from '../../../domain/invoice/problems.ts';
import type { StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { readOptionalBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import type { Call } from '../../endpoint.ts';
import { compileCheck } from '../../schemas/check.ts';
import { ISSUED_EXAMPLE } from '../../schemas/invoice/invoice-example.ts';
import { InvoiceSchema } from '../../schemas/invoice.ts';
import { RemindCustomer } from '../../schemas/send.ts';
import { createMailEndpoint } from '../mail/mail-endpoint.ts';
import { createInvoiceResponse } from './invoice-response.ts';

const checkRemind = compileCheck(RemindCustomer);

export const invoiceRemindRoute = createMailEndpoint(
  '/api/v1/invoices/:id/remind',
  {
    id: 'remindOfInvoice',
    tag: 'Invoices',
    summary: 'Remind the customer of an overdue invoice',
    description:
      'Emails a reminder with the PDF to the recipient of the last link. The invoice must be overdue. It does not change; its history has `reminded` once the mail server has accepted the message. Failed attempts are retried for three days, unless the invoice is paid in the meantime.',
    body: { schema: RemindCustomer, example: {} },
    document: {
      description: 'The invoice, unchanged',
      schema: InvoiceSchema,
      example: { ...ISSUED_EXAMPLE, overdue: true, sentAt: '2026-11-05T10:06:00.000Z' },
    },
    problems: [
      'invoice_not_issued',
      'is_credit_note',
      'invoice_not_overdue',
      'invoice_not_sent',
      'precondition_failed',
      'send_limited',
    ],
  },
  createInvoiceResponse,
  remind,
);

function remind(call: Call, { keep }: Repeat<StoredInvoice>): Promise<StoredInvoice> {
  const { deps, caller, now } = call;
  return changeInvoiceWith(
    call,
    assertOverdue,
    () => readOptionalBody(call, checkRemind),
    (_nothing, found) => remindOfInvoice(deps, caller, found, now, keep),
  );
}
