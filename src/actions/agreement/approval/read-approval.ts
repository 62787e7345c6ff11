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
import { wasOffered } from './assert-approved.ts';
import { isVerdictSecret, judgeForPage, type VerdictCaller } from './judge-for-caller.ts';

/** The approval of a quote as one user sees it. */
export interface ApprovalOverview {
  reasons: ApprovalReason[];
  needsApproval: boolean;
  /** Whether the rule about margins may want an approval, which is not said to those who may not see costs. */
  mayNeedApproval: boolean;
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
  deps: Pick<Deps, 'db' | 'config'>,
  account: Account,
  quote: Quote,
  caller: VerdictCaller,
): Promise<ApprovalOverview | null> {
  if (isConverted(quote) || !(hasApprovalRules(account.approval) || quote.approval)) return null;
  const { db, config } = deps;
  const userId = getActorUserId(caller.actor) ?? '';
  const { reasons, stored, ...judged } = await judgeForPage(deps, account, caller, quote);
  const approval = stored?.approval ?? null;
  // What was accepted stands, unless somebody asked for approval to send it again.
  const needsApproval = judged.needsApproval && !(isAccepted(quote) && approval?.state !== 'requested');
  const isMailed = config.smtpUrl !== null;
  const mayNeedApproval =
    !needsApproval && !judged.isApproved && !wasOffered(quote) && isVerdictSecret(account, caller);
  if (!needsApproval && !mayNeedApproval && approval?.state !== 'requested')
    return {
      reasons,
      needsApproval,
      mayNeedApproval,
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
    ...{ reasons, needsApproval, mayNeedApproval, approval, isMailed, others, askable },
    obstacle: ids.includes(userId) ? involved || null : 'right',
    changes: approved ? compareOffers(approved, quote) : null,
  };
}

/**
 * Returns why a quote needs approval and has none, for its editor, as far as the person may know it; `undefined` if the account has no rules. What was
 * accepted stands until it is edited.
 */
export async function findReasonsToApprove(
  deps: Pick<Deps, 'db'>,
  account: Account,
  caller: Pick<VerdictCaller, 'seesCosts'>,
  quote: Quote,
): Promise<ApprovalReason[] | undefined> {
  if (!hasApprovalRules(account.approval)) return undefined;
  if (isAccepted(quote)) return [];
  const { needsApproval, reasons } = await judgeForPage(deps, account, caller, quote);
  return needsApproval ? reasons : [];
}
