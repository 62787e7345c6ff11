import { describeOperation, type History } from '../../chaos/check/history.ts';
import { type ChaosOptions, type ChaosResult, runChaos, runSqliteChaos } from '../../chaos/run-chaos.ts';
import { type Failure, type PartResult, shareOf, type Turn } from '../part.ts';

const CLIENTS = 4;
/** The start of the processes, and the checks after the load. */
const AROUND_S = 15;
const LEAST_S = 5;

/** One process on SQLite that is killed again and again, with one thread and with two in turn. */
export async function proveSqliteChaos(turn: Turn): Promise<PartResult> {
  return toResult(await runSqliteChaos(chooseLoad(turn)));
}

/** Three processes on one PostgreSQL while everything fails in turn. */
export async function provePostgresChaos(turn: Turn): Promise<PartResult> {
  return toResult(await runChaos(chooseLoad(turn)));
}

function chooseLoad(turn: Turn): ChaosOptions {
  const { seed, seconds, load } = turn;
  return {
    seed,
    clients: shareOf(turn, CLIENTS),
    seconds: Math.max(LEAST_S, (seconds - AROUND_S) * load),
  };
}

function toResult({ history, faults, webhooks, acts }: ChaosResult): PartResult {
  const { operations, violations } = history;
  return {
    counts: {
      kills: faults.kills,
      ...(faults.databaseRestarts > 0 && {
        'crashes of PostgreSQL': faults.databaseRestarts,
        'connections cut': faults.backends,
        'lost commits': faults.lostResponses,
      }),
      operations: operations.length,
      reads: history.reads,
      webhooks,
      ...acts,
    },
    failures: violations.map((what) => toFailure(what, history)),
  };
}

/** A run under load cannot be repeated step by step, so it shows the operations on the object that it is about. */
function toFailure(what: string, { operations, acts }: History): Failure {
  const ids = new Set(what.match(/\b(quo|inv)_\w+|\bcus-[\w-]+/g) ?? []);
  const own = operations.filter(({ quoteId = '', invoiceId = '' }) => ids.has(quoteId) || ids.has(invoiceId));
  const others = acts.filter((act) => [...ids].some((id) => act.includes(id)));
  return { what, sequence: [...own.map(describeOperation), ...others] };
}
