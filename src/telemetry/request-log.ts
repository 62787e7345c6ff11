import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { clientAddress } from '../domain/client-address.ts';

export type RequestLog = (request: FastifyRequest, reply: FastifyReply) => void;

const INFO = 30;
/** What the system writes to a pipe in one piece, whoever else writes to it. */
const PIECE = 4096;

/**
 * One JSON line a request, as the logger would write it. The lines of one turn of the event loop are written together:
 * at load, a write for each line costs as much as finding a quote.
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
    const { caller, route } = request;
    const who = caller
      ? `,"${caller.role === 'key' ? 'key' : 'user'}":"${caller.keyId}"`
      : addressOfRefused(request, reply);
    // Nothing here needs escaping: the ids were checked or made by us, the route is the pattern of ours.
    const line = `{"level":${INFO},"time":"${isoNow()}","requestId":"${request.id}","method":"${request.method}","route":"${route}","status":${reply.statusCode},"ms":${ms}${who},"msg":"request"}\n`;
    if (lines.length + line.length > PIECE) flush();
    if (lines === '') setImmediate(flush);
    lines += line;
  };
}

const SIGN_INS = new Set(['/outbox/login', '/setup', '/sign-in', '/second-factor', '/reset', '/invitation']);

/** Who tries keys or passwords that are none: the address is the only thing about a person that the log holds, and only here. */
function addressOfRefused(request: FastifyRequest, { statusCode }: FastifyReply): string {
  const wasTried = request.headers.authorization !== undefined || SIGN_INS.has(request.route);
  if (!wasTried || (statusCode !== 401 && statusCode !== 429)) return '';
  const address = clientAddress(request);
  return address === null ? '' : `,"ip":"${address}"`;
}

let second = 0;
let upToSecond = '';

/** The text up to the second stays the same for a thousand milliseconds. */
function isoNow(): string {
  const now = Date.now();
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    upToSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSecond}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`;
}
