import { describeOperation, type Operation } from '../../chaos/check/history.ts';
import { type ChaosResult, runChaos, runSqliteChaos } from '../../chaos/run-chaos.ts';
import type { Failure, PartResult, Turn } from '../part.ts';

const CLIENTS = 4;
/** The start of the processes, and the checks after the load. */
const AROUND_S = 15;

/** One process on SQLite that is killed again and again, with one thread and with two in turn. */
export async function proveSqliteChaos({ seed, seconds }: Turn): Promise<PartResult> {
  const threads = 1 + (seed % 2);
  return toResult(await runSqliteChaos({ seed, clients: CLIENTS, seconds: loadSeconds(seconds), threads }));
}

/** Three processes on one PostgreSQL while everything fails in turn. */
export async function provePostgresChaos({ seed, seconds }: Turn): Promise<PartResult> {
  return toResult(await runChaos({ seed, clients: CLIENTS, seconds: loadSeconds(seconds) }));
}

function loadSeconds(seconds: number): number {
  return Math.max(5, seconds - AROUND_S);
}

function toResult({ history, faults, webhooks, given }: ChaosResult): PartResult {
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
      'keys and invitations': given,
    },
    failures: violations.map((what) => toFailure(what, operations)),
  };
}

/** A run under load cannot be repeated step by step, so it shows the operations on the object that it is about. */
function toFailure(what: string, operations: readonly Operation[]): Failure {
  const ids = new Set(what.match(/\b(quo|inv)_\w+/g) ?? []);
  const own = operations.filter(({ quoteId = '', invoiceId = '' }) => ids.has(quoteId) || ids.has(invoiceId));
  return { what, sequence: own.map(describeOperation) };
}
