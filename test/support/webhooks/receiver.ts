import { once } from 'node:events';
import { createServer as createClearServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { selfSigned } from '../mail/self-signed.ts';
import type { Json } from '../service/client.ts';
import { until } from '../until.ts';

/** One received request, whatever the response was. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The event in the body. */
  event: Json;
}

/** Handles a request instead of responding 204. */
type Behaviour = (response: ServerResponse, received: Received) => void;

/** A webhook receiver. Paths are endpoints, each with its own behaviour. */
export interface Receiver {
  url: string;
  /** Certificate to trust. */
  cert: string;
  received: Received[];
  /** Number of connections. */
  connections(): number;
  behave(path: string, behaviour: Behaviour | undefined): void;
  at(path: string): Received[];
  /** Polls until the condition holds; it may depend only on received requests. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver({
  isClear = false,
  host = '127.0.0.1',
  port = 0,
  identity = selfSigned(),
} = {}): Promise<Receiver> {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts = await request.toArray().catch(() => undefined);
    if (!parts) return;
    const body = Buffer.concat(parts).toString('utf8');
    const path = request.url ?? '';
    const headers = request.headers as Record<string, string>;
    const one: Received = { path, headers, body, event: JSON.parse(body) };
    received.push(one);
    const behaviour = behaviours.get(path);
    if (behaviour) behaviour(response, one);
    else response.writeHead(204).end();
  };
  const server = isClear ? createClearServer(answer) : createServer(identity, answer);
  server.on(isClear ? 'connection' : 'secureConnection', () => connections++);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  server.listen(port, host);
  await once(server, 'listening');
  const scheme = isClear ? 'http' : 'https';
  return {
    url: `${scheme}://localhost:${(server.address() as AddressInfo).port}`,
    cert: identity.cert,
    received,
    connections: () => connections,
    behave: (path, behaviour) => (behaviour ? behaviours.set(path, behaviour) : behaviours.delete(path)),
    at: (path) => received.filter((one) => one.path === path),
    async until(condition) {
      await until(condition, { pollMs: 5 });
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Verifies the signature as a receiver should and throws if it is wrong. */
export function verified(secret: string, { body, headers }: Received): Json {
  return new Webhook(secret).verify(body, headers);
}
