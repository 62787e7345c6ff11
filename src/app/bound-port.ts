import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Length of the accept queue. A client whose connection does not fit retries only after a second. */
const BACKLOG = 4096;
/** Connections that may wait until the service is ready; each one costs memory. */
const MAX_WAITING = 10_000;

export interface ListenAddress {
  host: string;
  port: number;
}

/** The first line of a readiness check, with or without the path of `PUBLIC_URL`. */
const READINESS_CHECK = /^(GET|HEAD) [^ ?]{0,200}\/readyz[ ?]/;
const STARTING = JSON.stringify({
  status: 'unavailable',
  reason: 'starting',
  detail: 'The service is starting: it opens the database and brings it up to date. Try again shortly.',
});
const NOT_READY = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(STARTING)}`,
  'Retry-After: 2',
  'Connection: close',
  '',
  STARTING,
].join('\r\n');

/** A bound port that holds connections until a server is ready. A readiness check gets its response immediately. */
export interface BoundPort {
  url: string;
  port: number;
  /** Hands all connections to the server, including those that wait. */
  open(server: HttpServer): Promise<void>;
  /** Rejects new connections. The server must be closed separately. */
  close(): void;
}

/** Binds the port before anything is changed, so that a failure leaves no trace. */
export async function bindPort(place: ListenAddress): Promise<BoundPort> {
  const waiting = new Set<Socket>();
  let accept = (socket: Socket): void => {
    if (waiting.size >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    waiting.add(socket);
    socket.on('error', ignore).on('close', () => waiting.delete(socket));
    socket.once('readable', () => {
      if (waiting.has(socket)) answerReadinessCheck(socket);
    });
  };
  const main = await listen(place, (socket) => accept(socket));
  const address = main.address() as AddressInfo;
  const others = await listenOnOtherAddresses(place, address, (socket) => accept(socket));
  let server: HttpServer | undefined;

  return {
    url: formatUrl(address),
    port: address.port,
    async open(httpServer) {
      server = httpServer;
      // The server adopts the bound socket, so the port is never free for another process.
      httpServer.listen(main, BACKLOG);
      await once(httpServer, 'listening');
      accept = (socket) => {
        httpServer.emit('connection', socket);
        socket.resume();
      };
      for (const socket of waiting) accept(socket.off('error', ignore).removeAllListeners('readable'));
      waiting.clear();
    },
    close() {
      for (const socket of waiting) socket.destroy();
      closeAll(server ? others : [main, ...others]);
    },
  };
}

function ignore(): void {}

/** Reads the beginning of a request, and puts it back unless it is a readiness check. */
function answerReadinessCheck(socket: Socket): void {
  const start: Buffer | null = socket.read();
  if (start === null) return;
  if (READINESS_CHECK.test(start.toString('latin1', 0, 256))) socket.end(NOT_READY);
  else socket.unshift(start);
}

async function listen(place: ListenAddress, onConnection: (socket: Socket) => void): Promise<Server> {
  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true };
  const { host, port } = place;
  const server = createServer(options, onConnection).listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening');
  return server;
}

/** Listens on the other addresses of "localhost", which is an IPv4 and an IPv6 address on most machines. */
async function listenOnOtherAddresses(
  place: ListenAddress,
  { address, port }: AddressInfo,
  onConnection: (socket: Socket) => void,
): Promise<Server[]> {
  if (place.host !== 'localhost') return [];
  const addresses = await lookup(place.host, { all: true }).catch(() => []);
  const missing = addresses.filter((each) => each.address !== address);
  const tries = missing.map((each) => listen({ ...place, host: each.address, port }, onConnection));
  const results = await Promise.allSettled(tries);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

function closeAll(servers: readonly Server[]): void {
  for (const server of servers) server.close();
}

function formatUrl({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}

/** Replaces an IP address by "localhost": browsers allow passkeys for host names only. */
export function asLocalhost(url: string): string {
  return url.replace(/^http:\/\/(127\.0\.0\.1|\[::1?\]|0\.0\.0\.0)(?=:)/, 'http://localhost');
}
