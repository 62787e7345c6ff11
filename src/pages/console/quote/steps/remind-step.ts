import { previewReminder } from '../../../../actions/sending/outbox/preview-reminder.ts';
import { remindOfQuote } from '../../../../actions/sending/outbox/remind-now.ts';
import { assertOpen } from '../../../../domain/quote/problems.ts';
import type { PageContext, PageReply } from '../../console-route.ts';
import { showProblem, toViewer } from '../show.ts';
import { createRedirect, findSeenQuote, submitStep } from './forms.ts';
import { renderReminder } from './reminder.ts';
import type { StepRoute } from './step-route.ts';

/** Reminding the customer of a quote, after its user has seen when it was sent and what the email says. */
export const remindStep: StepRoute = {
  texts: () => [],
  fields: async (context, quote) =>
    renderReminder(
      toViewer(context),
      quote,
      await previewReminder(context.deps, context.account.id, quote, context.now),
    ),
  assertAllowed: assertOpen,
  submit: async (context) => ({ reply: await remind(context) }),
};

function remind(context: PageContext): Promise<PageReply> {
  const { deps, base, params, now } = context;
  const respond = () => createRedirect(`${base}/quotes/${params.id}?notice=reminded`);
  return submitStep(
    context,
    respond,
    async ({ keep }) => {
      const found = await findSeenQuote(context, assertOpen);
      return remindOfQuote(deps, context.caller, found, now, keep);
    },
    (error) => showProblem(context, error),
  );
}
