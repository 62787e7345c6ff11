import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from '../support/service/client.ts';
import { describeOperation, type History, type Kind, type Operation, versionOf } from './check/history.ts';
import { getLag } from './lag.ts';
import { between, type Random } from './random.ts';

type RequestKind = Kind | 'read' | 'page';

export interface Route {
  /** Returns the URL of the next process in turn; `undefined` while none is up. */
  pick(): string | undefined;
  /** Whether repeats are still allowed. */
  isOpen(): boolean;
  random: Random;
}

/** Responses that settle an operation; any other response is a violation. */
const EXPECTED: Record<Kind, readonly (number | string)[]> = {
  create: [201],
  update: [200, 404, 412, 'quote_converted', 'partly_invoiced'],
  convert: [201, 404, 'quote_converted', 'quote_not_accepted', 'stage_invoiced'],
  send: [200, 404, 'quote_converted', 'partly_invoiced', 'send_in_progress', 'quote_changed'],
  accept: [303, 404, 409],
  decline: [303, 404, 409],
  delete: [204, 404, 'quote_converted', 'partly_invoiced'],
  issue: [200],
  'send invoice': [200, 'send_in_progress', 'invoice_changed'],
  remind: [200, 'invoice_not_issued', 'invoice_not_overdue', 'invoice_not_sent'],
  pay: [201, 'invoice_not_issued', 'more_than_due'],
  'remove payment': [204, 404],
  credit: [201, 'invoice_not_issued', 'more_than_invoiced'],
};
/** Codes to retry later with the same key or condition. */
const LATER = new Set(['idempotency_in_progress', 'pdf_busy']);
/** Operations that wait for a PDF, or that finish a send that they have started. */
const SLOW = new Set<RequestKind>(['send', 'send invoice', 'remind', 'accept', 'decline', 'page']);
/** Without the time in which this process itself had no processor: the others had none either. */
const UNAVAILABLE_WITHIN_MS = 5000;
const ANSWER_WITHIN_MS = 40_000;

/** A request whose process died can stay in progress for minutes: its client goes on with something else. */
const PATIENCE_MS = 4000;

/** Limits how long one operation is repeated; the aftermath settles it. */
export function withPatience(route: Route): Route {
  const end = performance.now() + PATIENCE_MS;
  return { ...route, isOpen: () => route.isOpen() && performance.now() < end };
}

/** Repeats until a response settles the operation, or until a repeat is unsafe or too late. */
export async function perform(history: History, operation: Operation, route: Route): Promise<void> {
  while (route.isOpen()) {
    const url = route.pick();
    if (url === undefined) {
      await delay(20);
      continue;
    }
    operation.attempts++;
    const result = await attempt(history, operation.kind, () => operation.run(url));
    if (result === 'unclear') {
      operation.unclear++;
      if (!operation.isRepeatable) return;
    } else if (result !== 'not done') {
      settle(history, operation, result);
      return;
    }
    await delay(between(route.random, 50, 250));
  }
}

/** Repeats a read until it succeeds. */
export async function ask(
  history: History,
  route: Route,
  read: (url: string) => Promise<Reply>,
  kind: 'read' | 'page' = 'read',
): Promise<Reply | undefined> {
  while (route.isOpen()) {
    const url = route.pick();
    const result = url === undefined ? 'not done' : await attempt(history, kind, () => read(url));
    history.reads++;
    if (typeof result !== 'string') return result;
    await delay(between(route.random, 20, 150));
  }
  return undefined;
}

async function attempt(
  history: History,
  kind: RequestKind,
  run: () => Promise<Reply>,
): Promise<Reply | 'unclear' | 'not done'> {
  const start = performance.now();
  const lagBefore = getLag();
  let reply: Reply;
  try {
    reply = await withinLimit(run());
  } catch (error) {
    if (error instanceof NoAnswer)
      history.violations.push(`${kind}: no response within ${ANSWER_WITHIN_MS} ms`);
    return isRefusedConnection(error) ? 'not done' : 'unclear';
  }
  if (reply.status === 503)
    recordUnavailable(history, kind, reply, performance.now() - start - (getLag() - lagBefore));
  if (LATER.has(reply.body?.code)) return 'not done';
  return reply.status === 503 ? 'unclear' : reply;
}

function recordUnavailable(history: History, kind: RequestKind, { headers }: Reply, ms: number): void {
  const { unavailable, violations } = history;
  unavailable.count++;
  if (headers.get('Retry-After') === null) violations.push(`${kind}: 503 without Retry-After`);
  if (SLOW.has(kind)) return;
  unavailable.slowestMs = Math.max(unavailable.slowestMs, ms);
  if (ms > UNAVAILABLE_WITHIN_MS) violations.push(`${kind}: 503 only after ${Math.round(ms)} ms`);
}

function settle(history: History, operation: Operation, reply: Reply): void {
  operation.reply = reply;
  const { kind } = operation;
  if (!EXPECTED[kind].includes(reply.status) && !EXPECTED[kind].includes(reply.body?.code)) {
    history.violations.push(
      `unexpected response: ${describeOperation(operation)} ${reply.text.slice(0, 300)}`,
    );
  }
  if (reply.status >= 400) return;
  if (kind === 'create') operation.quoteId = reply.body.id;
  const version = versionOf(reply);
  const { quoteId = '', invoiceId: id = quoteId } = operation;
  if (version !== undefined) history.versions.set(id, Math.max(version, history.versions.get(id) ?? 0));
}

class NoAnswer extends Error {}

async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), ANSWER_WITHIN_MS);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function isRefusedConnection(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (cause?.code ?? code) === 'ECONNREFUSED';
}
