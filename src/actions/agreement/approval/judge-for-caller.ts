import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { Problem } from '../../../domain/errors.ts';
import { type Actor, getActorUserId } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { useRateWindow } from '../../../store/tables/rate-windows.ts';
import { requireAccount } from '../../account/require-account.ts';
import { secondsLeft } from '../../rate-limits.ts';
import { type Judgement, judgeApproval } from './judge-approval.ts';

const HOUR_MS = 60 * 60_000;
const MAX_VERDICTS_PER_HOUR = 20;

type VerdictDeps = Pick<Deps, 'db' | 'clock'>;

/** Somebody who learns whether a quote needs approval. */
export interface VerdictCaller {
  accountId: string;
  actor: Actor;
  seesCosts: boolean;
}

/**
 * Judges a quote for a caller who learns the verdict. Whether a content crosses the rule about margins narrows down its
 * costs, so that those who may not see them get a few verdicts per hour, about all quotes together: the catalogue gives
 * the same cost to many of them. Throws `rate_limited` instead of a verdict.
 */
export async function judgeForCaller(
  deps: VerdictDeps,
  caller: VerdictCaller,
  quote: Quote,
): Promise<Judgement> {
  const account = await requireAccount(deps.db.read, caller.accountId);
  const judged = await judgeApproval(deps.db.read, account, quote);
  if (isVerdictSecret(account, caller)) await countVerdict(deps, caller, `${quote.id} ${judged.sha256}`);
  return judged;
}

/** Counts the verdict about a content that the request itself brings, before it is judged in a transaction. */
export async function limitEdits(deps: VerdictDeps, caller: VerdictCaller): Promise<void> {
  const account = await requireAccount(deps.db.read, caller.accountId);
  if (isVerdictSecret(account, caller)) await countVerdict(deps, caller, null);
}

/** Judges a quote for what a page says without being asked: for those who may not see costs, nothing about margins. */
export function judgeForPage(
  { db }: Pick<Deps, 'db'>,
  account: Account,
  caller: Pick<VerdictCaller, 'seesCosts'>,
  quote: Quote,
): Promise<Judgement> {
  const isSecret = isVerdictSecret(account, caller);
  const rules = isSecret ? { ...account.approval, marginBelow: null } : account.approval;
  return judgeApproval(db.read, { ...account, approval: rules }, quote);
}

/** Whether a verdict would tell the caller something about costs, which they may not see. */
export function isVerdictSecret(
  { approval }: Pick<Account, 'approval'>,
  { seesCosts }: Pick<VerdictCaller, 'seesCosts'>,
): boolean {
  return !seesCosts && approval.marginBelow !== null;
}

/** The same content tells its caller nothing new, and is counted once. */
async function countVerdict(
  deps: VerdictDeps,
  { accountId, actor }: VerdictCaller,
  content: string | null,
): Promise<void> {
  const now = deps.clock();
  // A person has one count, whichever app or session asks.
  const id = getActorUserId(actor) ?? ('id' in actor ? actor.id : actor.type);
  const use = { accountId, kind: 'verdict' };
  await deps.db.write(
    async (tx) => {
      const known = content !== null && { ...use, subject: `${id} ${content}` };
      if (known && (await useRateWindow(tx, known, 1, now, HOUR_MS)).used > 1) return;
      const window = await useRateWindow(tx, { ...use, subject: id }, 1, now, HOUR_MS);
      // Rolls both counts back, so that a repeat of what was rejected is not taken for known.
      if (window.used > MAX_VERDICTS_PER_HOUR)
        throw tooManyVerdicts(secondsLeft({ ends: window.ends_at }, now));
    },
    { account: accountId, evenIfClosed: true, evenIfMoved: true },
  );
}

function tooManyVerdicts(seconds: number): Problem {
  return new Problem(
    'rate_limited',
    `Whether quotes need approval can be tried with ${MAX_VERDICTS_PER_HOUR} different contents per hour, unless you may see costs. Wait, or ask somebody who may.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
