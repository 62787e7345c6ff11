import type { FastifyRequest } from 'fastify';
import type { Caller } from '../actions/account/callers.ts';
import type { Deps } from '../app/deps.ts';
import type { ProblemCode } from '../domain/errors.ts';
import type { KeyScope } from '../domain/people/key-scopes.ts';

/** One operation of the API, as the router, the authorization and the OpenAPI document need it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with `:name` for a parameter. */
  path: string;
  /** The scope that the key must have. */
  scope: KeyScope;
  /**
   * `settings`: keys, and among users only owners. `owner`: the session of an owner, and no key of any scope.
   * `approver`: the session of somebody who may approve, and no key. `person`: the session of anybody, for what concerns no
   * account; no key. Without it, every caller whose scope or role is sufficient.
   */
  for?: 'settings' | 'owner' | 'approver' | 'person';
  /** Requires a user to have signed in within the last 15 minutes. */
  needsRecentSignIn?: true;
  operation: Operation;
  /** The handler reads the body as a stream and limits its size. */
  readsStream?: true;
  handle(call: Call): Promise<ApiResponse>;
}

export interface Operation {
  id: string;
  tag: 'Quotes' | 'Customers' | 'Catalogue' | 'Templates' | 'Invoices' | 'Account' | 'People' | 'Webhooks';
  summary: string;
  description?: string;
  query?: Record<string, object>;
  /** A JSON body, or bytes of any type. */
  body?: { schema: object; optional?: boolean; example: unknown } | 'bytes';
  /** Supported request headers besides Authorization. */
  headers?: ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  responses: Record<
    number,
    { description: string; schema?: object; example?: unknown; contentType?: string }
  >;
  problems: ProblemCode[];
}

export interface Call {
  deps: Deps;
  caller: Caller;
  params: Record<string, string>;
  query: Record<string, unknown>;
  request: FastifyRequest;
  /** The time of the account's clock; endpoints for people and webhooks use real time. */
  now: number;
  /** Whether a quote may only be changed while it is a draft, whatever the caller may do. */
  mustBeDraft?: true | undefined;
}

/** `body` is JSON text, which is sent unchanged, or bytes of another type. */
export interface ApiResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** ASCII text before and after the body. Joining them first would need the memory of each list page twice. */
  around?: { before: string; after: string };
  /** A body that is too large for memory. The headers state its length and type. */
  stream?: AsyncIterable<Uint8Array>;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers, body: typeof value === 'string' ? value : JSON.stringify(value) };
}
