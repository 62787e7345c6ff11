import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from '../mail/self-signed.ts';

export interface LocalRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface LocalResponse {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is text. */
  body?: unknown;
}

/**
 * How a request fails. `down`: the connection is cut, nothing happens. `silent`: nothing happens and nothing is
 * answered. `error`: 500, nothing happens. `missing`: 404, nothing happens. `error_after`, `cut_after` and `silent_after`: the request takes effect, but
 * the caller does not learn of it.
 */
type Fault = 'down' | 'silent' | 'error' | 'missing' | 'error_after' | 'cut_after' | 'silent_after';

export interface LocalServer {
  /** `https://localhost:port` */
  url: string;
  /** Certificate to trust. */
  ca: string;
  /** Requests to the API, oldest first. */
  requests: LocalRequest[];
  /** Lets requests fail, all or as the function says, until it is called again. Without a fault all succeed. */
  fail(fault?: Fault | ((request: LocalRequest) => Fault | undefined)): void;
  close(): Promise<void>;
}

/** Starts an HTTPS server on loopback whose certificate only those trust who are given it. */
export async function startLocalServer(
  respond: (request: LocalRequest) => LocalResponse | Promise<LocalResponse>,
  { identity = selfSigned(), port = 0 } = {},
): Promise<LocalServer> {
  const requests: LocalRequest[] = [];
  const sockets = new Set<Socket>();
  let findFault: (request: LocalRequest) => Fault | undefined = () => undefined;
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    if (!request) return;
    if (/^\/v\d\//.test(request.path)) requests.push(request);
    const fault = findFault(request);
    if (fault === 'down') return void incoming.socket.destroy();
    if (fault === 'silent') return;
    if (fault === 'error') return void response.writeHead(500).end('{}');
    if (fault === 'missing') return void response.writeHead(404).end('{}');
    const { status, headers = {}, body } = await respond(request);
    if (fault === 'silent_after') return;
    if (fault === 'cut_after') return void incoming.socket.destroy();
    if (fault === 'error_after') return void response.writeHead(500).end('{}');
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
      ...headers,
    });
    response.end(isText || body === undefined ? body : JSON.stringify(body));
  };
  const server = createServer(identity, (incoming, response) => {
    answer(incoming, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: identity.cert,
    requests,
    fail(next) {
      findFault = typeof next === 'function' ? next : () => next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<LocalRequest | undefined> {
  const parts = await incoming.toArray().catch(() => undefined);
  if (!parts) return undefined;
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'https://localhost');
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: incoming.headers as LocalRequest['headers'],
    body: Buffer.concat(parts).toString('utf8'),
  };
}

/** Remembers responses by idempotency key, as providers do. */
export function createReplays(conflict: LocalResponse) {
  const known = new Map<string, { body: string; response: LocalResponse }>();
  return (request: LocalRequest, respond: () => LocalResponse): LocalResponse => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined) return respond();
    const earlier = known.get(key);
    if (earlier) return earlier.body === request.path + request.body ? earlier.response : conflict;
    const response = respond();
    if (response.status < 400)
      known.set(key, { body: request.path + request.body, response: structuredClone(response) });
    return response;
  };
}

/** A page with one button, like that of a provider. */
export function renderPayPage(title: string, amount: string, cancelUrl: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<h1>${title}</h1><p>${amount}</p><form method="post"><button>Pay now</button></form><a href="${cancelUrl}">Cancel</a></html>`;
}
