import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * In between, as a server with its hands full: it hangs up on the connections with these numbers, counted from 1 and
 * taken out of the set, and on all that are older when the one with the number `cutAt` comes.
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
    url: Object.assign(new URL(target), { port: String((server.address() as AddressInfo).port) }).href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
