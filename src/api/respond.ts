import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StoredDataDamaged } from '../domain/outage.ts';
import { type Coding, chooseCoding, toCodedEtag } from '../http/headers/content-coding.ts';
import { SECURITY_HEADERS } from '../http/headers/security-headers.ts';
import { compress } from '../http/server/compress.ts';
import type { ApiResponse } from './endpoint.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const POLICY = 'Content-Security-Policy';
const SECURITY_LINES = Object.entries(SECURITY_HEADERS).flat();

/** Sends the response of an endpoint, compressed if it is JSON and the caller accepts that. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse,
): FastifyReply | Promise<FastifyReply> {
  const { headers } = response;
  // A page of documents is sent as it is stored: this takes a thousandth of the time of sending it.
  if (headers?.['Content-Type'] === undefined && isDamaged(response.body))
    throw new StoredDataDamaged('a response is not JSON');
  const wanted = request.headers['accept-encoding'];
  if (wanted === undefined) return writeResponse(request, reply, response);
  if (response.body === undefined || headers?.['Content-Type'] !== undefined)
    return writeResponse(request, reply, response);
  const bytes = computeLength(response.body, response.around);
  const coding = chooseCoding(wanted, bytes);
  const compressing = coding && compress(joinBody(response.body, response.around), bytes, coding);
  if (!compressing) return writeResponse(request, reply, response);
  return compressing.then((coded) =>
    writeResponse(request, reply, createCodedResponse(response, coded, coding)),
  );
}

/** Damaged pages read as zeros, which JSON never has, or as bytes that are no text. */
function isDamaged(body: ApiResponse['body']): boolean {
  if (body === undefined || typeof body === 'string') return body?.includes('\0') ?? false;
  return body.includes(0) || !isUtf8(body);
}

function computeLength(body: string | Uint8Array, around: ApiResponse['around']): number {
  return Buffer.byteLength(body) + (around ? around.before.length + around.after.length : 0);
}

function joinBody(body: string | Uint8Array, around: ApiResponse['around']): string | Uint8Array {
  if (!around) return body;
  if (typeof body === 'string') return around.before + body + around.after;
  return Buffer.concat([Buffer.from(around.before), body, Buffer.from(around.after)]);
}

function createCodedResponse({ status, headers }: ApiResponse, body: Buffer, coding: Coding): ApiResponse {
  const { ETag: etag, ...others } = headers ?? {};
  return {
    status,
    headers: {
      ...others,
      ...(etag !== undefined && { ETag: toCodedEtag(etag, coding) }),
      'Content-Type': JSON_TYPE,
      'Content-Encoding': coding,
    },
    body,
  };
}

/**
 * Writes the response and its headers in one call. Most headers never change, and setting them one by one on the reply
 * costs more than finding a quote.
 */
function writeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, around, stream }: ApiResponse,
): FastifyReply {
  const lines = [...securityLines(headers), 'X-Request-Id', request.id, 'Cache-Control', 'no-store'];
  let varies = headers?.Vary !== undefined;
  const early = reply.getHeaders();
  for (const name in early) {
    varies ||= name === 'vary';
    lines.push(name, String(early[name]));
  }
  if (!varies) lines.push('Vary', 'Authorization, Accept-Encoding');
  if (body !== undefined) {
    if (headers?.['Content-Type'] === undefined) lines.push('Content-Type', JSON_TYPE);
    lines.push('Content-Length', String(computeLength(body, around)));
  }
  for (const name in headers) lines.push(name, headers[name] ?? '');
  // Called before `hijack`, so that the framework reports an invalid header as an error.
  reply.raw.writeHead(status, lines);
  reply.hijack();
  if (around && body !== undefined) {
    reply.raw.write(around.before);
    if (body.length > 0) reply.raw.write(body);
    reply.raw.end(around.after);
  } else if (stream === undefined || request.method === 'HEAD') reply.raw.end(body);
  // If the stream fails after the headers were sent, aborting the response is the only way to show it; `pipeline` does so.
  else pipeline(Readable.from(stream, { objectMode: false }), reply.raw, () => {});
  return reply;
}

function securityLines(headers: ApiResponse['headers']): string[] {
  if (headers?.[POLICY] === undefined) return SECURITY_LINES;
  return Object.entries({ ...SECURITY_HEADERS, [POLICY]: undefined }).flatMap(([name, value]) =>
    value === undefined ? [] : [name, value],
  );
}
