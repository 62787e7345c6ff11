import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { pathPrefix } from '../server/path-prefix.ts';
import { sendProblem } from '../server/problem-reply.ts';
import type { Authenticator } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import type { RateLimiter } from './rate-limit.ts';
import { sendAnswer } from './respond.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the endpoints of the API before their handler runs. */
    caller: Caller | null;
  }
}

/** Key and scope are checked before the body is read; everything else is the handler's. */
export function registerEndpoints(
  server: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
  auth: Authenticator,
  limiter: RateLimiter,
): void {
  const prefix = pathPrefix(deps.config.publicUrl);
  server.decorateRequest('caller', null);
  for (const endpoint of endpoints) {
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      onRequest: async (request, reply) => {
        const known = auth.authenticate(request);
        const caller = known instanceof Promise ? await known : known;
        request.caller = caller;
        const limits = await limiter.count(caller, endpoint.scope, deps.clock());
        if (limits) reply.headers(limits);
        if (endpoint.scope === 'write' && !caller.canWrite) {
          throw new Problem('forbidden', 'This key may only read. Use a key with the scope "write".');
        }
      },
      handler: async (request, reply) => {
        const { caller } = request;
        if (!caller) throw new Error('a request that was not authenticated');
        const answer = await endpoint.handle({
          deps,
          caller,
          params: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          request,
          now: deps.clock(),
        });
        return sendAnswer(request, reply, prefix ? prefix.addToAnswer(answer) : answer);
      },
    });
  }
  refuseOtherMethods(server, deps, endpoints);
}

function refuseOtherMethods(server: FastifyInstance, deps: Deps, endpoints: readonly Endpoint[]): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const allowed = new Set<string>(
      endpoints.filter((endpoint) => endpoint.path === path).map((e) => e.method),
    );
    if (allowed.has('GET')) allowed.add('HEAD');
    const allow = [...allowed].join(', ');
    server.route({
      method: METHODS.filter((method) => !allowed.has(method)),
      url: path,
      handler: (request, reply) =>
        sendProblem(
          deps.log,
          new Problem('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } }),
          request,
          reply,
        ),
    });
  }
}
