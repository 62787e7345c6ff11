import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import type { Caller } from '../actions/account/callers.ts';
import type { Deps } from '../app/deps.ts';
import { logStreamFailure } from '../app/telemetry/log-stream-failure.ts';
import { Problem } from '../domain/errors.ts';
import { parseContentType } from '../domain/quote/attachment.ts';
import type { RateLimiter } from '../http/limits/limit-requests.ts';
import { sendCached } from '../http/server/compress-replies.ts';
import { createPathPrefix } from '../http/server/path-prefix.ts';
import { GET_AND_HEAD } from '../http/server/route-kinds.ts';
import type { Authenticator } from '../http/session/authenticate-key.ts';
import { requirePermission } from '../http/session/permissions.ts';
import { findSessionCaller } from '../http/session/session-caller.ts';
import { formatSessionCookie } from '../http/session/session-cookie.ts';
import type { Endpoint } from './endpoint.ts';
import { createEndpointHandler } from './handle-endpoint.ts';
import { openApiDocument } from './openapi/document.ts';
import { sendResponse } from './respond.ts';

export const API_PREFIX = '/api';
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the endpoints of the API before their handler runs. */
    caller: Caller | null;
  }
}

/** Registers the endpoints below `/api`. Authentication, scope and role are checked before the body is read. */
export function registerEndpoints(
  server: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
  auth: Authenticator,
  limiter: RateLimiter,
): void {
  const toRoute = createRouteFactory(deps, auth, limiter);
  // A scope of their own, in which the framework does not read the bodies.
  server.register((streamed, _options, done) => {
    leaveBodiesUnread(streamed);
    for (const endpoint of endpoints) if (endpoint.readsStream) streamed.route(toRoute(endpoint));
    done();
  });
  for (const endpoint of endpoints) if (!endpoint.readsStream) server.route(toRoute(endpoint));
  rejectOtherMethods(server, endpoints);
  let description: string | undefined;
  server.get('/v1/openapi.json', async (request, reply) => {
    description ??= JSON.stringify(openApiDocument(endpoints, deps.publicUrl()));
    reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*');
    return sendCached(request, reply, description);
  });
}

function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  // Otherwise the framework would reject an invalid media type before the handler can treat the body as bytes.
  scope.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] !== undefined)
      headers['content-type'] = parseContentType(headers['content-type']);
  });
}

/** A quote of a hundred items is shorter. */
const LONG_BODY_BYTES = 100_000;

function createRouteFactory(
  deps: Deps,
  auth: Authenticator,
  limiter: RateLimiter,
): (endpoint: Endpoint) => RouteOptions {
  const prefix = createPathPrefix(deps.config.publicUrl);

  function authorize(
    endpoint: Endpoint,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined {
    request.caller = caller;
    const newToken = caller.visitor?.newToken;
    if (newToken) reply.header('Set-Cookie', formatSessionCookie(request, deps.publicUrl(), newToken));
    const now = deps.clock();
    const limits = limiter.count(caller, endpoint.scope === 'read' ? 'read' : 'write', now);
    if (limits instanceof Promise) {
      return limits.then((headers) => {
        if (headers) reply.headers(headers);
        requirePermission(endpoint, caller, now);
      });
    }
    if (limits) reply.headers(limits);
    requirePermission(endpoint, caller, now);
    return undefined;
  }

  function createHandler(endpoint: Endpoint): RouteOptions['handler'] {
    const handle = createEndpointHandler(endpoint);
    return async (request, reply) => {
      const { caller } = request;
      if (!caller) throw new Error('a request that was not authenticated');
      const isLong = endpoint.scope !== 'read' && isLongJson(request);
      if (isLong) await countLongBody(caller, request.body as Buffer);
      const response = await handle({
        deps,
        caller,
        params: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        request,
      });
      if (response.stream) response.stream = logStreamFailure(response.stream, deps.log, request.id);
      return sendResponse(request, reply, prefix ? prefix.addToResponse(response) : response);
    };
  }

  /** A long body counts as several requests, as what is computed from it takes their time. It is for the next ones to wait. */
  async function countLongBody(caller: Caller, { length }: Buffer): Promise<void> {
    try {
      for (let counted = LONG_BODY_BYTES; counted < length; counted += LONG_BODY_BYTES)
        await limiter.countPart(caller, 'write', deps.clock());
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'rate_limited')) throw error;
    }
  }

  return (endpoint) => ({
    method: endpoint.method === 'GET' ? GET_AND_HEAD : endpoint.method,
    url: removeApiPrefix(endpoint.path),
    // Avoids needless awaits: most callers and limits are in memory, and a promise for each costs a GET about 5 %.
    onRequest: (request, reply, done) => {
      const known =
        findSessionCaller(deps, request, endpoint.for !== 'person') ?? auth.authenticate(request, 'api');
      const checked =
        known instanceof Promise
          ? known.then((caller) => authorize(endpoint, caller, request, reply))
          : authorize(endpoint, known, request, reply);
      if (checked) checked.then(() => done(), done);
      else done();
    },
    handler: createHandler(endpoint),
  });
}

function isLongJson({ body, headers }: FastifyRequest): boolean {
  return (
    Buffer.isBuffer(body) &&
    body.length > LONG_BODY_BYTES &&
    headers['content-type']?.startsWith('application/json') === true
  );
}

/** Removes the prefix, which the scope adds. */
function removeApiPrefix(path: string): string {
  return path.slice(API_PREFIX.length);
}

/** Returns the 405 error of a URL that has other methods. Routes for all of these would double the startup time. */
export function methodNotAllowed(
  endpoints: readonly Endpoint[],
): (request: FastifyRequest) => Problem | undefined {
  const refusing = listShadowingMethods(endpoints).map(([path, methods]) => ({
    parts: path.split('/'),
    methods,
  }));
  return ({ server, url }) => {
    const [path = ''] = url.split('?', 1);
    const parts = path.split('/');
    const fixed = refusing.find((one) => matches(one.parts, parts));
    const allowed = fixed?.methods ?? METHODS.filter((method) => server.findRoute({ method, url }));
    return allowed.length > 0 ? createMethodProblem(allowed) : undefined;
  };
}

/** Rejects missing methods of a fixed path that a parameter of another path also matches: that route would handle them. */
function rejectOtherMethods(server: FastifyInstance, endpoints: readonly Endpoint[]): void {
  for (const [path, allowed] of listShadowingMethods(endpoints)) {
    server.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: removeApiPrefix(path),
      handler: async () => {
        throw createMethodProblem(allowed);
      },
    });
  }
}

/** Lists the methods of each path that a parameter of another path also matches. */
function listShadowingMethods(endpoints: readonly Endpoint[]): [path: string, allowed: HTTPMethods[]][] {
  const paths = [...new Set(endpoints.map(({ path }) => path))].map((path) => ({
    path,
    parts: path.split('/'),
  }));
  return paths
    .filter((one) => paths.some((other) => other !== one && matches(other.parts, one.parts)))
    .map(({ path }) => {
      const own = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
      return [path, own.flatMap((method) => (method === 'GET' ? GET_AND_HEAD : [method]))];
    });
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((part, index) => part === path[index] || part.startsWith(':'))
  );
}

function createMethodProblem(allowed: readonly HTTPMethods[]): Problem {
  const allow = allowed.join(', ');
  return new Problem('method_not_allowed', `This URL allows only these methods: ${allow}.`, {
    headers: { Allow: allow },
  });
}
