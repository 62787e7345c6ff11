import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { RateLimiter } from '../../http/limits/limit-requests.ts';
import { isFromOwnPage } from '../../http/server/same-origin.ts';
import type { Authenticator } from '../../http/session/authenticate-key.ts';
import { rejectCompressed } from '../body.ts';
import type { Endpoint } from '../endpoint.ts';
import { parseJsonBody } from '../schemas/json/json-body.ts';
import { createToolServers } from './tool-server.ts';

export const MCP_PREFIX = '/mcp';

/** Request headers that the protocol defines. Credentials are not passed on. */
const PROTOCOL_HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Rejects requests from pages of other sites, whatever their method. There is no CORS here. */
export function rejectOtherOrigins(scope: FastifyInstance, { publicUrl }: Pick<Deps, 'publicUrl'>): void {
  scope.addHook('onRequest', async (request) => {
    if (request.headers.origin === undefined || isFromOwnPage(request, publicUrl())) return;
    throw new Problem(
      'cross_site',
      'The request comes from a page of another site. Use a client that runs outside of the browser.',
    );
  });
}

/**
 * Registers the endpoint of the Model Context Protocol. It is stateless: each request creates its own server, so that any
 * process can handle it. Only a key or a token of an app opens it, never a cookie.
 */
export function registerMcp(
  scope: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
  auth: Authenticator,
  limiter: RateLimiter,
): void {
  const createServerFactory = createToolServers(deps, endpoints, limiter);
  scope.post('', {
    onRequest: async (request, reply) => {
      const caller = await auth.authenticate(request, 'mcp');
      request.caller = caller;
      reply.headers((await limiter.count(caller, 'read', deps.clock())) ?? {});
    },
    handler: async (request, reply) => {
      const message = readMessage(request);
      // Loaded at the first request, because it takes longer than everything else at startup.
      const sdk = await import('@modelcontextprotocol/server');
      const factory = createServerFactory(sdk, request.caller as Caller, request);
      return sendReply(reply, await handleMessage(sdk, factory, request, message, deps.publicUrl()));
    },
  });
}

function readMessage(request: FastifyRequest): unknown {
  rejectCompressed(request);
  const { value, errors } = parseJsonBody((request.body as Buffer | undefined) ?? Buffer.alloc(0));
  assertNoErrors(errors);
  if (Array.isArray(value)) {
    throw new Problem('bad_request', 'The body is a batch. Send one message per request.');
  }
  return value;
}

/** The request has no abort signal: what has begun is completed, even if the client disconnects. */
async function handleMessage(
  { createMcpHandler }: typeof import('@modelcontextprotocol/server'),
  factory: McpServerFactory,
  { headers }: FastifyRequest,
  parsedBody: unknown,
  publicUrl: string,
): Promise<Response> {
  const passed = PROTOCOL_HEADERS.flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  const handler = createMcpHandler(factory, { maxSubscriptions: 0 });
  const message = new Request(`${publicUrl}${MCP_PREFIX}`, { method: 'POST', headers: passed });
  return handler.fetch(message, { parsedBody });
}

/** Sends the whole response at once: no tool reports its progress. */
async function sendReply(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type');
  reply.code(response.status).header('Cache-Control', 'no-store');
  return type === null ? reply.send() : reply.type(type).send(await response.text());
}
