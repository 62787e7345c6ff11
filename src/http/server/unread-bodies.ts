import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A caller that sends for longer than the first, or pauses for longer than the second, is disconnected. */
const MAX_DISCARD_MS = 30_000;
const MAX_PAUSE_MS = 2000;

/**
 * Discards the rest of a body that was not read, so that the caller gets the response. A connection that is closed while
 * the caller still sends loses the response. If the connection closes with the response, the response waits for the rest
 * of the body.
 */
export function discardUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(request)) return done(null, payload);
    reply.removeHeader('connection');
    const over = discardBody(raw);
    if (isLastOfConnection(request)) {
      over.then(() => done(null, payload));
      return;
    }
    over.then((isWhole) => isWhole || raw.destroy());
    done(null, payload);
  });
}

/** Resolves to `false` if it took too long. */
function discardBody(raw: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const over = (isWhole: boolean) => {
      clearTimeout(end);
      clearTimeout(pause);
      resolve(isWhole);
    };
    const end = setTimeout(over, MAX_DISCARD_MS, false).unref();
    const pause = setTimeout(over, MAX_PAUSE_MS, false).unref();
    raw.once('end', () => over(true)).once('close', () => over(true));
    raw.on('data', () => pause.refresh()).resume();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function isLastOfConnection({ raw, headers }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '');
}
