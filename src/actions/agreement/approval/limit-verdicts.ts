import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { useRateWindow } from '../../../store/tables/rate-windows.ts';
import { requireAccount } from '../../account/require-account.ts';
import { secondsLeft } from '../../rate-limits.ts';
import { judgeApproval } from './judge-approval.ts';

const HOUR_MS = 60 * 60_000;
const MAX_VERDICTS_PER_HOUR = 10;

type VerdictDeps = Pick<Deps, 'db' | 'clock'>;
type VerdictCaller = { accountId: string; seesCosts: boolean };

/**
 * Counts what a caller without the right to see costs learns from the rule about margins: whether a content crosses it
 * narrows down the cost, and a few dozen prices would find it exactly. The same content tells nothing new and is counted
 * once; a content that the request itself brings is not known yet and always counted. Throws `rate_limited` before the
 * content is judged.
 */
export async function limitVerdicts(
  deps: VerdictDeps,
  caller: VerdictCaller,
  quote: Quote,
  judged: 'stored' | 'edited' = 'stored',
): Promise<void> {
  const { accountId } = caller;
  if (!(await isVerdictSecret(deps, caller))) return;
  const account = await requireAccount(deps.db.read, accountId);
  const { sha256 } = await judgeApproval(deps.db.read, account, quote);
  const now = deps.clock();
  const count = { accountId, kind: 'verdict' };
  await deps.db.write(
    async (tx) => {
      const content = { ...count, subject: `${quote.id} ${sha256}` };
      const isKnown = (await useRateWindow(tx, content, 1, now, HOUR_MS)).used > 1;
      if (isKnown && judged === 'stored') return;
      const window = await useRateWindow(tx, { ...count, subject: quote.id }, 1, now, HOUR_MS);
      // Rolls both counts back, so that a repeat of what was rejected is not taken for known.
      if (window.used > MAX_VERDICTS_PER_HOUR)
        throw tooManyVerdicts(secondsLeft({ ends: window.ends_at }, now));
    },
    { account: accountId, evenIfClosed: true, evenIfMoved: true },
  );
}

/** Whether a verdict would tell the caller something about costs, which they may not see. */
export async function isVerdictSecret(
  { db }: Pick<Deps, 'db'>,
  { accountId, seesCosts }: VerdictCaller,
): Promise<boolean> {
  if (seesCosts) return false;
  const { approval } = await requireAccount(db.read, accountId);
  return approval.marginBelow !== null;
}

function tooManyVerdicts(seconds: number): Problem {
  return new Problem(
    'rate_limited',
    `Whether a quote needs approval can be tried with ${MAX_VERDICTS_PER_HOUR} different contents per hour, unless you may see costs. Wait, or ask somebody who may.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
