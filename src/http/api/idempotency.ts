import { createHash } from 'node:crypto';
import type { Repeatable } from '../../actions/send/send-quote.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import {
  claimKey,
  completeKey,
  findIdempotencyRecord,
  type IdempotencyRecord,
  KEY_KEPT_MS,
  releaseKey,
} from '../../store/tables/idempotency.ts';
import type { StoredQuote } from '../../store/tables/quotes.ts';
import type { Answer, Call } from './endpoint.ts';

const REPLAYED = { 'Idempotency-Replayed': 'true' };

export interface IdempotentCall {
  key: string;
  fingerprint: string;
}

type AskedWith = Pick<Call['request'], 'method' | 'url' | 'headers' | 'body'>;

/** The key of the request, if it has one. */
export function idempotencyOf({ request }: { request: AskedWith }): IdempotentCall | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new Problem('validation_failed', 'Idempotency-Key must have 1 to 255 visible ASCII characters.', {
      errors: [{ path: 'Idempotency-Key', message: 'must have 1 to 255 visible ASCII characters' }],
    });
  }
  const path = request.url.split('?')[0] ?? '';
  const body = canonical(request.body as Buffer | undefined);
  const fingerprint = createHash('sha256').update(`${request.method} ${path}\n`).update(body).digest('hex');
  return { key, fingerprint };
}

/** The answer that was given before, if there is one. Throws when the key stands for something else. */
export async function replayOf(
  sql: Sql,
  { caller, now }: Call,
  idempotent: IdempotentCall | undefined,
): Promise<Answer | undefined> {
  if (!idempotent) return undefined;
  const record = await findIdempotencyRecord(sql, caller.accountId, idempotent.key);
  return record && now - record.created_at < KEY_KEPT_MS ? answerOf(record, idempotent, now) : undefined;
}

/**
 * The answer that was given before, or what the work gives. What the work is refused for may be the doing of the first
 * request with the same key, which ended a moment ago.
 */
export async function replayOr<T>(
  call: Call,
  idempotent: IdempotentCall | undefined,
  work: () => Promise<T>,
): Promise<T | Answer> {
  const { read } = call.deps.db;
  const replay = await replayOf(read, call, idempotent);
  if (replay) return replay;
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof Problem && error.status < 500;
    const late = isRefusal && (await replayOf(read, call, idempotent).catch(() => undefined));
    if (late) return late;
    throw error;
  }
}

/**
 * Runs the work once for a key: the record is written in the transaction of the effect, so that there is never
 * one without the other.
 */
export async function once(
  tx: Sql,
  call: Call,
  idempotent: IdempotentCall | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!idempotent) return work();
  const replay = await replayOf(tx, call, idempotent);
  if (replay) return replay;
  const { accountId } = call.caller;
  const claim = { ...idempotent, now: call.now, staleBefore: call.now - KEY_KEPT_MS, runningUntil: call.now };
  if (!(await claimKey(tx, accountId, claim))) return firstAnswer(tx, call, idempotent);
  const answer = await work();
  await completeKey(tx, accountId, idempotent.key, answer);
  return answer;
}

/** For a sending, which takes longer than a transaction: the key is held until that has ended or its time is up. */
export function repeatableSending(
  call: Call,
  idempotent: IdempotentCall | undefined,
  answerOf: (stored: StoredQuote) => Answer,
): Repeatable<Answer> {
  const { accountId } = call.caller;
  return {
    key: idempotent?.key ?? null,
    async claim(tx, runningUntil) {
      if (!idempotent) return undefined;
      const replay = await replayOf(tx, call, idempotent);
      if (replay) return replay;
      const claim = { ...idempotent, now: call.now, staleBefore: call.now - KEY_KEPT_MS, runningUntil };
      if (!(await claimKey(tx, accountId, claim))) return firstAnswer(tx, call, idempotent);
      return undefined;
    },
    async complete(tx, stored) {
      const answer = answerOf(stored);
      if (idempotent) await completeKey(tx, accountId, idempotent.key, answer);
      return answer;
    },
    async release(tx, runningUntil) {
      if (idempotent) await releaseKey(tx, accountId, idempotent.key, runningUntil);
    },
  };
}

/** Another request was quicker, and has ended by now or not. */
async function firstAnswer(tx: Sql, call: Call, idempotent: IdempotentCall): Promise<Answer> {
  const replay = await replayOf(tx, call, idempotent);
  if (!replay) throw inProgress();
  return replay;
}

function answerOf(record: IdempotencyRecord, idempotent: IdempotentCall, now: number): Answer | undefined {
  if (record.fingerprint !== idempotent.fingerprint) {
    throw new Problem(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (record.status === null) {
    if ((record.running_until ?? 0) > now) throw inProgress();
    return undefined;
  }
  return {
    status: record.status,
    headers: { ...(JSON.parse(record.headers ?? '{}') as Record<string, string>), ...REPLAYED },
    ...(record.body === null ? {} : { body: record.body }),
  };
}

function inProgress(): Problem {
  return new Problem(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Wait a moment and repeat it.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** More than any body that is accepted can have; to put more names in order takes long. */
const MAX_VALUES = 50_000;
const BEFORE_VALUES = [0x2c, 0x5b, 0x7b];

/** Equal bodies are equal however they are spaced or ordered. */
function canonical(body: Buffer | undefined): string | Buffer {
  if (!body || body.length === 0) return '{}';
  if (body.length > MAX_VALUES && hasMoreValues(body, MAX_VALUES)) return body;
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')), sortedKeys);
  } catch {
    return body;
  }
}

/** Whether there may be more; those in texts are counted too. */
function hasMoreValues(body: Buffer, limit: number): boolean {
  let values = 0;
  for (const byte of body) if (BEFORE_VALUES.includes(byte) && ++values > limit) return true;
  return false;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
