import { findWhatNeedsDoing } from '../../../actions/home/needs-doing.ts';
import { listQuotes } from '../../../actions/quote/list-quotes.ts';
import { readStatistics } from '../../../actions/statistics/read-statistics.ts';
import { homePage } from '../../../web/console/home/home-page.ts';
import type { ConsoleRoute, Visit } from './console-route.ts';

const MONTHS = 6;

/** What needs doing, and how it goes. */
export const homeRoute: ConsoleRoute = {
  method: 'GET',
  path: '/',
  least: 'reader',
  async handle(visit) {
    const { deps, account, role, base, locale, say, now } = visit;
    const [todo, statistics, hasQuotes] = await Promise.all([
      findWhatNeedsDoing(deps, account.id, now),
      readStatistics(deps, account.id, MONTHS, now),
      hasAnyQuote(visit),
    ]);
    const mayWrite = role !== 'reader';
    return { page: homePage({ base, locale, say, mayWrite, hasQuotes, todo, statistics }) };
  },
};

async function hasAnyQuote({ deps, account, now }: Visit): Promise<boolean> {
  const page = { limit: 1, offset: 0, sort: '-createdAt', now } as const;
  const { docs } = await listQuotes(deps, account.id, {}, page);
  return docs.length > 0;
}
