import {
  approveQuote,
  assertCallerMayDecide,
  rejectQuote,
} from '../../../actions/agreement/approval/decide-approval.ts';
import {
  type ApprovalRequest,
  assertRequestable,
  requestApproval,
} from '../../../actions/agreement/approval/request-approval.ts';
import { type ChangeableQuote, findChangeableQuote } from '../../../actions/quotes/change-quote.ts';
import type { Keep } from '../../../actions/repeat.ts';
import type { ProblemCode } from '../../../domain/errors.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { readOptionalBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint, Operation } from '../../endpoint.ts';
import { createIfMatchCheck, createRequiredIfMatchCheck } from '../../etag.ts';
import { respondOnce } from '../../idempotency.ts';
import { createQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import {
  APPROVAL_EXAMPLE,
  APPROVED_EXAMPLE,
  DecideApproval,
  RequestApproval,
} from '../../schemas/quote/approval.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../schemas/quote.ts';

const PATH = '/api/v1/quotes/:id';

const PROBLEMS: ProblemCode[] = [
  ...BODY_PROBLEMS,
  'not_found',
  'quote_converted',
  'approval_not_needed',
  'precondition_failed',
  ...REPEAT_PROBLEMS,
];

const common = {
  tag: 'Quotes',
  headers: ['Idempotency-Key', 'If-Match'],
  responses: {
    200: {
      description: 'The quote, with `approval`',
      schema: QuoteSchema,
      example: { ...QUOTE_EXAMPLE, approval: APPROVED_EXAMPLE },
    },
  },
} satisfies Partial<Operation>;

const decision = {
  ...common,
  body: { schema: DecideApproval, optional: true, example: { note: 'Fine with me.' } },
  problems: [...PROBLEMS, 'precondition_required'],
} satisfies Partial<Operation>;

const WHO =
  'For a signed-in owner, or a member with `mayApprove`, and no key. Nobody decides on what they asked for or changed since the last approval, unless nobody else in the account may. `If-Match` is required and names the version that was read; `*` names none.';

const operations = {
  request: {
    ...common,
    id: 'requestApproval',
    summary: 'Ask for approval of a quote',
    description:
      'The content crosses a rule of the account (`approval` of `GET /account`), so it must be approved before it is sent, recorded as accepted or converted. An approval covers exactly this content; an edit afterwards is judged again. A caller who may not see costs gets the same response whether or not `marginBelow` is crossed; if no rule is crossed, nobody is emailed.',
    body: { schema: RequestApproval, optional: true, example: { note: APPROVAL_EXAMPLE.note } },
    responses: {
      200: {
        ...common.responses[200],
        example: { ...QUOTE_EXAMPLE, approval: APPROVAL_EXAMPLE },
      },
    },
    problems: [...PROBLEMS, 'send_limited'],
  },
  approve: {
    ...decision,
    id: 'approveQuote',
    summary: 'Approve a quote',
    description: `Also without a request before. ${WHO}`,
  },
  reject: {
    ...decision,
    id: 'rejectQuote',
    summary: 'Reject a quote that needs approval',
    description: `The quote stays as it is and can be changed and asked for again. Rejecting approved content withdraws the approval. ${WHO}`,
  },
} satisfies Record<string, Operation>;

export const quoteApprovalRoutes: Endpoint[] = [
  {
    method: 'POST',
    path: `${PATH}/request-approval`,
    scope: 'draft',
    operation: operations.request,
    handle: request,
  },
  {
    method: 'POST',
    path: `${PATH}/approve`,
    scope: 'write',
    for: 'approver',
    operation: operations.approve,
    handle: (call) => decide(call, 'approved'),
  },
  {
    method: 'POST',
    path: `${PATH}/reject`,
    scope: 'write',
    for: 'approver',
    operation: operations.reject,
    handle: (call) => decide(call, 'rejected'),
  },
];

const checkRequest = compileCheck(RequestApproval);
const checkDecision = compileCheck(DecideApproval);

function request(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const assertAllowedEarly = (quote: Quote) => assertRequestable(deps, caller, quote);
  return change(call, { assertAllowedEarly, expectVersion: createIfMatchCheck(call) }, (found, keep) => {
    const body = readOptionalBody(call, checkRequest) as ApprovalRequest;
    return requestApproval(deps, caller, body, found, now, keep);
  });
}

function decide(call: Call, decided: 'approved' | 'rejected'): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const assertAllowedEarly = (quote: Quote) => assertCallerMayDecide(deps, caller, decided, quote);
  const act = decided === 'approved' ? approveQuote : rejectQuote;
  return change(
    call,
    { assertAllowedEarly, expectVersion: createRequiredIfMatchCheck(call) },
    (found, keep) => {
      const { note = null } = readOptionalBody(call, checkDecision) as DecideApproval;
      return act(deps, caller, note, found, now, keep);
    },
  );
}

/** Whether there is something to ask or decide is checked before the body is read, and again in the transaction. */
function change(
  call: Call,
  checks: Pick<Parameters<typeof findChangeableQuote>[0], 'assertAllowedEarly' | 'expectVersion'>,
  work: (found: ChangeableQuote, keep: Keep<StoredQuote>) => Promise<StoredQuote>,
): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const respond = (stored: StoredQuote) => createQuoteResponse(call, stored);
  return respondOnce(call, respond, async ({ keep }) => {
    const quoteId = params.id ?? '';
    const assertAllowed = () => undefined;
    const found = await findChangeableQuote({
      ...{ deps, accountId: caller.accountId, quoteId, assertAllowed, now },
      ...checks,
    });
    return work(found, keep);
  });
}
