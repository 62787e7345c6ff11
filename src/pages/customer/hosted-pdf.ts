import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resolveDocumentUrl } from '../../actions/sending/documents/document-url.ts';
import type { HostedDocument } from '../../actions/sending/documents/ensure-document.ts';
import { readPdf } from '../../actions/sending/documents/find-document.ts';
import type { Deps } from '../../app/deps.ts';
import { createPdfHeaders } from '../../http/headers/pdf-headers.ts';
import { pageHeaders } from '../headers.ts';
import { renderNotFoundPage } from '../message-page.ts';

/**
 * Registers `/pdf/{token}`, the URL that `GET …/pdf` returns. The document never changes, but the URL can be revoked at
 * any time, so caches must revalidate.
 */
export function registerHostedPdf(server: FastifyInstance, deps: Deps): void {
  server.get<{ Params: { token: string } }>('/pdf/:token', async (request, reply) => {
    const document = await resolveDocumentUrl(deps, request.params.token);
    if (!document) return sendPdfNotFound(request, reply);
    reply.headers({
      ...createPdfHeaders(document.file_name),
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex, nofollow',
      'Accept-Ranges': 'bytes',
    });
    return sendRange(request, reply, Buffer.from(document.pdf), `"${document.sha256}"`);
  });
}

/** Headers of the files behind a link. */
export const PRIVATE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

/** Sends the PDF of a customer page. */
export async function sendLinkedPdf(
  deps: Deps,
  accountId: string,
  document: HostedDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pdf = await readPdf(deps, accountId, document);
  if (!pdf) return sendPdfNotFound(request, reply);
  reply.headers({ ...createPdfHeaders(document.fileName), ...PRIVATE, 'Accept-Ranges': 'bytes' });
  return sendRange(request, reply, Buffer.from(pdf), `"${document.sha256}"`);
}

function sendPdfNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(pageHeaders).send(renderNotFoundPage(request.headers['accept-language']));
}

/** Sends the whole file, one range of it, or 304 if the client has it already (RFC 9110). */
function sendRange(request: FastifyRequest, reply: FastifyReply, bytes: Buffer, etag: string): FastifyReply {
  reply.header('ETag', etag);
  const known = request.headers['if-none-match'];
  if (known?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)) {
    return reply.code(304).send();
  }
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return reply.send(bytes);

  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start > end || start >= bytes.length) {
    return reply.code(416).header('Content-Range', `bytes */${bytes.length}`).send();
  }
  return reply
    .code(206)
    .header('Content-Range', `bytes ${start}-${end}/${bytes.length}`)
    .send(bytes.subarray(start, end + 1));
}
