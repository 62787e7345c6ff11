import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { hasApprovalRules } from '../../domain/approval/approval.ts';
import type { Sql } from '../../store/database.ts';
import { listWaitingApprovals, type WaitingApproval } from '../../store/tables/approval/approvals.ts';
import { hasOtherApprover } from '../../store/tables/person/users.ts';
import { findQuoteBrief, type QuoteBrief } from '../../store/tables/quote/quote-briefs.ts';
import type { PartialList } from './failed-emails.ts';

/** Longer lists are shown as "at least" this number. */
const MAX_COUNTED = 1000;

/** Finds the quotes that wait for the approval of a user who may approve. */
export async function findToApprove(
  { db: { read } }: Pick<Deps, 'db'>,
  account: Account,
  userId: string,
  limit = 5,
): Promise<PartialList<QuoteBrief>> {
  if (!hasApprovalRules(account.approval)) return { count: 0, first: [] };
  const waiting = await listWaitingApprovals(read, account.id, MAX_COUNTED);
  const own = await findUndecidable(read, account.id, userId, waiting);
  const decidable = waiting.filter((request) => !own.includes(request));
  const briefs = await Promise.all(
    decidable.slice(0, limit).map(({ quoteId }) => findQuoteBrief(read, account.id, quoteId)),
  );
  return { count: decidable.length, first: briefs.filter((brief) => brief !== undefined) };
}

/** Nobody decides on what they asked for, unless nobody else may. */
async function findUndecidable(
  sql: Sql,
  accountId: string,
  userId: string,
  waiting: readonly WaitingApproval[],
): Promise<WaitingApproval[]> {
  const own = waiting.filter(({ approval: { requestedBy: by } }) => by?.type === 'user' && by.id === userId);
  return own.length > 0 && (await hasOtherApprover(sql, accountId, userId)) ? own : [];
}
