import { OPERATIONS, type Operations } from './api.ts';
import { attempt } from './attempt.ts';
import { isProfferError, ProfferError } from './errors.ts';
import type { FileResponse } from './file.ts';
import { getEtag, rememberResponse } from './response.ts';
import { mayHaveTakenEffect, retryDelay, sleep } from './retry.ts';
import { fillPath, formatQuery, getBaseUrl } from './url.ts';

export interface ClientOptions {
  /** The URL of the service, such as `https://quotes.example.com`. */
  url: string;
  /** An API key: `prf_live_…` or `prf_test_…`. Never put a key into a public page. */
  key?: string | undefined;
  /** For pages of the service itself, instead of a key: the account whose console the user is signed in to. */
  account?: string | undefined;
  /** Maximum number of retries of a call. Default: 3. */
  maxRetries?: number | undefined;
  /** Timeout of one attempt in milliseconds; for a file, until its first byte. Default: 60,000. */
  timeoutMs?: number | undefined;
  /** Headers added to every request. */
  headers?: Record<string, string> | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Called before each retry, for example to log it. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Retry {
  /** The operation, such as `POST /quotes/{id}/send`. */
  operation: string;
  error: ProfferError;
  waitMs: number;
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  headers?: Record<string, string> | undefined;
}

export interface PostOptions extends CallOptions {
  /** Replaces the generated key, for example with an ID from your own data. */
  idempotencyKey?: string | undefined;
}

/** An object that a call returned, or an ETag. */
export type Version = object | string;

export interface ChangeOptions extends CallOptions {
  /** Makes the change only if the object is still at this version; otherwise throws `precondition_failed`. */
  ifMatch?: Version | undefined;
}

export interface GetOptions<T extends object> extends CallOptions {
  /** The object you have. It is returned without a download if it has not changed. */
  ifNoneMatch?: T | undefined;
}

type AnyOptions = PostOptions & ChangeOptions & { ifNoneMatch?: object };
type OperationId = keyof Operations;
type Input<Id extends OperationId> = Pick<Operations[Id], keyof Operations[Id] & ('path' | 'query' | 'body')>;
interface AnyInput {
  path?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/** Performs the operations of the OpenAPI document. */
export interface Caller {
  json<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Operations[Id]['result']>;
  /** Performs the operation and returns a file of this type. */
  file<Id extends OperationId>(
    id: Id,
    type: string,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<FileResponse>;
}

export function createCaller(client: ClientOptions): Caller {
  const base = getBaseUrl(client.url);
  return {
    json: async (id, input, options = {}) =>
      sendWithRetries(
        client,
        buildRequest(client, base, id, 'application/json', input, options),
        options,
        (response) => readJson(response, options),
      ),
    file: async (id, type, input, options = {}) =>
      sendWithRetries(
        client,
        buildRequest(client, base, id, type, input, options),
        options,
        async (response) => {
          if (response.body) return response as FileResponse;
          throw new ProfferError('unexpected_response', 'The response has no body.', {
            status: response.status,
          });
        },
      ),
  };
}

interface Outgoing {
  operation: string;
  url: string;
  init: RequestInit & { method: string };
  /** Whether the body can be sent again. */
  isWhole: boolean;
  isRepeatable: boolean;
}

function buildRequest(
  client: ClientOptions,
  base: string,
  id: OperationId,
  accept: string,
  { path, query, body }: AnyInput,
  options: AnyOptions,
): Outgoing {
  const operation = OPERATIONS[id];
  const [method = '', template = ''] = operation.split(' ');
  const isFile = id === 'putAttachment' || id === 'importPayments';
  const isStream = body instanceof ReadableStream;
  const headers = {
    Accept: accept,
    ...(client.key !== undefined && { Authorization: `Bearer ${client.key}` }),
    ...(client.account !== undefined && { 'Proffer-Account': client.account }),
    ...(body !== undefined && !isFile && { 'Content-Type': 'application/json' }),
    ...(method === 'POST' && { 'Idempotency-Key': options.idempotencyKey ?? createIdempotencyKey() }),
    ...(options.ifMatch !== undefined && { 'If-Match': getEtag(options.ifMatch) }),
    ...(options.ifNoneMatch !== undefined && { 'If-None-Match': getEtag(options.ifNoneMatch) }),
    ...client.headers,
    ...options.headers,
  };
  return {
    operation,
    url: base + fillPath(template, path) + formatQuery(query),
    init: {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: isFile ? (body as RequestInit['body']) : JSON.stringify(body) }),
      ...(isStream && { duplex: 'half' }),
    },
    isWhole: !isStream,
    // If the first request succeeded after all, repeating a change with `If-Match` would fail.
    isRepeatable: options.ifMatch === undefined || !['PUT', 'PATCH'].includes(method),
  };
}

/** Avoids `randomUUID`, which is missing on pages without https. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sendWithRetries<T>(
  client: ClientOptions,
  { operation, url, init, isWhole, isRepeatable }: Outgoing,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs = client.timeoutMs ?? 60_000 } = options;
  const maxRetries = isWhole ? (options.maxRetries ?? client.maxRetries ?? 3) : 0;
  let isOutcomeUnknown = false;
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await attempt(client.fetch ?? globalThis.fetch, url, init, { signal, timeoutMs }, read);
    } catch (error) {
      // The first request has deleted it.
      if (isOutcomeUnknown && init.method === 'DELETE' && isProfferError(error, 'not_found')) {
        return undefined as T;
      }
      if (!isProfferError(error)) throw error;
      const waitMs = retryDelay(error, { repeats, maxRetries, isRepeatable });
      if (waitMs === undefined) throw error;
      isOutcomeUnknown ||= mayHaveTakenEffect(error);
      client.onRetry?.({ operation, error, waitMs });
      await sleep(waitMs, signal);
    }
  }
}

async function readJson(response: Response, { ifNoneMatch }: AnyOptions): Promise<never> {
  if (response.status === 304) return ifNoneMatch as never;
  if (response.status === 204) return undefined as never;
  const text = await response.text();
  try {
    const value = JSON.parse(text);
    rememberResponse(value, response);
    return value as never;
  } catch (cause) {
    throw new ProfferError('unexpected_response', 'The response is not JSON. Is the url right?', {
      status: response.status,
      cause,
    });
  }
}
