import type { X509Certificate } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { checkTimeStamp, createTimeStampRequest } from './time-stamp.ts';

export interface TimeStampServer {
  url: string;
  /** `undefined` for the usual ones. */
  authorities: readonly X509Certificate[] | undefined;
}

/** Asks for a time stamp of a SHA-256 and returns the response, checked. Rejects with the reason if there is none. */
export async function requestTimeStamp(
  { url, authorities }: TimeStampServer,
  digest: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  const request = createTimeStampRequest(digest);
  const response = await send(url, request.bytes, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
  checkTimeStamp(response, request, authorities);
  return response;
}

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Follows no redirects: the server is the one that the operator chose. */
function send(url: string, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const headers = { 'Content-Type': 'application/timestamp-query', 'Content-Length': body.length };
  const options = { method: 'POST', headers, signal, rejectUnauthorized: true };
  const outgoing = url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options);
  outgoing.on('error', reject);
  outgoing.on('response', (response) => readBounded(response).then(resolve, reject));
  outgoing.end(body);
  return promise;
}

async function readBounded(response: IncomingMessage): Promise<Buffer> {
  const { statusCode } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (statusCode !== 200 || size > MAX_RESPONSE_BYTES) break;
    chunks.push(chunk);
  }
  if (statusCode !== 200) throw new Error(`the server answered with status ${statusCode}`);
  if (size > MAX_RESPONSE_BYTES) throw new Error('its response is too large');
  return Buffer.concat(chunks);
}
