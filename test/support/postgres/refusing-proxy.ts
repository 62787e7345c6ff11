import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Starts a proxy that acts like an overloaded server: it closes the connections with the given numbers, counted from 1
 * and removed from the set, and closes all older ones when connection number `cutAt` arrives.
 */
export async function startRefusingProxy(target: URL, refused: Set<number>, cutAt: number) {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((near) => {
    count++;
    if (count === cutAt) for (const socket of sockets) socket.destroy();
    if (refused.delete(count)) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: Object.assign(new URL(target), { port: String((server.address() as AddressInfo).port), search: '' })
      .href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
