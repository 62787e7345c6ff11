import { applyProposal, declineProposal } from '../../../actions/agreement/proposals/decide-proposal.ts';
import { listProposals } from '../../../actions/agreement/proposals/read-proposals.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { assertNotPartlyInvoiced } from '../../../domain/quote/problems.ts';
import type { Proposal } from '../../../domain/quote/proposal/proposal.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { checkBody, readBody, readOptionalBody } from '../../body.ts';
import { changeQuote } from '../../change-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { formatPage, QueryReader, readPage } from '../../query.ts';
import { createQuoteResponse } from '../../quote-response.ts';
import { DeclineProposal, PROPOSAL_EXAMPLE, ProposalSchema } from '../../schemas/agreement/proposal.ts';
import { compileCheck } from '../../schemas/check.ts';
import { checkEmptyBody } from '../../schemas/empty-body.ts';
import { createPageSchema, examplePage, pageParameters } from '../../schemas/list.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../schemas/quote.ts';

const checkDecline = compileCheck(DeclineProposal);

const operations = {
  list: {
    id: 'listProposals',
    tag: 'Quotes',
    summary: 'List the changes that the customer asked for',
    description:
      'What customers asked for on the page of the quote, oldest first. A link has at most one that is `open`. While there is one, the customer gets no automatic reminders.',
    query: pageParameters,
    responses: {
      200: {
        description: 'A page of proposals',
        schema: createPageSchema(ProposalSchema),
        example: examplePage(PROPOSAL_EXAMPLE),
      },
    },
    problems: ['not_found', 'validation_failed'],
  },
  apply: {
    id: 'applyProposal',
    tag: 'Quotes',
    summary: 'Change a quote as the customer asked',
    description:
      'Changes the items like `PATCH`, and stores the selection: the quote gets a new revision, and is judged by the rules for approval. Nothing is sent. A quantity outside its `quantityRange` removes the range. Stages that no longer fit are a `validation_failed` at `/paymentSchedule`.',
    headers: ['Idempotency-Key', 'If-Match'],
    responses: { 200: { description: 'The quote', schema: QuoteSchema, example: QUOTE_EXAMPLE } },
    problems: [
      ...BODY_PROBLEMS,
      ...([
        'not_found',
        'quote_converted',
        'partly_invoiced',
        'proposal_decided',
        'proposal_outdated',
      ] as const),
      ...(['quote_changed', 'precondition_failed'] as const),
      ...REPEAT_PROBLEMS,
    ],
  },
  decline: {
    id: 'declineProposal',
    tag: 'Quotes',
    summary: 'Decline the changes that the customer asked for',
    description: 'The answer is a message of the thread, which is emailed. The quote itself does not change.',
    headers: ['Idempotency-Key'],
    body: { schema: DeclineProposal, example: { text: 'Six chairs are the least that we deliver.' } },
    responses: {
      200: { description: 'The proposal', schema: ProposalSchema, example: PROPOSAL_EXAMPLE },
    },
    problems: [
      ...BODY_PROBLEMS,
      ...(['not_found', 'quote_not_sent', 'proposal_decided', 'proposal_outdated', 'send_limited'] as const),
      ...REPEAT_PROBLEMS,
    ],
  },
} satisfies Record<string, Operation>;

const path = '/api/v1/quotes/:id/proposals';

export const proposalRoutes: Endpoint[] = [
  { method: 'GET', path, scope: 'read', operation: operations.list, handle: list },
  {
    method: 'POST',
    path: `${path}/:proposalId/apply`,
    scope: 'write',
    operation: operations.apply,
    handle: apply,
  },
  {
    method: 'POST',
    path: `${path}/:proposalId/decline`,
    scope: 'write',
    operation: operations.decline,
    handle: decline,
  },
];

async function list({ deps, caller, params, query, now }: Call): Promise<ApiResponse> {
  const thread = { accountId: caller.accountId, quoteId: params.id ?? '' };
  await readQuote(deps, thread.accountId, thread.quoteId, now);
  const reader = new QueryReader(query);
  const page = readPage(reader);
  reader.done();
  const { proposals, ...total } = await listProposals(deps, thread, page);
  const docs = proposals.map((proposal) => JSON.stringify(proposal));
  return json(200, formatPage(docs, page, total));
}

function apply(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const respond = (stored: StoredQuote) => createQuoteResponse(call, stored);
  return respondOnce(call, respond, ({ keep }) =>
    changeQuote(call, {
      assertAllowed: assertNotPartlyInvoiced,
      readBody: () => readOptionalBody(call, checkEmptyBody),
      work: (_nothing, found) => applyProposal(deps, caller, found, params.proposalId ?? '', now, keep),
    }),
  );
}

function decline(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const respond = (proposal: Proposal) => json(200, proposal);
  return respondOnce(call, respond, async ({ keep }) => {
    const quoteId = params.id ?? '';
    await readQuote(deps, caller.accountId, quoteId, now);
    const body = readBody(call);
    assertNoErrors(checkBody(body, checkDecline));
    const { text } = body.value as DeclineProposal;
    const answer = { id: params.proposalId ?? '', text };
    return declineProposal(deps, { ...caller, via: 'api' }, quoteId, answer, now, keep);
  });
}
