import {
  attachmentNotFound,
  deleteAttachment,
  putAttachment,
} from '../../actions/quotes/attachments/change-attachments.ts';
import { openAttachment } from '../../actions/quotes/attachments/read-attachment.ts';
import { readQuote } from '../../actions/quotes/read-quote.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import {
  type Attachment,
  assertAttachmentFits,
  DOWNLOAD_TYPE,
  findAttachmentNameErrors,
  parseContentType,
} from '../../domain/quote/attachment.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { createDownloadHeaders } from '../../http/headers/download-headers.ts';
import { rejectCompressed } from '../body.ts';
import { changeQuote } from '../change-quote.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../endpoint.ts';
import { formatEtag, toNotModified } from '../etag.ts';
import { formatList } from '../query.ts';
import { createListSchema, exampleList } from '../schemas/list.ts';
import { ATTACHMENT_EXAMPLE, AttachmentSchema } from '../schemas/quote/attachment.ts';

const attachment = { schema: AttachmentSchema, example: ATTACHMENT_EXAMPLE };

const operations = {
  list: {
    id: 'listAttachments',
    tag: 'Quotes',
    summary: 'List the attachments of a quote',
    responses: {
      200: {
        description: 'The attachments, in the order in which they were added',
        schema: createListSchema(AttachmentSchema),
        example: exampleList(ATTACHMENT_EXAMPLE),
      },
    },
    problems: ['not_found'],
  },
  put: {
    id: 'putAttachment',
    tag: 'Quotes',
    summary: 'Attach a file to a quote, or replace it',
    description:
      'The body is the file: at most 10 MiB, and 20 files and 25 MiB per quote. Attachments are content: once the quote has been sent, changing them increments `revision`, and returns an accepted or declined quote to `DRAFT`. `ETag` is that of the quote.',
    headers: ['If-Match'],
    body: 'bytes',
    responses: {
      200: { description: 'Replaced', ...attachment },
      201: { description: 'Attached; its URL is in `Location`', ...attachment },
    },
    problems: [
      'not_found',
      'quote_converted',
      'partly_invoiced',
      'precondition_failed',
      'validation_failed',
      'bad_request',
      'unsupported_media_type',
      'body_too_large',
      'attachments_full',
      'limit_reached',
    ],
  },
  get: {
    id: 'getAttachment',
    tag: 'Quotes',
    summary: 'Download an attachment',
    headers: ['If-None-Match'],
    responses: {
      200: { description: 'The file', contentType: DOWNLOAD_TYPE },
      304: { description: 'Not changed since the ETag in If-None-Match' },
    },
    problems: ['not_found'],
  },
  remove: {
    id: 'deleteAttachment',
    tag: 'Quotes',
    summary: 'Remove an attachment from a quote',
    description: 'Revisions that were sent or accepted with it keep it. `ETag` is that of the quote.',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'quote_converted', 'partly_invoiced', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

const all = '/api/v1/quotes/:id/attachments';
const one = `${all}/:name`;

export const attachmentRoutes: Endpoint[] = [
  { method: 'GET', path: all, scope: 'read', operation: operations.list, handle: list },
  { method: 'PUT', path: one, scope: 'draft', operation: operations.put, readsStream: true, handle: put },
  { method: 'GET', path: one, scope: 'read', operation: operations.get, handle: get },
  { method: 'DELETE', path: one, scope: 'draft', operation: operations.remove, handle: remove },
];

async function list({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  const row = await readQuote(deps, caller.accountId, params.id ?? '', now);
  const { attachments } = JSON.parse(row.doc) as Quote;
  return json(200, formatList(attachments), { ETag: formatEtag(row) });
}

async function put(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, request } = call;
  const { id = '', name = '' } = params;
  const { attachment, isNew, stored } = await changeQuote(call, {
    readBody({ attachments }) {
      assertNoErrors(findAttachmentNameErrors(name, attachments));
      assertAttachmentFits(attachments, name, Number(request.headers['content-length'] ?? 0));
      return { name, contentType: parseContentType(request.headers['content-type']) };
    },
    work: (wanted, found) => putAttachment(deps, caller, found, wanted, streamBody(call)),
  });
  const headers = { ETag: formatEtag(stored) };
  if (!isNew) return json(200, attachment, headers);
  const Location = `/api/v1/quotes/${id}/attachments/${encodeURIComponent(name)}`;
  return json(201, attachment, { ...headers, Location });
}

/** Streams the body. If the consumer stops early, the rest is discarded, so that the caller still gets a response. */
async function* streamBody({ request }: Call): AsyncGenerator<Uint8Array> {
  rejectCompressed(request);
  const { raw } = request;
  try {
    yield* raw.iterator({ destroyOnReturn: false });
  } catch {
    throw new Problem('bad_request', 'The body ended before all of it had arrived. Nothing was stored.');
  } finally {
    raw.resume();
  }
}

async function get(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const row = await readQuote(deps, caller.accountId, params.id ?? '', now);
  const attachment = findAttachment(JSON.parse(row.doc) as Quote, params.name);
  const bytes = attachment && (await openAttachment(deps, caller.accountId, attachment));
  if (!bytes) throw attachmentNotFound();
  const etag = `"${attachment.sha256}"`;
  return (
    toNotModified(call, etag) ?? {
      status: 200,
      headers: { ...createDownloadHeaders(attachment), ETag: etag },
      stream: bytes,
    }
  );
}

async function remove(call: Call): Promise<ApiResponse> {
  const { deps, caller, params } = call;
  const stored = await changeQuote(call, {
    readBody: () => params.name ?? '',
    work: (name, found) => deleteAttachment(deps, caller, found, name),
  });
  return { status: 204, headers: { ETag: formatEtag(stored) } };
}

function findAttachment({ attachments }: Quote, name: string | undefined): Attachment | undefined {
  return attachments.find((attachment) => attachment.name === name);
}
