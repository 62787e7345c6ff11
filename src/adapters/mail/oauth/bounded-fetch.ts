import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { MailOAuthError } from '../../../domain/mail/mail-oauth.ts';

const MAX_RESPONSE_BYTES = 512 * 1024;

interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Returns a `fetch` for the OAuth library: HTTPS with a verified certificate, no redirects, and responses of a limited
 * size. A response that says nothing about the request, such as 503, counts as none.
 */
export function createBoundedFetch(provider: string, caCertificates: string[] | undefined) {
  return async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    try {
      const text = body === undefined || body === null ? '' : String(body);
      const response = await send(url, { method, headers, ca: caCertificates, signal }, text);
      const status = response.statusCode ?? 0;
      const content = await readBounded(response);
      if (status < 200 || status === 429 || status >= 500) throw new Error(`status ${status}`);
      const type = response.headers['content-type'] ?? '';
      return new Response(status === 204 ? null : content, { status, headers: { 'Content-Type': type } });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new MailOAuthError(
        'unreachable',
        `${provider} did not respond as expected (${code ?? message}).`,
      );
    }
  };
}

function send(
  url: string,
  options: {
    method: string;
    headers: Record<string, string>;
    ca: string[] | undefined;
    signal: AbortSignal | undefined;
  },
  body: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { ca, signal, ...rest } = options;
    const settings = {
      ...rest,
      // NODE_TLS_REJECT_UNAUTHORIZED must not switch this off.
      rejectUnauthorized: true,
      ...(ca && { ca }),
      ...(signal && { signal }),
    };
    const outgoing = request(url, settings, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function readBounded(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
