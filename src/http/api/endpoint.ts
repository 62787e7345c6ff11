import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import type { Deps } from '../../deps.ts';
import type { ProblemCode } from '../../domain/errors.ts';

/** One operation of the API: what the router, the checks and the OpenAPI document need to know of it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for a part that varies. */
  path: string;
  /** What the key must be allowed to do. */
  scope: 'read' | 'write';
  /**
   * `settings`: of the people in an account only its owners. `owner`: the session of an owner and no key, whatever its
   * scope. Otherwise everybody whose scope, or role, allows it.
   */
  for?: 'settings' | 'owner';
  /** Of a person: to have signed in within the last 15 minutes. */
  asksForRecentSignIn?: true;
  operation: Operation;
  /** The handler reads the body itself, as it comes, and bounds it. */
  readsStream?: true;
  handle(call: Call): Promise<ApiResponse>;
}

export interface Operation {
  id: string;
  tag: 'Quotes' | 'Customers' | 'Catalogue' | 'Templates' | 'Invoices' | 'Account' | 'People' | 'Webhooks';
  summary: string;
  description?: string;
  query?: Record<string, object>;
  /** JSON, unless it is bytes of any kind. */
  body?: { schema: object; optional?: boolean; example: unknown } | 'bytes';
  /** Honoured headers beside Authorization. */
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
  /** By the clock of the account; people and webhooks have real time. */
  now: number;
}

/** `body` is JSON text that is sent as it stands, or bytes of another type. */
export interface ApiResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** ASCII before and after the body. Joined with it first, each page of a list would take its memory twice. */
  around?: { before: string; after: string };
  /** In place of a body: what is too large to be held. Its headers say how long and of which type it is. */
  stream?: AsyncIterable<Uint8Array>;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers, body: typeof value === 'string' ? value : JSON.stringify(value) };
}
