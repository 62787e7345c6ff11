import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../../domain/errors.ts';
import { safeError } from '../../telemetry/safe-error.ts';
import { PROBLEM_TYPE, problemText, toProblem } from './problem-reply.ts';

/** The framework would make a second route for HEAD; as one they take half of the time at a start. */
export const GET_AND_HEAD: HTTPMethods[] = ['GET', 'HEAD'];

/** All addresses below a prefix: whoever comes there, a program or a person, is told in its own way what went wrong. */
export interface RouteKind {
  /** `/api`, or `/acc_:account`; nothing for the kind of all other addresses, which is the last. */
  prefix: string;
  tell(problem: Problem, request: FastifyRequest): ErrorReply;
  /** What the log says where the fault is ours. */
  failure: string;
  /** What there is to do before it is decided whether the request is admitted. */
  prepare?(scope: FastifyInstance): void;
  /** What is wrong with a request that no route answers, if it is not that there is nothing at its address. */
  refuse?(request: FastifyRequest): Problem | undefined;
  register(scope: FastifyInstance): void;
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The only look at an address: for what went wrong before there was a route. */
export function kindOf(kinds: readonly RouteKind[], url: string): RouteKind {
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

/** Each kind in a scope of its own, in which `admit` comes after what the kind prepares. */
export function registerKinds(
  server: FastifyInstance,
  kinds: readonly RouteKind[],
  { log, admit, nothingHere }: { log: Logger; admit(scope: FastifyInstance): void; nothingHere(): Problem },
): void {
  for (const { prefix, tell, failure, prepare, refuse, register } of kinds) {
    server.register(
      (scope, _options, done) => {
        scope.setErrorHandler((error, request, reply) => {
          const problem = toProblem(error, request.routeOptions.bodyLimit);
          if (problem.status >= 500 && !(error instanceof Problem)) {
            log.error({ requestId: request.id, code: problem.code, err: safeError(error) }, failure);
          }
          return sendError(reply.headers(problem.headers), tell(problem, request));
        });
        prepare?.(scope);
        admit(scope);
        scope.setNotFoundHandler((request) => {
          throw refuse?.(request) ?? nothingHere();
        });
        register(scope);
        done();
      },
      { prefix },
    );
  }
}

/** For programs. */
export function tellProblems(publicUrl: () => string): RouteKind['tell'] {
  return (problem, { id }) => ({
    status: problem.status,
    headers: { 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' },
    body: problemText(problem, id, publicUrl()),
  });
}
