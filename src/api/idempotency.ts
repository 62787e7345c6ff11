import { createHash } from 'node:crypto';
import { runOnce } from '../actions/once.ts';
import type { Repeat } from '../actions/repeat.ts';
import type { Deps } from '../app/deps.ts';
import { assertNoErrors } from '../domain/field-errors.ts';
import type { StoredResponse } from '../store/tables/idempotency.ts';
import type { ApiResponse, Call } from './endpoint.ts';

const REPLAYED = { 'Idempotency-Replayed': 'true' };

interface KeyableRequest {
  deps: Pick<Deps, 'clock'>;
  request: Pick<Call['request'], 'method' | 'url' | 'headers' | 'body'>;
  caller: Pick<Call['caller'], 'accountId' | 'canWrite'>;
  now: number;
}

/** Runs the work once per Idempotency-Key, if the request has one, and converts its result to the response. */
export function respondOnce<Result>(
  call: KeyableRequest & Pick<Call, 'deps'>,
  respond: (result: Result) => ApiResponse,
  work: (repeat: Repeat<Result>) => Promise<Result>,
): Promise<ApiResponse> {
  return runOnce(call.deps, readIdempotencyKey(call), respond, work);
}

/** Reads the `Idempotency-Key` of a request, if it has one, with a fingerprint of the request. */
export function readIdempotencyKey({ deps, request, caller, now }: KeyableRequest) {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    const message = 'must have 1 to 255 visible ASCII characters';
    assertNoErrors([{ in: 'header', path: '/Idempotency-Key', message }]);
  }
  const path = request.url.split('?')[0] ?? '';
  const body = normalizeBody(request.body as Buffer | undefined);
  const fingerprint = createHash('sha256').update(`${request.method} ${path}\n`).update(body).digest('hex');
  return {
    accountId: caller.accountId,
    key: String(key),
    // A key for drafts must not get the response to a key that may write, which may have the link to the customer page.
    fingerprint: caller.canWrite ? fingerprint : `${fingerprint} draft`,
    now: Math.min(now, deps.clock()),
    again: (stored: StoredResponse): StoredResponse => ({
      ...stored,
      headers: { ...stored.headers, ...REPLAYED },
    }),
  };
}

/** No valid body has more values; sorting the names of more would take long. */
const MAX_VALUES = 50_000;
const VALUE_SEPARATORS = [0x2c, 0x5b, 0x7b];

/** Normalizes the body, so that white space and the order of fields make no difference. */
function normalizeBody(body: Buffer | undefined): string | Buffer {
  if (!body || body.length === 0) return '{}';
  if (body.length > MAX_VALUES && hasMoreValues(body, MAX_VALUES)) return body;
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')), sortKeys);
  } catch {
    return body;
  }
}

/** Whether the body may have more values. It counts separators, including those inside of strings. */
function hasMoreValues(body: Buffer, limit: number): boolean {
  let values = 0;
  for (const byte of body) if (VALUE_SEPARATORS.includes(byte) && ++values > limit) return true;
  return false;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
