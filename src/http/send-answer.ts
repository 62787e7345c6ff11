import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './endpoint.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const SECURITY_LINES = Object.entries(SECURITY_HEADERS).flat();

/**
 * Writes the answer of an endpoint in one go. Most of its headers are the same every time, and setting them one by one
 * on the reply costs more than finding a quote.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Answer,
): FastifyReply {
  const lines = [...SECURITY_LINES, 'X-Request-Id', request.id, 'Cache-Control', 'no-store'];
  let varies = headers?.Vary !== undefined;
  const early = reply.getHeaders();
  for (const name in early) {
    varies ||= name === 'vary';
    lines.push(name, String(early[name]));
  }
  if (!varies) lines.push('Vary', 'Authorization');
  if (body !== undefined) {
    if (headers?.['Content-Type'] === undefined) lines.push('Content-Type', JSON_TYPE);
    lines.push('Content-Length', String(Buffer.byteLength(body)));
  }
  for (const name in headers) lines.push(name, headers[name] ?? '');
  // Before the reply is out of the framework's hands: a header that cannot be sent is then answered as a failure.
  reply.raw.writeHead(status, lines);
  reply.hijack();
  reply.raw.end(body);
  return reply;
}
