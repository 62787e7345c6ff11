import { type CreditOptions, creditInvoice } from '../../../actions/invoices/credit-invoice.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { assertPayable } from '../../../domain/invoice/problems.ts';
import { readOptionalBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { compileCheck } from '../../schemas/check.ts';
import { CREDIT_NOTE_EXAMPLE } from '../../schemas/invoice/invoice-example.ts';
import { CreditInvoice, InvoiceSchema } from '../../schemas/invoice.ts';
import { formatInvoice } from './invoice-response.ts';

const checkCredit = compileCheck(CreditInvoice);

export const invoiceCreditRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/invoices/:id/credit',
  scope: 'write',
  operation: {
    id: 'creditInvoice',
    tag: 'Invoices',
    summary: 'Credit an invoice, or a part of it',
    description:
      'Creates a credit note, which is issued at once and cannot change. Over the whole invoice it has its items; over a part, one item per tax rate. Credit notes together never exceed the total of the invoice.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: { schema: CreditInvoice, optional: true, example: { amount: 2500, reason: 'One hour less' } },
    responses: {
      201: { description: 'The credit note', schema: InvoiceSchema, example: CREDIT_NOTE_EXAMPLE },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'invoice_not_issued',
      'is_credit_note',
      'more_than_invoiced',
      'invoice_incomplete',
      'invoice_changed',
      'precondition_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: credit,
};

function credit(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = (creditNote: Invoice) =>
    json(201, formatInvoice(call, JSON.stringify(creditNote), null), {
      Location: `/api/v1/invoices/${creditNote.id}`,
      ETag: '"1"',
    });
  return respondOnce(call, respond, ({ keep }) =>
    changeInvoiceWith(
      call,
      assertPayable,
      (): CreditOptions => readOptionalBody(call, checkCredit),
      (options, found) => creditInvoice(deps, caller, options, found, now, keep),
    ),
  );
}
