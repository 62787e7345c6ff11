import { type Issued, type IssueOptions, issueInvoice } from '../../../actions/invoices/issue-invoice.ts';
import { isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { readOptionalBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { createIfMatchCheck } from '../../etag.ts';
import { respondOnce } from '../../idempotency.ts';
import { compileCheck } from '../../schemas/check.ts';
import { ISSUED_RESPONSE_EXAMPLE, IssuedInvoice, IssueInvoice } from '../../schemas/invoice/issue.ts';
import { createIssuedResponse } from './invoice-response.ts';

const checkIssue = compileCheck(IssueInvoice);

export const invoiceIssueRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/invoices/:id/issue',
  scope: 'write',
  operation: {
    id: 'issueInvoice',
    tag: 'Invoices',
    summary: 'Issue an invoice',
    description:
      'Makes a draft final: its document, seller and customer no longer change. `dueDate` moves along if it was counted from the conversion. An invoice over 0 is `PAID` at once. An invoice that is issued already is returned unchanged. `warnings` name what the law of your country requires and the invoice lacks; without what a tax of 0 depends on, it is not issued: 409 `invoice_incomplete`.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: { schema: IssueInvoice, optional: true, example: {} },
    responses: {
      200: { description: 'The issued invoice', schema: IssuedInvoice, example: ISSUED_RESPONSE_EXAMPLE },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'invoice_incomplete',
      'period_exported',
      'invoice_changed',
      'precondition_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: issue,
};

function issue(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const checkVersion = createIfMatchCheck(call);
  // A repeat finds a newer version than the one it names, because the first request succeeded.
  let isIssued = false;
  const respond = (issued: Issued) => createIssuedResponse(call, issued);
  return respondOnce(call, respond, ({ keep }) =>
    changeInvoiceWith(
      call,
      (invoice) => {
        isIssued = !isDraftInvoice(invoice);
      },
      (): IssueOptions => readOptionalBody(call, checkIssue),
      (options, found) => issueInvoice(deps, caller, options, found, now, keep),
      (version) => {
        if (!isIssued) checkVersion(version);
      },
    ),
  );
}
