import type { Reply } from '../../support/service/client.ts';
import type { ChaosAccount } from '../faults/cluster.ts';

export type Kind = 'create' | 'update' | 'convert' | 'send' | 'accept' | 'decline' | 'delete';

/** Something a client wanted, with all it heard about it. */
export interface Operation {
  kind: Kind;
  account: ChaosAccount;
  /** Of a create: as soon as it is known. */
  quoteId?: string;
  /** `Idempotency-Key` */
  key?: string;
  /** The version in `If-Match`. */
  version?: number;
  /** That a create or an update writes; no other operation writes the same. */
  title?: string;
  /** That a convert asks for; all that is left without it. */
  stage?: number;
  /** To whom a send goes; no other send goes there. */
  recipient?: string;
  run(url: string): Promise<Reply>;
  /** Repeating it does no harm. */
  isRepeatable: boolean;
  attempts: number;
  /** Attempts of which the client cannot tell whether they took effect. */
  unclear: number;
  /** The answer that settled it. */
  reply?: Reply;
}

export interface History {
  operations: Operation[];
  /** The highest version of each quote that somebody was told of. */
  versions: Map<string, number>;
  reads: number;
  /** Answers that said to try again later, and the longest wait for one. */
  unavailable: { count: number; slowestMs: number };
  violations: string[];
}

export function createHistory(): History {
  return {
    operations: [],
    versions: new Map(),
    reads: 0,
    unavailable: { count: 0, slowestMs: 0 },
    violations: [],
  };
}

export function isAcknowledged({ reply }: Operation): boolean {
  return reply !== undefined && reply.status < 400;
}

/**
 * Not acknowledged, but it may have been done all the same. A key settles that: had the first attempt been done, a
 * repeat would have got its answer.
 */
export function isPossible(operation: Operation): boolean {
  if (isAcknowledged(operation) || operation.unclear === 0) return false;
  return operation.key === undefined || operation.reply === undefined;
}

export function versionOf(reply: Reply): number | undefined {
  const version = /^"(\d+)/.exec(reply.headers.get('ETag') ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

/** For people who look for the cause. */
export function describeOperation({ kind, quoteId, key, attempts, unclear, reply }: Operation): string {
  const answer = reply ? `${reply.status} ${reply.body?.code ?? ''}`.trim() : 'no answer';
  return `${kind} of ${quoteId ?? 'a new quote'} (${key ?? 'no key'}, ${attempts} attempts, ${unclear} unclear): ${answer}`;
}
