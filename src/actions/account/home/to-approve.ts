import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { hasApprovalRules } from '../../../domain/quote/approval/approval.ts';
import { selectDeciders } from '../../../domain/quote/approval/content-authors.ts';
import { isWaiting } from '../../../domain/quote/approval/is-waiting.ts';
import { getActorUserId } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { listRequestedQuotes } from '../../../store/tables/approvals.ts';
import { listApprovalEvents } from '../../../store/tables/events/events.ts';
import { listApproverIds } from '../../../store/tables/person/users.ts';
import { findQuoteBrief, type QuoteBrief } from '../../../store/tables/quote/quote-briefs.ts';
import { findQuoteRow } from '../../../store/tables/quote/quotes.ts';
import {
  isVerdictSecret,
  judgeForPage,
  type VerdictCaller,
} from '../../agreement/approval/judge-for-caller.ts';
import type { PartialList } from './failed-emails.ts';

/** Each request is judged, so no more than these are looked at. */
const MAX_COUNTED = 100;
/** Requests that are judged together. Others run in between, because a large quote takes some milliseconds. */
const STEP = 5;

/** Finds the quotes that wait for the approval of a user who may approve. */
export async function findToApprove(
  deps: Pick<Deps, 'db'>,
  account: Account,
  caller: VerdictCaller,
  limit = 5,
): Promise<PartialList<QuoteBrief>> {
  const { read } = deps.db;
  if (!hasApprovalRules(account.approval)) return { count: 0, first: [] };
  const found = await listRequestedQuotes(read, account.id, MAX_COUNTED + 1);
  const requested = found.slice(0, MAX_COUNTED);
  if (requested.length === 0) return { count: 0, first: [] };
  const approvers = await listApproverIds(read, account.id);
  const decidable: string[] = [];
  for (let start = 0; start < requested.length; start += STEP) {
    if (start > 0) await nextTurn();
    const step = requested.slice(start, start + STEP);
    const canDecide = await Promise.all(step.map((id) => isDecidable(deps, account, approvers, id, caller)));
    decidable.push(...step.filter((_, index) => canDecide[index]));
  }
  const briefs = await Promise.all(
    decidable.slice(0, limit).map((id) => findQuoteBrief(read, account.id, id)),
  );
  const isExact = found.length <= MAX_COUNTED;
  return { count: decidable.length, isExact, first: briefs.filter((brief) => brief !== undefined) };
}

/** Whether the user can decide on a request about the quote, which must wait for approval as it is now. */
async function isDecidable(
  deps: Pick<Deps, 'db'>,
  account: Account,
  approvers: readonly string[],
  quoteId: string,
  caller: VerdictCaller,
): Promise<boolean> {
  const sql = deps.db.read;
  const userId = getActorUserId(caller.actor) ?? '';
  const deciders = selectDeciders(approvers, await listApprovalEvents(sql, account.id, quoteId));
  const row = deciders.includes(userId) ? await findQuoteRow(sql, account.id, quoteId) : undefined;
  if (!row) return false;
  const quote = JSON.parse(row.doc) as Quote;
  const { needsApproval, stored } = await judgeForPage(deps, account, caller, quote);
  return (
    (needsApproval || isVerdictSecret(account, caller)) &&
    stored !== undefined &&
    isWaiting(quote, stored.approval)
  );
}
