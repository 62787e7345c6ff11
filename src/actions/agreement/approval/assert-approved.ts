import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { isAccepted, isExpired, isOpen, type Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { requireAccount } from '../../account/require-account.ts';
import { approvalRequired } from './approval-problems.ts';
import { judgeApproval } from './judge-approval.ts';
import { judgeForCaller, judgeForPage, type VerdictCaller } from './judge-for-caller.ts';

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

/** Like `assertApproved`, before a conversion. */
export async function assertApprovedOrSent(
  sql: Sql,
  deps: ApprovalDeps,
  accountId: string,
  quote: Quote,
): Promise<void> {
  if (!wasOffered(quote)) await assertApproved(sql, deps, accountId, quote);
}

/** Looks before the work begins whether a send will be rejected; its transaction decides. */
export async function assertSendable(
  deps: Pick<Deps, 'db' | 'clock'> & ApprovalDeps,
  caller: VerdictCaller,
  quote: Quote,
): Promise<void> {
  const { needsApproval, reasons } = await judgeForCaller(deps, caller, quote);
  if (needsApproval) throw approvalRequired(deps, caller.accountId, quote.id, reasons);
}

/** Looks before the work begins whether a conversion will be rejected; its transaction decides. */
export async function assertConvertible(
  deps: Pick<Deps, 'db' | 'clock'> & ApprovalDeps,
  caller: VerdictCaller,
  quote: Quote,
): Promise<void> {
  if (!wasOffered(quote)) await assertSendable(deps, caller, quote);
}

/** Looks for a page, which counts as no try, whether a send will be rejected by what the caller may know. */
export async function assertSendableOnPage(
  deps: Deps,
  account: Account,
  caller: VerdictCaller,
  quote: Quote,
): Promise<void> {
  const { needsApproval, reasons } = await judgeForPage(deps, account, caller, quote);
  if (needsApproval) throw approvalRequired(deps, account.id, quote.id, reasons);
}

/** The rules of today do not question a quote that was sent or accepted, when it is to be invoiced. */
export function wasOffered(quote: Quote): boolean {
  return isOpen(quote) || isExpired(quote) || isAccepted(quote);
}
