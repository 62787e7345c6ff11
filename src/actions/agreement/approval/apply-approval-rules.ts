import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { hasApprovalRules } from '../../../domain/quote/approval/approval.ts';
import { applyEvent, type QuotePatch } from '../../../domain/quote/compose-quote.ts';
import type { ItemFigures } from '../../../domain/quote/cost/item-costs.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { CONTENT_FIELDS, isAccepted, isDeclined, isDraft, type Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { deleteOldRequests } from '../../../store/tables/approvals.ts';
import { requireAccount } from '../../account/require-account.ts';
import { approvalRequired } from './approval-problems.ts';
import { wasOffered } from './assert-approved.ts';
import { type Judgement, judgeApproval } from './judge-approval.ts';
import { judgeForCaller, limitEdits, type VerdictCaller } from './judge-for-caller.ts';

/** A change of a quote that is about to be stored. */
export interface ApprovalChange {
  before: Quote;
  after: Quote;
  /** Whether the content differs. */
  isEdited: boolean;
  isRecosted?: boolean;
  editor: Actor;
  figures?: ItemFigures;
}

/**
 * Returns the changed quote with what was decided about its content. One that was sent and must be approved now becomes a
 * draft. Throws if an acceptance is to be recorded of content that must be approved first.
 */
export async function applyApprovalRules(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'publicUrl'>,
  account: Account,
  change: ApprovalChange,
): Promise<Quote> {
  const judged = await judgeChange(tx, deps, account, change);
  const isChanged = change.isEdited || change.isRecosted;
  return judged && isChanged ? applyJudgement(tx, account.id, change.after, judged) : change.after;
}

/**
 * Judges a change if it matters to the rules of the account, and rejects the acceptance of content that must be approved
 * first. Runs no statement for accounts without rules.
 */
export async function judgeChange(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'publicUrl'>,
  account: Account,
  { before, after, isEdited, isRecosted = false, editor, figures }: ApprovalChange,
): Promise<Judgement | undefined> {
  if (!hasApprovalRules(account.approval) && !before.approval) return undefined;
  // Neither the rules of today nor the final costs question a quote that was sent or accepted.
  const isAgreement = isAccepted(after) && (isEdited || isDraft(before) || isDeclined(before));
  const isChanged = isEdited || isRecosted;
  if (!isChanged && !isAgreement) return undefined;
  const known = { ...(figures && { figures }), ...(isChanged && { editor }) };
  const judged = await judgeApproval(sql, account, after, known);
  if (isAgreement && judged.needsApproval) throw approvalRequired(deps, account.id, after.id, judged.reasons);
  return judged;
}

/** Counts the verdict that a change would tell its caller. Edits of a draft are not judged before it is sent. */
export async function limitVerdicts(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: VerdictCaller,
  quote: Quote,
  patch: QuotePatch,
): Promise<void> {
  const isEdit = CONTENT_FIELDS.some((field) => field in patch);
  if (isEdit && (!isDraft(quote) || isAccepted(patch))) await limitEdits(deps, owner);
  else if (isAccepted(patch) && !wasOffered(quote)) await judgeForCaller(deps, owner, quote);
}

/** Judges a quote whose content has changed while it was being sent. */
export async function withholdUnapproved(tx: Sql, accountId: string, quote: Quote): Promise<Quote> {
  const account = await requireAccount(tx, accountId);
  if (!hasApprovalRules(account.approval)) return quote;
  return applyJudgement(tx, accountId, quote, await judgeApproval(tx, account, quote));
}

async function applyJudgement(
  tx: Sql,
  accountId: string,
  { approval: earlier, ...quote }: Quote,
  { needsApproval, sha256, stored }: Judgement,
): Promise<Quote> {
  if (earlier && sha256) await deleteOldRequests(tx, accountId, quote.id, sha256);
  const known = stored ? { ...quote, approval: stored.approval } : quote;
  return needsApproval ? applyEvent(known, 'withhold') : known;
}
