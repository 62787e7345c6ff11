import { findFirstSteps } from '../../../actions/home/first-steps.ts';
import { findLatestEvents } from '../../../actions/home/latest-events.ts';
import { findToApprove } from '../../../actions/home/to-approve.ts';
import { findTodos } from '../../../actions/home/todos.ts';
import { needsMailSignIn } from '../../../actions/mail-account/read-mail-account.ts';
import { listQuotes } from '../../../actions/quote/list-quotes.ts';
import { readStatistics } from '../../../actions/statistics/read-statistics.ts';
import { buildHomePage } from '../../../web/console/home/home-page.ts';
import type { ConsoleRoute, PageContext } from './console-route.ts';
import { toReader } from './quote/show.ts';

const MONTHS = 6;

/** The start page: to-do list, overview and latest events. */
export const homeRoute: ConsoleRoute = {
  method: 'GET',
  path: '/',
  minRole: 'reader',
  async handle(context) {
    const { deps, account, person, mayApprove, now } = context;
    const isOwner = context.role === 'owner';
    const [todos, toApprove, statistics, latest, hasQuotes, needsSignIn] = await Promise.all([
      findTodos(deps, account.id, now),
      mayApprove ? findToApprove(deps, account, person.user.id) : { count: 0, first: [] },
      readStatistics(deps, account.id, { months: MONTHS, seesCosts: context.seesCosts, now }),
      findLatestEvents(deps, account.id, now),
      hasAnyQuote(context),
      isOwner && needsMailSignIn(deps, account.id),
    ]);
    const firstSteps = isOwner ? await findFirstSteps(deps, account, hasQuotes) : undefined;
    const todo = { ...todos, toApprove };
    const view = { hasQuotes, firstSteps, needsSignIn, todo, statistics, latest };
    return { page: buildHomePage({ ...toReader(context), ...view }) };
  },
};

async function hasAnyQuote({ deps, account, now }: PageContext): Promise<boolean> {
  const page = { limit: 1, offset: 0, sort: '-createdAt', now } as const;
  const { docs } = await listQuotes(deps, account.id, {}, page);
  return docs.length > 0;
}
