import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { Problem } from '../../domain/errors.ts';
import { toProblem } from '../../http/server/problem-reply.ts';
import { isFromOwnPage } from '../../http/server/same-origin.ts';
import { findSignInTexts } from '../../i18n/console/sign-in.ts';
import { type Form, readFirstValues, readForm } from '../form-fields.ts';
import { consoleHeaders } from '../headers.ts';
import { pickLocale, renderTryAgainPage } from '../message-page.ts';
import { type LocalizedTexts, renderMessageCard } from './pages.ts';

/** The context of a page for signed-out users. */
export interface PublicContext {
  request: FastifyRequest;
  reply: FastifyReply;
  spoken: LocalizedTexts;
  query: Record<string, string | undefined>;
  /** The submitted form; empty unless the request is a POST. */
  form: Form;
  now: number;
}

export type PublicHandler = (context: PublicContext) => Promise<FastifyReply>;

const FORM_LIMIT = 65_536;

export function createPublicRoutes(server: FastifyInstance, deps: Deps) {
  function add(
    method: 'GET' | 'POST',
    url: string,
    handle: PublicHandler,
    options: Pick<RouteOptions, 'exposeHeadRoute'> = {},
  ): void {
    server.route({
      ...options,
      method,
      url,
      bodyLimit: FORM_LIMIT,
      errorHandler: (error, request, reply) => fail(deps, error, request, reply),
      handler: (request, reply) => {
        const spoken = findSignInTexts(pickLocale(request.headers['accept-language']));
        if (method === 'POST' && !isFromOwnPage(request, deps.publicUrl())) {
          return page(reply.code(403), renderMessageCard(spoken, spoken.t.forgedTitle, spoken.t.forgedText));
        }
        const form = method === 'POST' ? (readForm(request) ?? {}) : {};
        const query = readFirstValues(request.query as Record<string, string | string[]>);
        return handle({ request, reply, spoken, query, form, now: deps.clock() });
      },
    });
  }

  return {
    get: (url: string, handle: PublicHandler, options?: Pick<RouteOptions, 'exposeHeadRoute'>) =>
      add('GET', url, handle, options),
    post: (url: string, handle: PublicHandler) => add('POST', url, handle),
  };
}

export type PublicRoutes = ReturnType<typeof createPublicRoutes>;

export function page(reply: FastifyReply, body: string): FastifyReply {
  return reply.headers(consoleHeaders).send(body);
}

export function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).headers({ Location: to, 'Cache-Control': 'no-store' }).send();
}

/** Returns the path if it is one of this site, to prevent open redirects. */
export function parseOwnPath(to: string | undefined): string | undefined {
  if (!to?.startsWith('/') || to.length > 2000) return undefined;
  const url = URL.parse(to, 'http://ours.invalid');
  if (url?.origin !== 'http://ours.invalid') return undefined;
  // `/.//elsewhere` resolves to `//elsewhere`, which is another host.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search;
}

function fail(deps: Deps, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, FORM_LIMIT);
  if (problem.status >= 500 && !(error instanceof Problem)) {
    deps.log.error(
      { requestId: request.id, code: problem.code, err: safeError(error) },
      'sign-in page failed',
    );
  }
  const body = renderTryAgainPage(request.headers['accept-language']);
  return page(reply.code(problem.status).headers(problem.headers), body);
}
