import type { Deps } from '../../../app/deps.ts';
import { isAccepted, isExpired, isOpen, type Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { requireAccount } from '../../account/require-account.ts';
import { approvalRequired } from './approval-problems.ts';
import { judgeApproval } from './judge-approval.ts';

type ApprovalDeps = Pick<Deps, 'config' | 'publicUrl'>;

/** Throws `approval_required` if the content must be approved before it is sent, and is not. */
export async function assertApproved(
  sql: Sql,
  deps: ApprovalDeps,
  accountId: string,
  quote: Quote,
): Promise<void> {
  const account = await requireAccount(sql, accountId);
  const { needsApproval, reasons } = await judgeApproval(sql, account, quote);
  if (needsApproval) throw approvalRequired(deps, accountId, quote.id, reasons);
}

/** Like `assertApproved`, before a conversion. The rules of today do not question a quote that was sent or accepted. */
export async function assertApprovedOrSent(
  sql: Sql,
  deps: ApprovalDeps,
  accountId: string,
  quote: Quote,
): Promise<void> {
  if (isOpen(quote) || isExpired(quote) || isAccepted(quote)) return;
  await assertApproved(sql, deps, accountId, quote);
}

/** Looks before the work begins whether a send will be rejected; its transaction decides. */
export function assertSendable(deps: Deps, accountId: string, quote: Quote): Promise<void> {
  return assertApproved(deps.db.read, deps, accountId, quote);
}

/** Looks before the work begins whether a conversion will be rejected; its transaction decides. */
export function assertConvertible(deps: Deps, accountId: string, quote: Quote): Promise<void> {
  return assertApprovedOrSent(deps.db.read, deps, accountId, quote);
}
