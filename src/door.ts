import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Connections that wait to be taken on; what does not fit in is tried again by the caller only after a second. */
const BACKLOG = 4096;
/** That may wait until the service is ready; each costs memory. */
const MAX_WAITING = 10_000;

export interface Place {
  host: string;
  port: number;
  /** With others on the same port; each gets a part of the connections. */
  reusePort?: boolean;
}

/** A port that is ours, where whoever comes waits until there is somebody to answer. */
export interface Door {
  url: string;
  port: number;
  /** From now on it is this server that answers, also to those who wait. */
  open(server: HttpServer): Promise<void>;
  /** Refuses new connections. The server that answers has to be closed for itself. */
  close(): void;
}

/** Takes the port before anything is changed: if that fails, nothing has happened. */
export async function bindDoor(place: Place): Promise<Door> {
  const waiting = new Set<Socket>();
  let greet = (socket: Socket): void => {
    if (waiting.size >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    waiting.add(socket);
    socket.on('error', ignore).on('close', () => waiting.delete(socket));
  };
  const main = await listen(place, (socket) => greet(socket));
  const address = main.address() as AddressInfo;
  const others = await listenElsewhere(place, address, (socket) => greet(socket));
  let server: HttpServer | undefined;

  return {
    url: addressOf(address),
    port: address.port,
    async open(httpServer) {
      server = httpServer;
      // The port goes over as it is: at no moment is it free for others.
      httpServer.listen(main, BACKLOG);
      await once(httpServer, 'listening');
      greet = (socket) => {
        httpServer.emit('connection', socket);
        socket.resume();
      };
      for (const socket of waiting) greet(socket.off('error', ignore));
      waiting.clear();
    },
    close() {
      for (const socket of waiting) socket.destroy();
      closeAll(server ? others : [main, ...others]);
    },
  };
}

function ignore(): void {}

async function listen(place: Place, onConnection: (socket: Socket) => void): Promise<Server> {
  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true };
  const { host, port, reusePort = false } = place;
  const server = createServer(options, onConnection).listen({ host, port, reusePort, backlog: BACKLOG });
  await once(server, 'listening');
  return server;
}

/** "localhost" is two addresses on most machines, and callers take either. */
async function listenElsewhere(
  place: Place,
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

function addressOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}
