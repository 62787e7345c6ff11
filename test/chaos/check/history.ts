import type { Reply } from '../../support/service/client.ts';
import type { ChaosAccount } from '../faults/cluster.ts';

export const KINDS = [
  ...(['create', 'update', 'send', 'accept', 'decline', 'convert', 'delete'] as const),
  ...(['issue', 'send invoice', 'remind', 'pay', 'remove payment', 'credit'] as const),
];
export type Kind = (typeof KINDS)[number];

/** An operation of a client, with everything the client learned about it. */
export interface Operation {
  kind: Kind;
  account: ChaosAccount;
  /** For a create, set as soon as it is known. */
  quoteId?: string;
  /** The invoice or credit note that the operation is about. */
  invoiceId?: string;
  key?: string;
  version?: number;
  /** The title that a create or an update writes; unique per operation. */
  title?: string;
  /** The stage that a convert requests; everything left if absent. */
  stage?: number;
  /** The reference of a payment or the reason of a credit note; unique per operation. */
  mark?: string;
  /** The payment that is removed. */
  paymentId?: string;
  /** The recipient of a send; unique per operation. */
  recipient?: string;
  run(url: string): Promise<Reply>;
  /** Whether the operation can be repeated safely. */
  isRepeatable: boolean;
  attempts: number;
  /** Attempts that may or may not have taken effect. */
  unclear: number;
  /** The response that settled the operation. */
  reply?: Reply;
}

export interface History {
  operations: Operation[];
  /** Requests of the actors and their outcomes. */
  acts: string[];
  /** The highest version of each quote and invoice that a client has seen. */
  versions: Map<string, number>;
  reads: number;
  /** Responses that asked to retry later, and the slowest of them. */
  unavailable: { count: number; slowestMs: number };
  violations: string[];
}

export function createHistory(): History {
  return {
    operations: [],
    acts: [],
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
 * Returns whether an unacknowledged operation may have taken effect. One that ended with an error under a key has
 * not: a repeat would have returned the response of the first attempt.
 */
export function mayHaveApplied(operation: Operation): boolean {
  if (isAcknowledged(operation) || operation.unclear === 0) return false;
  return operation.key === undefined || operation.reply === undefined;
}

export function versionOf(reply: Reply): number | undefined {
  const version = /^"(\d+)/.exec(reply.headers.get('ETag') ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

export function describeOperation(operation: Operation): string {
  const { kind, quoteId, invoiceId, key, attempts, unclear, reply } = operation;
  const answer = reply ? `${reply.status} ${reply.body?.code ?? ''}`.trim() : 'no response';
  return `${kind} of ${invoiceId ?? quoteId ?? 'a new quote'} (${key ?? 'no key'}, ${attempts} attempts, ${unclear} unclear): ${answer}`;
}
