import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compress, createKeeper } from './compress.ts';
import { type Coding, codingFor } from './content-coding.ts';

/** The same for everybody until the next start. */
const KEPT = ['/docs', '/api/v1/openapi.json'];

const keep = createKeeper();

/**
 * Compresses what goes through the framework: the description of the API and its problems. The answers of endpoints do not
 * come by here, and pages with a secret in them are left alone: how small they become would tell of it.
 */
export function compressReplies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { url, headers } = request;
    const isKept = KEPT.includes(url);
    if (typeof payload !== 'string' || !(isKept || url.startsWith('/api/'))) return done(null, payload);
    varyByCoding(reply);
    const wanted = headers['accept-encoding'];
    const bytes = wanted === undefined ? 0 : Buffer.byteLength(payload);
    const coding = wanted === undefined ? undefined : codingFor(wanted, bytes);
    const compressing = coding && (isKept ? keep(payload, coding) : compress(payload, bytes, coding));
    if (!compressing) return done(null, payload);
    reply.header('Content-Encoding', coding);
    compressing.then((body) => done(null, body), done);
  });
}

/** For files: compressed once, and sent as often as they are asked for. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  varyByCoding(reply);
  const coding: Coding | undefined = codingFor(
    request.headers['accept-encoding'] ?? '',
    Buffer.byteLength(text),
  );
  if (!coding) return reply.send(text);
  return reply.header('Content-Encoding', coding).send(await keep(text, coding));
}

function varyByCoding(reply: FastifyReply): void {
  const others = reply.getHeader('Vary');
  if (others === undefined) reply.header('Vary', 'Accept-Encoding');
  else if (!String(others).includes('Accept-Encoding')) reply.header('Vary', `${others}, Accept-Encoding`);
}
