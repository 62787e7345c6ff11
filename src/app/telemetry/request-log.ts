import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { getClientAddress } from './client-address.ts';

export type RequestLog = (request: FastifyRequest, reply: FastifyReply) => void;

const INFO = 30;
/** Writes up to this size to a pipe are atomic (`PIPE_BUF`). */
const MAX_ATOMIC_WRITE_BYTES = 4096;

/**
 * Writes one JSON line per request, in the format of the logger. The lines of one turn of the event loop are written
 * together: under load, a write per line costs as much as reading a quote.
 */
export function createRequestLog(log: Logger, destination: { write(text: string): void }): RequestLog {
  if (!log.isLevelEnabled('info')) return () => {};
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    destination.write(lines);
    lines = '';
  };
  return (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { caller, userId, route } = request;
    const who = caller
      ? `,"${caller.visitor ? 'user' : 'key'}":"${caller.keyId}"`
      : `${userId === null ? '' : `,"user":"${userId}"`}${formatRejectedAddress(request, reply)}`;
    // Nothing here needs escaping: ids are validated or generated, and the route is a pattern.
    const line = `{"level":${INFO},"time":"${formatNow()}","requestId":"${request.id}","method":"${request.method}","route":"${route}","status":${reply.statusCode},"ms":${ms}${who},"msg":"request"}\n`;
    if (lines.length + line.length > MAX_ATOMIC_WRITE_BYTES) flush();
    if (lines === '') setImmediate(flush);
    lines += line;
  };
}

const SIGN_IN_ROUTES = new Set([
  '/outbox/login',
  '/setup',
  '/sign-in',
  '/second-factor',
  '/passkey',
  '/oidc/callback',
  '/reset',
  '/reset/password',
  '/invitation',
]);

/** Returns the IP address for rejected sign-ins. It is the only personal datum in the request log. */
function formatRejectedAddress(request: FastifyRequest, { statusCode }: FastifyReply): string {
  const isSignIn = request.headers.authorization !== undefined || SIGN_IN_ROUTES.has(request.route);
  if (!isSignIn || (statusCode !== 401 && statusCode !== 429)) return '';
  const address = getClientAddress(request);
  return address === null ? '' : `,"ip":"${address}"`;
}

let second = 0;
let upToSecond = '';

/** Formats the current time. Reuses the text up to the second. */
function formatNow(): string {
  const now = Date.now();
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    upToSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSecond}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`;
}
