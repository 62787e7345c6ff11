import type { EditorData } from '../../../console/editor/editor-data.ts';
import type { SaveReply } from '../../../console/editor/save/save-reply.ts';
import type { SaveRequest } from '../../../console/editor/save/saver.ts';
import { resolveHref } from '../resolve-href.ts';

export interface Reply<Body> {
  status: number;
  etag: string;
  body: Body;
  retryAfterMs: number | null;
}

export interface Listed<Entry> {
  data: Entry[];
}

interface RequestOptions {
  method?: string;
  body?: unknown;
  /** Sent as the raw body. */
  file?: File;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const REQUEST_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 300_000;

/** The texts of the limits of the account that the editor can reach. */
const LIMIT_TEXTS: Record<string, string> = {
  quotes: 'limit_reached_quotes',
  storage: 'limit_reached_storage',
};

/** Sends API requests for the signed-in user in one account. Throws if there is no response. */
export function createApi(
  { kind, accountId, userId }: Pick<EditorData, 'kind' | 'accountId' | 'userId'>,
  problems: Record<string, string>,
) {
  async function call(
    path: string,
    { method = 'GET', body, file, headers, signal }: RequestOptions = {},
  ): Promise<Response> {
    return fetch(resolveHref('api-base', path), {
      method,
      credentials: 'same-origin',
      signal: signal ?? AbortSignal.timeout(file ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS),
      headers: {
        'Proffer-Account': accountId,
        'Proffer-User': userId,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(file && { 'Content-Type': file.type || 'application/octet-stream' }),
        ...headers,
      },
      body: file ?? (body === undefined ? null : JSON.stringify(body)),
    });
  }

  async function ask<Body>(path: string, asked?: RequestOptions): Promise<Reply<Body>> {
    const response = await call(path, asked);
    const after = Number(response.headers.get('Retry-After'));
    const body = await response.json().catch(() => ({}));
    // Translates the error if there is a text for its code, or for the limit that was reached.
    const code = LIMIT_TEXTS[body.limit?.name] ?? body.code;
    if (code) body.detail = problems[code] ?? body.detail;
    return {
      status: response.status,
      etag: response.headers.get('ETag') ?? '',
      body: body as Body,
      retryAfterMs: after > 0 ? after * 1000 : null,
    };
  }

  function save({ id, body, etag, idempotencyKey }: SaveRequest): Promise<SaveReply> {
    return ask<SaveReply['body']>(id ? `${kind}s/${id}` : `${kind}s`, {
      method: id ? 'PATCH' : 'POST',
      body,
      headers: {
        ...(etag && { 'If-Match': etag }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
    });
  }

  return { call, ask, save };
}

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
