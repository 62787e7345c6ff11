import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import type { Deps } from '../../app/deps.ts';
import type { Endpoint } from '../endpoint.ts';
import { createEndpointHandler } from '../handle-endpoint.ts';
import type { Fields } from '../schemas/amounts.ts';

/** The caller of a tool, and the request in which the call came. */
export interface ToolContext {
  deps: Deps;
  caller: Caller;
  request: FastifyRequest;
}

export interface EndpointCall {
  params: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Fields;
  mustBeDraft?: true | undefined;
}

interface EndpointReply {
  value: Fields;
  etag: string | undefined;
}

/**
 * Runs the handler of an endpoint as if its own request had come in, so that validation, idempotency and every rule are the
 * same. Authentication and rate limits are the concern of the request that holds the call.
 */
export async function callEndpoint(
  { deps, caller, request }: ToolContext,
  endpoint: Endpoint,
  { params, query = {}, headers = {}, body, mustBeDraft }: EndpointCall,
): Promise<EndpointReply> {
  const inner: FastifyRequest = Object.create(request, {
    method: { value: endpoint.method },
    url: { value: endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')) },
    headers: { value: { accept: 'application/json', 'content-type': 'application/json', ...headers } },
    body: { value: body && Buffer.from(JSON.stringify(body)) },
  });
  const handle = createEndpointHandler(endpoint);
  const response = await handle({ deps, caller, params, query, request: inner, mustBeDraft });
  const { before = '', after = '' } = response.around ?? {};
  const text = Buffer.from(response.body ?? '').toString();
  return { value: JSON.parse(before + text + after) as Fields, etag: response.headers?.ETag };
}
