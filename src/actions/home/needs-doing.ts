import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { Message } from '../../domain/quote/message.ts';
import { hourOf } from '../../domain/statistics/outcome.ts';
import { type CurrencyTotal, tallyOf } from '../../domain/statistics/summary.ts';
import type { Sql } from '../../store/database.ts';
import { countsByStatus } from '../../store/search/quote-counts.ts';
import { countAwaiting, listAwaiting } from '../../store/tables/quote/messages.ts';
import { sumOpen } from '../../store/tables/quote/outcomes.ts';
import {
  type GlancedQuote,
  glanceAtQuote,
  listDrafts,
  listEnding,
} from '../../store/tables/quote/waiting-quotes.ts';
import { settleDue } from '../quote/settle-expiry.ts';
import { type FailedMail, findFailedMails } from './failed-mails.ts';

/** The first entries of a list and its length, which is counted up to `COUNTED`. */
export interface Some<Entry> {
  count: number;
  first: Entry[];
}

/** To-do lists of the home page. */
export interface NeedsDoing {
  drafts: Some<GlancedQuote>;
  /** Open quotes that expire within a week. */
  expiring: Some<GlancedQuote> & { totals: CurrencyTotal[]; until: string };
  /** Threads whose last message is from the customer and unread. */
  questions: Some<{ quote: GlancedQuote; message: Message }>;
  failedMails: Some<FailedMail>;
}

/** Longer lists are shown as "at least" this number. */
const COUNTED = 1000;

/** Reads counters and indexes only, so that the cost does not grow with the number of quotes. */
export async function findWhatNeedsDoing(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
  limit = 5,
): Promise<NeedsDoing> {
  await settleDue(deps.db, now, accountId);
  const { read } = deps.db;
  const [counts, drafts, expiring, questions, failedMails] = await Promise.all([
    countsByStatus(read, accountId),
    listDrafts(read, accountId, limit),
    findExpiring(read, accountId, now, limit),
    findQuestions(read, accountId, limit),
    findFailedMails(read, accountId, { now, limit, counted: COUNTED }),
  ]);
  return { drafts: { count: counts.DRAFT, first: drafts }, expiring, questions, failedMails };
}

/** Extends the range to the end of the hour, because the counters of open quotes are hourly. */
async function findExpiring(
  sql: Sql,
  accountId: string,
  now: number,
  limit: number,
): Promise<NeedsDoing['expiring']> {
  const lastHour = hourOf(now + 7 * DAY_MS);
  const until = hourOf(lastHour + DAY_MS / 24) - 1;
  const [counts, first] = await Promise.all([
    sumOpen(sql, accountId, hourOf(now), lastHour),
    listEnding(sql, accountId, until, limit),
  ]);
  return { ...tallyOf(counts), first, until: new Date(until).toISOString() };
}

async function findQuestions(sql: Sql, accountId: string, limit: number): Promise<NeedsDoing['questions']> {
  const [count, awaiting] = await Promise.all([
    countAwaiting(sql, accountId, COUNTED),
    listAwaiting(sql, accountId, limit),
  ]);
  const first = await Promise.all(
    awaiting.map(async ({ quoteId, message }) => {
      const quote = await glanceAtQuote(sql, accountId, quoteId);
      return quote && { quote, message };
    }),
  );
  return { count, first: first.filter((entry) => entry !== undefined) };
}
