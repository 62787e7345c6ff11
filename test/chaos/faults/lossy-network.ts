import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to PostgreSQL that loses some responses to COMMIT, together with the connection. */
export interface LossyNetwork {
  /** URL of the same database through this proxy. */
  url: string;
  /** Sets the share of responses to lose, from 0 to 1. */
  loseResponses(share: number): void;
  /** Returns the number of lost responses. */
  lost(): number;
  close(): Promise<void>;
}

export async function startLossyNetwork(databaseUrl: string, random: () => number): Promise<LossyNetwork> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let share = 0;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isDoomed = false;
    join(client, database, (chunk) => {
      isDoomed ||= chunk.includes('COMMIT') && random() < share;
      return true;
    });
    join(database, client, () => {
      if (isDoomed) lost++;
      return !isDoomed;
    });
  });

  /** Forwards data while it is let through, then closes both sockets. */
  function join(from: Socket, to: Socket, letsThrough: (chunk: Buffer) => boolean): void {
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk: Buffer) => {
      if (letsThrough(chunk)) to.write(chunk);
      else from.destroy();
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port), search: '' }).href,
    loseResponses(wanted) {
      share = wanted;
    },
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
