import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { Problem } from '../../domain/errors.ts';
import { formatProblem, PROBLEM_TYPE, toProblem } from './problem-reply.ts';

/** One route for both methods. The framework would add a second route for HEAD, which doubles the startup time. */
export const GET_AND_HEAD: HTTPMethods[] = ['GET', 'HEAD'];

/** All URLs below a prefix, which report errors in the same way: to a program or to a person. */
export interface RouteKind {
  /** `/api` or `/acc_:account`; empty for the kind of all other URLs, which is the last. */
  prefix: string;
  renderError(problem: Problem, request: FastifyRequest): ErrorReply;
  /** The log message of an unexpected error. */
  failure: string;
  /** Adds hooks that run before the admission of a request is decided. */
  prepare?(scope: FastifyInstance): void;
  /** Returns the error of a request that no route handles, if it is not a plain 404. */
  findProblem?(request: FastifyRequest): Problem | undefined;
  register(scope: FastifyInstance): void;
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Finds the kind by the URL itself, for errors that occur before there is a route. */
export function findKind(kinds: readonly RouteKind[], url: string): RouteKind {
  const kind = kinds.find(({ prefix }) => url.startsWith(fixedPart(prefix))) ?? kinds.at(-1);
  if (!kind) throw new Error('there are no routes');
  return kind;
}

function fixedPart(prefix: string): string {
  return prefix.includes(':') ? prefix.slice(0, prefix.indexOf(':')) : `${prefix}/`;
}

export function sendError(reply: FastifyReply, { status, headers, body }: ErrorReply): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Registers each kind in a scope of its own, in which `admit` runs after `prepare`. */
export function registerKinds(
  server: FastifyInstance,
  kinds: readonly RouteKind[],
  {
    log,
    admit,
    createNotFound,
  }: { log: Logger; admit(scope: FastifyInstance): void; createNotFound(): Problem },
): void {
  for (const { prefix, renderError, failure, prepare, findProblem, register } of kinds) {
    server.register(
      (scope, _options, done) => {
        scope.setErrorHandler((error, request, reply) => {
          const problem = toProblem(error, request.routeOptions.bodyLimit);
          if (problem.status >= 500 && !(error instanceof Problem)) {
            log.error({ requestId: request.id, code: problem.code, err: safeError(error) }, failure);
          }
          return sendError(reply.headers(problem.headers), renderError(problem, request));
        });
        prepare?.(scope);
        admit(scope);
        scope.setNotFoundHandler((request) => {
          throw findProblem?.(request) ?? createNotFound();
        });
        register(scope);
        done();
      },
      { prefix },
    );
  }
}

/** The path before that of a resource, where a program learns how to connect to it (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/**
 * Renders errors for programs, as RFC 9457 problems. A 401 of a resource that apps connect to names the document that says
 * how.
 */
export function renderProblemFor(
  publicUrl: () => string,
  findMetadataUrl?: (request: FastifyRequest) => string,
): RouteKind['renderError'] {
  const challenge = (request: FastifyRequest, find: (request: FastifyRequest) => string) =>
    `Bearer${request.headers.authorization === undefined ? '' : ' error="invalid_token",'} resource_metadata="${find(request)}"`;
  return (problem, request) => ({
    status: problem.status,
    headers: {
      'Content-Type': PROBLEM_TYPE,
      'Cache-Control': 'no-store',
      ...(findMetadataUrl &&
        problem.status === 401 && { 'WWW-Authenticate': challenge(request, findMetadataUrl) }),
    },
    body: formatProblem(problem, request.id, publicUrl()),
  });
}
