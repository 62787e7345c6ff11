import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { type Coding, chooseCoding } from '../headers/content-coding.ts';
import { compress, createCompressionCache } from './compress.ts';

const compressCached = createCompressionCache();

/**
 * Compresses the replies that the framework sends, which are the error responses of the API. Responses of endpoints take
 * another way, and pages that contain a secret are never compressed, because their size would reveal something about it.
 */
export function compressReplies(scope: FastifyInstance): void {
  scope.addHook('onSend', createCompressionHook(compress));
}

/** Hook for a page that never changes until the next start: it is compressed once. */
export const compressOnce = createCompressionHook((text, _bytes, coding) => compressCached(text, coding));

function createCompressionHook(
  compressed: (text: string, bytes: number, coding: Coding) => Promise<Buffer> | undefined,
): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (typeof payload !== 'string') return done(null, payload);
    varyByCoding(reply);
    const wanted = request.headers['accept-encoding'];
    const bytes = wanted === undefined ? 0 : Buffer.byteLength(payload);
    const coding = wanted === undefined ? undefined : chooseCoding(wanted, bytes);
    const working = coding && compressed(payload, bytes, coding);
    if (!working) return done(null, payload);
    reply.header('Content-Encoding', coding);
    working.then((body) => done(null, body), done);
  };
}

/** Sends a text that never changes until the next start. It is compressed once. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  varyByCoding(reply);
  const coding: Coding | undefined = chooseCoding(
    request.headers['accept-encoding'] ?? '',
    Buffer.byteLength(text),
  );
  if (!coding) return reply.send(text);
  return reply.header('Content-Encoding', coding).send(await compressCached(text, coding));
}

function varyByCoding(reply: FastifyReply): void {
  const others = reply.getHeader('Vary');
  if (others === undefined) reply.header('Vary', 'Accept-Encoding');
  else if (!String(others).includes('Accept-Encoding')) reply.header('Vary', `${others}, Accept-Encoding`);
}
