import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { createHstsHeader, SECURITY_HEADERS } from '../headers/security-headers.ts';
import { limitDatabaseWait } from './database-wait.ts';
import { registerDemoBar } from './demo-bar.ts';
import { createFinishPage } from './finish-page.ts';
import { rejectOverload } from './overload.ts';
import { createPathPrefix, type PathPrefix } from './path-prefix.ts';
import { BODY_LIMIT, formatProblem, PROBLEM_TYPE } from './problem-reply.ts';
import { findKind, type RouteKind, registerKinds, sendError } from './route-kinds.ts';
import { discardUnreadBodies } from './unread-bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the route, never the URL itself, which may contain a token. */
    route: string;
  }
}

/** The limit of the HTTP parser, so that an identifier of any length is just not found. */
const MAX_URL_LENGTH = 16_384;

/** Creates the web server: limits, request ids, security headers, one log line per request, and the kinds of routes. */
export function createServer(
  deps: Deps,
  kinds: readonly RouteKind[],
): {
  server: FastifyInstance;
  /** Resolves when no request is in progress. */
  whenIdle(): Promise<void>;
  /** Sends 503 for every request in progress. */
  rejectRunning(): void;
} {
  const { config, demo, log, logRequest, metrics, publicUrl } = deps;
  const prefix = createPathPrefix(config.publicUrl);
  const hstsHeader = createHstsHeader(config);
  const server = createFastify(deps, kinds, prefix, hstsHeader);
  // Otherwise Node responds 417 to an unknown `Expect` header by itself, without the headers of this service.
  server.server.on('checkExpectation', (request, reply) => server.server.emit('request', request, reply));
  server.decorateRequest('caller', null);
  server.decorateRequest('userId', null);
  server.decorateRequest('route', 'none');
  parseBodiesAsBytes(server);
  // Its link gets the path of PUBLIC_URL.
  if (demo) registerDemoBar(server, demo);
  prefix?.register(server);
  sendHeaders(server, hstsHeader);
  rejectUnusable(server);
  discardUnreadBodies(server);
  const { whenIdle, rejectRunning, ...overload } = rejectOverload(server, config, metrics);
  server.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request.method, request.route, reply.statusCode, reply.elapsedTime);
    logRequest(request, reply);
    done();
  });
  registerKinds(server, kinds, {
    log,
    admit(scope) {
      overload.admit(scope);
      limitDatabaseWait(scope, deps);
    },
    createNotFound: () => new Problem('not_found', `There is nothing at this URL. See ${publicUrl()}/docs.`),
  });
  return { server, whenIdle, rejectRunning };
}

function createFastify(
  deps: Deps,
  kinds: readonly RouteKind[],
  prefix: PathPrefix | undefined,
  hstsHeader: Record<string, string>,
): FastifyInstance {
  const { config, publicUrl } = deps;
  const finishPage = createFinishPage(deps);
  return Fastify({
    ...(prefix && { rewriteUrl: prefix.remove }),
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']) ?? createRequestId(),
    routerOptions: { maxParamLength: MAX_URL_LENGTH, querystringParser: (text) => parseQuery(text) },
    requestTimeout: 60_000,
    // A missing Host header is rejected below, with an explanation. Most requests have no body and need no stream.
    http: { requireHostHeader: false, optimizeEmptyRequests: true },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) =>
      rejectUnreadable(error, socket, { baseUrl: publicUrl(), hstsHeader }),
    frameworkErrors: (error, request, reply) => {
      // The hooks that add these headers have not run.
      reply.headers({ ...SECURITY_HEADERS, ...hstsHeader }).header('X-Request-Id', request.id);
      const rendered = findKind(kinds, request.raw.url ?? '').renderError(toUrlProblem(error), request);
      sendError(reply, { ...rendered, body: finishPage(rendered.body) });
    },
  });
}

function parseBodiesAsBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  // The framework caches the parser of a type only if the type is named.
  server.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  // The framework reads the body if there is a content type, and would wait forever for the end of a missing body.
  server.addHook('preParsing', ({ raw, headers }, _reply, body, done) => {
    done(null, raw.readableEnded && headers['content-type'] !== undefined ? Readable.from([]) : body);
  });
}

function sendHeaders(server: FastifyInstance, hstsHeader: Record<string, string>): void {
  if (Object.keys(hstsHeader).length > 0) {
    server.addHook('onRequest', (_request, reply, done) => {
      reply.headers(hstsHeader);
      done();
    });
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    for (const name in SECURITY_HEADERS) {
      if (!reply.hasHeader(name)) reply.header(name, SECURITY_HEADERS[name]);
    }
    reply.header('X-Request-Id', request.id);
    done(null, payload);
  });
}

/** Rejects requests that no route could handle. */
function rejectUnusable(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    // Stored because each access to `routeOptions` creates an object.
    request.route = request.routeOptions.url ?? 'none';
    const hosts = countHosts(raw.rawHeaders);
    if (hosts > 1) {
      return done(new Problem('bad_request', 'There is more than one Host header. Send exactly one.'));
    }
    if (hosts === 1 || raw.httpVersion === '1.0') return done();
    done(new Problem('bad_request', 'The Host header is missing. HTTP/1.1 requires it.'));
  });
  // Runs after the key is checked and before the handler, because PostgreSQL cannot query a text with NUL.
  server.addHook('preHandler', (request, _reply, done) => {
    if (!hasNulInPath(request.url) || isNulInNameOnly(request.params)) return done();
    done(new Problem('not_found', 'There is nothing at this URL: it contains the character NUL.'));
  });
}

/**
 * Counts the Host headers. `rawHeaders` alternates names and values. With two, a proxy may route by one and this service
 * respond for the other.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

function hasNulInPath(url: string): boolean {
  const at = url.indexOf('%00');
  if (at === -1) return false;
  const query = url.indexOf('?');
  return query === -1 || at < query;
}

/** Whether NUL occurs only in the parameter `name`, which its route validates before any query. */
function isNulInNameOnly(params: unknown): boolean {
  const { name, ...others } = params as Record<string, string>;
  return name !== undefined && !Object.values(others).some((value) => value.includes('\0'));
}

const THREAD = randomUUID().slice(0, 13);
let requests = 0;

/** Returns an id that is unique across threads and processes, and cheaper than a random one. */
function createRequestId(): string {
  return `${THREAD}-${(++requests).toString(36)}`;
}

/** Accepts the request id of a caller if it is safe in headers and logs. */
function acceptRequestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : undefined;
}

function toUrlProblem(error: { code: string }): Problem {
  return error.code === 'FST_ERR_BAD_URL'
    ? new Problem('not_found', 'There is nothing at this URL: it is not encoded correctly.')
    : new Problem('bad_request', 'The request could not be read.');
}

/** Writes to the socket, because there is no request for which a reply could be sent. */
function rejectUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  { baseUrl, hstsHeader }: { baseUrl: string; hstsHeader: Record<string, string> },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = new Problem(
    'bad_request',
    tooLong
      ? 'The headers, with the URL, are longer than 16 KB. Send less in them.'
      : 'The request is not valid HTTP. Check the client, and the proxies between it and this service.',
  );
  const body = formatProblem(problem, requestId, baseUrl);
  socket.end(
    [
      `HTTP/1.1 400 Bad Request`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries({ ...SECURITY_HEADERS, ...hstsHeader }).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
