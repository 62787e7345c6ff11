import { baseAddress, pathOf, queryOf } from './address.ts';
import { OPERATIONS, type Operations } from './api.ts';
import { attempt } from './attempt.ts';
import { isProfferError, ProfferError } from './errors.ts';
import type { FileResponse } from './file.ts';
import { etagOf, rememberResponse } from './response.ts';
import { retryDelay, sleep, wasCarriedOutPerhaps } from './retry.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://quotes.example.com`. */
  url: string;
  /** An API key: `prf_live_…` or `prf_test_…`. Never put one into a page that others open. */
  key?: string | undefined;
  /** Without a key, in a page of the service itself: the account whose console the person is signed in to. */
  account?: string | undefined;
  /** How often a call is repeated that may succeed later. Default: 3. */
  maxRetries?: number | undefined;
  /** How long one try may take; of a file, until it begins to come. Default: 60,000. */
  timeoutMs?: number | undefined;
  /** Added to every request. */
  headers?: Record<string, string> | undefined;
  /** Another `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Is told of each repeat before its wait, for your log. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Retry {
  /** Such as `POST /quotes/{id}/send`. */
  operation: string;
  error: ProfferError;
  waitMs: number;
}

/** Of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  headers?: Record<string, string> | undefined;
}

export interface PostOptions extends CallOptions {
  /** In place of the one that the client makes: what identifies the request in your own data, for example. */
  idempotencyKey?: string | undefined;
}

/** What `ifMatch` takes: the object as a call has returned it, or an ETag. */
export type Version = object | string;

export interface ChangeOptions extends CallOptions {
  /** Change it only if it is still as it was then; otherwise `precondition_failed`. */
  ifMatch?: Version | undefined;
}

export interface GetOptions<T extends object> extends CallOptions {
  /** What you have: you get it back, without a download, if it has not changed. */
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

/** Carries out operations of the document. */
export interface Caller {
  json<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Operations[Id]['result']>;
  /** The same operation, with the file of this type as its result. */
  file<Id extends OperationId>(
    id: Id,
    type: string,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<FileResponse>;
}

export function createCaller(client: ClientOptions): Caller {
  const base = baseAddress(client.url);
  return {
    json: async (id, input, options = {}) =>
      perform(client, requestOf(client, base, id, 'application/json', input, options), options, (response) =>
        readJson(response, options),
      ),
    file: async (id, type, input, options = {}) =>
      perform(client, requestOf(client, base, id, type, input, options), options, async (response) => {
        if (response.body) return response as FileResponse;
        throw new ProfferError('unexpected_response', 'The response has no body.', {
          status: response.status,
        });
      }),
  };
}

interface Outgoing {
  operation: string;
  url: string;
  init: RequestInit & { method: string };
  /** Whether its body can be sent a second time. */
  isWhole: boolean;
  isRepeatable: boolean;
}

function requestOf(
  client: ClientOptions,
  base: string,
  id: OperationId,
  accept: string,
  { path, query, body }: AnyInput,
  options: AnyOptions,
): Outgoing {
  const operation = OPERATIONS[id];
  const [method = '', template = ''] = operation.split(' ');
  const isFile = id === 'putAttachment';
  const isStream = body instanceof ReadableStream;
  const headers = {
    Accept: accept,
    ...(client.key !== undefined && { Authorization: `Bearer ${client.key}` }),
    ...(client.account !== undefined && { 'Proffer-Account': client.account }),
    ...(body !== undefined && !isFile && { 'Content-Type': 'application/json' }),
    ...(method === 'POST' && { 'Idempotency-Key': options.idempotencyKey ?? newKey() }),
    ...(options.ifMatch !== undefined && { 'If-Match': etagOf(options.ifMatch) }),
    ...(options.ifNoneMatch !== undefined && { 'If-None-Match': etagOf(options.ifNoneMatch) }),
    ...client.headers,
    ...options.headers,
  };
  return {
    operation,
    url: base + pathOf(template, path) + queryOf(query),
    init: {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: isFile ? (body as RequestInit['body']) : JSON.stringify(body) }),
      ...(isStream && { duplex: 'half' }),
    },
    isWhole: !isStream,
    // If the first was carried out after all, a change that names a version would fail for its own sake.
    isRepeatable: options.ifMatch === undefined || !['PUT', 'PATCH'].includes(method),
  };
}

/** Also where a page was not opened over https, which has no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function perform<T>(
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
      isOutcomeUnknown ||= wasCarriedOutPerhaps(error);
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
