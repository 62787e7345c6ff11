import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { hasApprovalRules, type QuoteApproval } from '../../domain/approval/approval.ts';
import { selectDeciders } from '../../domain/approval/content-authors.ts';
import { isDeclined, isDraft, type Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { listRequestedQuotes } from '../../store/tables/approval/approvals.ts';
import { listApprovalEvents } from '../../store/tables/events.ts';
import { listApproverIds } from '../../store/tables/person/users.ts';
import { findQuoteBrief, type QuoteBrief } from '../../store/tables/quote/quote-briefs.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';
import { judgeApproval } from '../approval/judge-approval.ts';
import type { PartialList } from './failed-emails.ts';

/** Each request is judged, so no more than these are looked at. */
const MAX_COUNTED = 100;

/** Finds the quotes that wait for the approval of a user who may approve. */
export async function findToApprove(
  { db: { read } }: Pick<Deps, 'db'>,
  account: Account,
  userId: string,
  limit = 5,
): Promise<PartialList<QuoteBrief>> {
  if (!hasApprovalRules(account.approval)) return { count: 0, first: [] };
  const found = await listRequestedQuotes(read, account.id, MAX_COUNTED + 1);
  const requested = found.slice(0, MAX_COUNTED);
  if (requested.length === 0) return { count: 0, first: [] };
  const approvers = await listApproverIds(read, account.id);
  const deciders = await Promise.all(requested.map((id) => listDeciders(read, account, approvers, id)));
  const decidable = requested.filter((_, index) => deciders[index]?.includes(userId));
  const briefs = await Promise.all(
    decidable.slice(0, limit).map((id) => findQuoteBrief(read, account.id, id)),
  );
  const isExact = found.length <= MAX_COUNTED;
  return { count: decidable.length, isExact, first: briefs.filter((brief) => brief !== undefined) };
}

/** Lists who can decide on a request about the quote: nobody if it does not wait for approval as it is now. */
async function listDeciders(
  sql: Sql,
  account: Account,
  approvers: readonly string[],
  quoteId: string,
): Promise<readonly string[]> {
  const row = await findQuoteRow(sql, account.id, quoteId);
  if (!row) return [];
  const quote = JSON.parse(row.doc) as Quote;
  const { isHeld, stored } = await judgeApproval(sql, account, quote);
  if (!isHeld || !stored || !isWaiting(quote, stored.approval)) return [];
  return selectDeciders(approvers, await listApprovalEvents(sql, account.id, quoteId));
}

/** A request ends when the quote is sent without a decision, which is possible while no rule applies. */
function isWaiting(quote: Quote, { state, requestedAt }: QuoteApproval): boolean {
  if (state !== 'requested') return false;
  return isDraft(quote) || isDeclined(quote) || (requestedAt ?? '') > (quote.sentAt ?? '');
}
