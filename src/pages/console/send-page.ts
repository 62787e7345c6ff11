import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from '../../http/headers/security-headers.ts';
import { consoleHeaders } from '../headers.ts';
import { LATER_PARTS, type PagePart } from './shell.ts';

const LINES = Object.entries({ ...SECURITY_HEADERS, ...consoleHeaders }).flat();

/**
 * Writes a page and its headers in one call, like the responses of the API. The headers never change, and setting them one
 * by one and checking them in each hook took a tenth of the time of a page.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string,
): FastifyReply {
  const body = Buffer.from(text);
  const lines = [...LINES, 'X-Request-Id', request.id, 'Content-Length', String(body.length)];
  const early = reply.getHeaders();
  for (const name in early) {
    for (const value of [early[name] ?? []].flat()) lines.push(name, String(value));
  }
  reply.raw.writeHead(status, lines);
  reply.hijack();
  reply.raw.end(body);
  return reply;
}

/** Sends a page while its parts are still being made, so that the reader sees how far the work is, also without scripts. */
export function sendInParts(
  reply: FastifyReply,
  page: string,
  parts: AsyncIterable<PagePart>,
  {
    finish,
    log,
  }: {
    finish(markup: string): string;
    log(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  },
): FastifyReply {
  const [before = '', after = ''] = page.split(LATER_PARTS.toString());
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(before);
    for await (const part of parts) yield Buffer.from(finish(part.toString()));
    yield Buffer.from(after);
  }
  // Without the last header, nginx would hold the parts back until the page is complete.
  const headers = { ...consoleHeaders, 'X-Accel-Buffering': 'no' };
  return reply.headers(headers).send(Readable.from(log(chunks()), { objectMode: false }));
}
