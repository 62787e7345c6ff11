import type { Deps } from '../../../app/deps.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { isWaiting } from '../../../domain/quote/approval/is-waiting.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { requireAccount } from '../../account/require-account.ts';
import type { ChangeableQuote } from '../../quotes/change-quote.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { limitRequests } from '../../sending/send-limits.ts';
import { alreadyApproved, approvalNotNeeded } from './approval-problems.ts';
import { listApprovers } from './approvers.ts';
import { type Judgement, judgeApproval } from './judge-approval.ts';
import { isVerdictSecret } from './judge-for-caller.ts';
import { type MailDeps, mailApprovers } from './mail-approval.ts';
import { addApproval } from './store-approval.ts';

export interface ApprovalRequest {
  /** Identifiers of users who may approve; without them, all who may are asked. */
  to?: string[] | null;
  note?: string | null;
}

interface Asker {
  accountId: string;
  actor: Actor;
  seesCosts: boolean;
  /** `false` for keys that only draft: their requests are limited as emails are, because each may bring one. */
  canWrite?: boolean;
}

type ApprovalDeps = Pick<Deps, 'db'> & MailDeps;

/**
 * Asks for approval of the content that the quote has now. Everybody is asked once about the same content: a request that
 * would ask nobody else returns the one that waits.
 */
export function requestApproval(
  deps: ApprovalDeps,
  owner: Asker,
  request: ApprovalRequest,
  { lock }: Pick<ChangeableQuote, 'lock'>,
  now: number,
  keep: Keep<StoredQuote> = keepNothing,
): Promise<StoredQuote> {
  return deps.db.write(
    async (tx) => {
      return keep(tx, await ask(tx, deps, owner, request, await lock(tx), now));
    },
    { account: owner.accountId },
  );
}

/**
 * Throws unless the content needs approval and is not approved yet. For those who may not see costs, the rule about
 * margins always counts as crossed, so that nobody finds a cost by asking.
 */
async function assertApprovalNeeded(
  sql: Sql,
  { accountId, seesCosts }: Omit<Asker, 'actor'>,
  quote: Quote,
): Promise<Judgement> {
  const account = await requireAccount(sql, accountId);
  const judged = await judgeApproval(sql, account, quote);
  if (judged.needsApproval) return judged;
  if (judged.isApproved) throw alreadyApproved();
  if (!isVerdictSecret(account, { seesCosts })) throw approvalNotNeeded();
  return judged;
}

/** Looks before the body is read whether a request will be rejected; its transaction decides. */
export function assertRequestable({ db }: Pick<Deps, 'db'>, asker: Omit<Asker, 'actor'>, quote: Quote) {
  return assertApprovalNeeded(db.read, asker, quote);
}

async function ask(
  tx: Sql,
  deps: ApprovalDeps,
  owner: Asker,
  { to, note: text }: ApprovalRequest,
  stored: StoredQuote,
  now: number,
): Promise<StoredQuote> {
  const { quote } = stored;
  const { sha256, reasons, needsApproval, stored: known } = await assertApprovalNeeded(tx, owner, quote);
  await checkAsked(tx, owner.accountId, to ?? []);
  const waiting = known && isWaiting(quote, known.approval) ? known : undefined;
  const informed = waiting?.asked ?? [];
  const isInformed = (id: string) => waiting?.asked === null || informed.includes(id);
  if (to && to.length > 0 ? to.every(isInformed) : waiting?.asked === null) return stored;
  if (owner.canWrite === false) await limitRequests(tx, deps, owner.accountId, quote.id, now);
  const note = text?.trim() ? text : null;
  const approval = {
    ...({ state: 'requested', revision: quote.revision, sha256: sha256 ?? '' } as const),
    ...{ requestedBy: owner.actor, requestedAt: new Date(now).toISOString(), note },
    ...{ decidedBy: null, decidedAt: null, decisionNote: null },
  };
  const asked = to && to.length > 0 ? [...new Set([...informed, ...to])] : null;
  const requested = { approval, asked, type: 'approval_requested', note } as const;
  const changed = await addApproval(tx, owner, stored, requested, now);
  const request = { by: owner.actor, note, reasons, asked, informed };
  // A quote that crosses no rule can be sent as it is: there is nothing to decide.
  if (needsApproval) await mailApprovers(tx, deps, { accountId: owner.accountId, quote }, request, now);
  return changed;
}

async function checkAsked(tx: Sql, accountId: string, to: readonly string[]): Promise<void> {
  if (to.length === 0) return;
  const known = new Set((await listApprovers(tx, accountId)).map(({ id }) => id));
  assertNoErrors(
    to.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `/to/${index}`, message: 'is not a user who may approve quotes' }],
    ),
  );
}
