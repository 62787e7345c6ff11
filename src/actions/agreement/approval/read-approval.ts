import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import {
  type ApprovalReason,
  hasApprovalRules,
  type QuoteApproval,
} from '../../../domain/quote/approval/approval.ts';
import { selectDeciders } from '../../../domain/quote/approval/content-authors.ts';
import { isWaiting } from '../../../domain/quote/approval/is-waiting.ts';
import { type ContentChanges, compareOffers } from '../../../domain/quote/changes.ts';
import { getActorUserId } from '../../../domain/quote/history.ts';
import { isAccepted, isConverted, type Quote } from '../../../domain/quote/quote.ts';
import { findApprovedContent } from '../../../store/tables/approvals.ts';
import { listApprovalEvents } from '../../../store/tables/events/events.ts';
import { listApprovers } from './approvers.ts';
import { judgeApproval } from './judge-approval.ts';

/** The approval of a quote as one user sees it. */
export interface ApprovalOverview {
  reasons: ApprovalReason[];
  needsApproval: boolean;
  approval: QuoteApproval | null;
  /** Others who can decide. */
  others: { id: string; name: string }[];
  /** Those of them who can still be asked about the current content. */
  askable: { id: string; name: string }[];
  /** Whether those who are asked get an email. */
  isMailed: boolean;
  /** Why the user cannot decide; `null` if they can. */
  obstacle: 'right' | 'asked' | 'changed' | null;
  /** Changes since the last approval; `null` if nothing was approved before. */
  changes: ContentChanges | null;
}

/** Returns `null` if approval is no subject of the quote. Runs no statement for accounts without rules. */
export async function readApproval(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  account: Account,
  quote: Quote,
  userId: string,
): Promise<ApprovalOverview | null> {
  if (isConverted(quote) || !(hasApprovalRules(account.approval) || quote.approval)) return null;
  const { reasons, stored, ...judged } = await judgeApproval(db.read, account, quote);
  const approval = stored?.approval ?? null;
  // What was accepted stands, unless somebody asked for approval to send it again.
  const needsApproval = judged.needsApproval && !(isAccepted(quote) && approval?.state !== 'requested');
  const isMailed = config.smtpUrl !== null;
  if (!needsApproval && approval?.state !== 'requested')
    return {
      reasons,
      needsApproval,
      approval,
      isMailed,
      others: [],
      askable: [],
      obstacle: null,
      changes: null,
    };
  const [approvers, events, approved] = await Promise.all([
    listApprovers(db.read, account.id),
    listApprovalEvents(db.read, account.id, quote.id),
    findApprovedContent(db.read, account.id, quote.id),
  ]);
  const ids = approvers.map(({ id }) => id);
  const deciders = selectDeciders(ids, events);
  const isDecider = deciders.includes(userId);
  const others = approvers
    .filter(({ id }) => id !== userId && deciders.includes(id))
    .map(({ id, name }) => ({ id, name }));
  const isAsker = Boolean(approval?.requestedBy && getActorUserId(approval.requestedBy) === userId);
  const involved = !isDecider && (isAsker ? 'asked' : 'changed');
  const asked = stored && isWaiting(quote, stored.approval) ? (stored.asked ?? ids) : [];
  const askable = others.filter(({ id }) => !asked.includes(id));
  return {
    ...{ reasons, needsApproval, approval, isMailed, others, askable },
    obstacle: ids.includes(userId) ? involved || null : 'right',
    changes: approved ? compareOffers(approved, quote) : null,
  };
}

/**
 * Returns why a quote needs approval and has none, for its editor; `undefined` if the account has no rules. What was
 * accepted stands until it is edited.
 */
export async function findReasonsToApprove(
  { db }: Pick<Deps, 'db'>,
  account: Account,
  quote: Quote,
): Promise<ApprovalReason[] | undefined> {
  if (!hasApprovalRules(account.approval)) return undefined;
  if (isAccepted(quote)) return [];
  const { needsApproval, reasons } = await judgeApproval(db.read, account, quote);
  return needsApproval ? reasons : [];
}
