import { applyProposal, declineProposal } from '../../../../actions/agreement/proposals/decide-proposal.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { readTyped } from '../../forms/form-values.ts';
import { showProblem, showQuotePage } from '../show.ts';
import { createRedirect, findSeenQuote, submitStep } from '../steps/forms.ts';

const one = '/quotes/:id/proposals/:proposalId';

/** Answers to what a customer asked for. */
export const proposalRoutes: ConsoleRoute[] = [
  { method: 'POST', path: `${one}/apply`, minRole: 'member', handle: apply },
  { method: 'POST', path: `${one}/decline`, minRole: 'member', handle: decline },
];

function apply(context: PageContext): Promise<PageReply> {
  const { deps, base, params, caller, now } = context;
  return submitStep(
    context,
    () => createRedirect(`${base}/quotes/${params.id}?notice=applied`),
    async ({ keep }) => {
      const found = await findSeenQuote(context);
      return applyProposal(deps, caller, found, params.proposalId ?? '', now, keep);
    },
    (error) => showProblem(context, error),
  );
}

async function decline(context: PageContext): Promise<PageReply> {
  const { deps, base, params, caller, person, form, t, locale, now } = context;
  const { text = '' } = readTyped(form, ['text']);
  const length = [...text].length;
  if (length === 0 || length > MAX_LENGTH.message) {
    const tooLong = t.quote.tooLong.replace('{n}', formatQuantity(MAX_LENGTH.message, locale));
    const error = length === 0 ? t.quote.replyEmpty : tooLong;
    return showQuotePage(context, { status: 400, notice: { tone: 'bad', text: error } });
  }
  const writer = { ...caller, via: 'console', author: person.user.name } as const;
  const answer = { id: params.proposalId ?? '', text };
  return submitStep(
    context,
    () => createRedirect(`${base}/quotes/${params.id}?notice=change-declined`),
    ({ keep }) => declineProposal(deps, writer, params.id ?? '', answer, now, keep),
    (error) => showProblem(context, error),
  );
}
