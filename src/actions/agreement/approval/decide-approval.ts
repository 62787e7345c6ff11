import type { Deps } from '../../../app/deps.ts';
import { selectDeciders } from '../../../domain/quote/approval/content-authors.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { listApprovalEvents } from '../../../store/tables/events/events.ts';
import { listApproverIds } from '../../../store/tables/person/users.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { requireAccount } from '../../account/require-account.ts';
import type { ChangeableQuote } from '../../quotes/change-quote.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { alreadyApproved, approvalNotNeeded, mayNotApprove, mayNotApproveOwn } from './approval-problems.ts';
import { type Judgement, judgeApproval } from './judge-approval.ts';
import { isVerdictSecret } from './judge-for-caller.ts';
import { type MailDeps, mailAsker } from './mail-approval.ts';
import { addApproval } from './store-approval.ts';

type ApprovalDecision = 'approved' | 'rejected';

/** A person who decides. A key never does. */
interface Approver {
  accountId: string;
  actor: Actor;
  seesCosts: boolean;
}

/** Approves the content that the quote has now. */
export const approveQuote = createDecision('approved');

/** Rejects the content that the quote has now. An earlier approval of it no longer counts. */
export const rejectQuote = createDecision('rejected');

function createDecision(decision: ApprovalDecision) {
  return (
    deps: Pick<Deps, 'db'> & MailDeps,
    approver: Approver,
    note: string | null,
    { lock }: Pick<ChangeableQuote, 'lock'>,
    now: number,
    keep: Keep<StoredQuote> = keepNothing,
  ): Promise<StoredQuote> =>
    deps.db.write(
      async (tx) => {
        return keep(tx, await decide(tx, deps, approver, decision, note, await lock(tx), now));
      },
      { account: approver.accountId },
    );
}

/**
 * Throws unless the person may decide on the quote, and there is something to decide. Rights and history are those of
 * this moment: in the transaction of the decision, they are final.
 */
async function assertDecidable(
  sql: Sql,
  { accountId, actor, seesCosts }: Approver,
  decision: ApprovalDecision,
  quote: Quote,
): Promise<Judgement> {
  await assertMayDecide(sql, accountId, actor, quote);
  const account = await requireAccount(sql, accountId);
  const judged = await judgeApproval(sql, account, quote);
  const isWaiting = judged.stored?.approval.state === 'requested';
  if (judged.isApproved && decision === 'approved') throw alreadyApproved();
  const isDecided = !judged.needsApproval && !isWaiting && !judged.isApproved;
  // For those who may not see costs, the rule about margins always counts as crossed.
  if (isDecided && !isVerdictSecret(account, { seesCosts })) throw approvalNotNeeded();
  return judged;
}

/** Looks before the body is read whether a decision will be rejected; its transaction decides. */
export function assertCallerMayDecide(
  { db }: Pick<Deps, 'db'>,
  approver: Approver,
  decision: ApprovalDecision,
  quote: Quote,
) {
  return assertDecidable(db.read, approver, decision, quote);
}

/** Nobody decides on what they asked for or changed since the last approval, unless nobody else may. */
async function assertMayDecide(sql: Sql, accountId: string, actor: Actor, quote: Quote): Promise<void> {
  if (actor.type !== 'user') throw mayNotApprove();
  const approvers = await listApproverIds(sql, accountId);
  if (!approvers.includes(actor.id)) throw mayNotApprove();
  const events = await listApprovalEvents(sql, accountId, quote.id);
  if (!selectDeciders(approvers, events).includes(actor.id)) throw mayNotApproveOwn();
}

async function decide(
  tx: Sql,
  deps: MailDeps,
  approver: Approver,
  decision: ApprovalDecision,
  text: string | null,
  stored: StoredQuote,
  now: number,
): Promise<StoredQuote> {
  const { quote } = stored;
  const judged = await assertDecidable(tx, approver, decision, quote);
  const { requestedBy, requestedAt, note } = judged.stored?.approval ?? NO_REQUEST;
  const decisionNote = text?.trim() ? text : null;
  const approval = {
    ...{ state: decision, revision: quote.revision, sha256: judged.sha256 ?? '' },
    ...{ requestedBy, requestedAt, note },
    ...{ decidedBy: approver.actor, decidedAt: new Date(now).toISOString(), decisionNote },
  };
  const asked = judged.stored?.asked ?? null;
  const told = {
    asker: requestedBy,
    by: approver.actor,
    note: decisionNote,
    isApproved: decision === 'approved',
  };
  await mailAsker(tx, deps, { accountId: approver.accountId, quote }, told, now);
  return addApproval(tx, approver, stored, { approval, asked, type: decision, note: decisionNote }, now);
}

const NO_REQUEST = { requestedBy: null, requestedAt: null, note: null };
