import { findFirstSteps } from '../../../actions/account/home/first-steps.ts';
import { findLatestEvents } from '../../../actions/account/home/latest-events.ts';
import { readStatistics } from '../../../actions/account/home/read-statistics.ts';
import { findToApprove } from '../../../actions/account/home/to-approve.ts';
import { findTodos } from '../../../actions/account/home/todos.ts';
import { readRestored } from '../../../actions/account/restore/places.ts';
import { readReceivables } from '../../../actions/invoices/receivables.ts';
import { needsMailSignIn } from '../../../actions/mail/read-mail-account.ts';
import { listQuotes } from '../../../actions/quotes/list-quotes.ts';
import type { ConsoleRoute, PageContext } from '../console-route.ts';
import { toViewer } from '../quote/show.ts';
import { createFormToken } from '../quote/steps/forms.ts';
import { buildHomePage } from './home-page.ts';

const MONTHS = 6;

/** The start page: to-do list, overview and latest events. */
export const homeRoute: ConsoleRoute = {
  method: 'GET',
  path: '/',
  minRole: 'reader',
  async handle(context) {
    const { deps, account, mayApprove, now } = context;
    const isOwner = context.role === 'owner';
    const [todos, toApprove, statistics, receivables, latest, hasQuotes, needsSignIn, restored] =
      await Promise.all([
        findTodos(deps, account.id, now, { seesCosts: context.seesCosts }),
        mayApprove ? findToApprove(deps, account, context.caller) : { count: 0, first: [] },
        readStatistics(deps, account.id, { months: MONTHS, seesCosts: context.seesCosts, now }),
        readReceivables(deps, account.id, now),
        findLatestEvents(deps, account.id, now),
        hasAnyQuote(context),
        isOwner && needsMailSignIn(deps, account.id),
        readRestored(deps, account),
      ]);
    const firstSteps = isOwner ? await findFirstSteps(deps, account, hasQuotes, now) : undefined;
    const todo = { ...todos, toApprove, once: createFormToken() };
    // Anybody can craft such a URL.
    const isReplied = context.query.done === 'replied' && latest.some(({ type }) => type === 'message.sent');
    const publicUrl = deps.publicUrl();
    const view = {
      hasQuotes,
      publicUrl,
      firstSteps,
      needsSignIn,
      restored,
      todo,
      statistics,
      receivables,
      latest,
      isReplied,
    };
    return { page: buildHomePage({ ...toViewer(context), ...view }) };
  },
};

async function hasAnyQuote({ deps, account, now }: PageContext): Promise<boolean> {
  const page = { limit: 1, offset: 0, sort: '-createdAt', now } as const;
  const { docs } = await listQuotes(deps, account.id, {}, page);
  return docs.length > 0;
}
