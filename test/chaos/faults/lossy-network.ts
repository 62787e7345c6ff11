import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Between the replicas and PostgreSQL: a way on which the answer to a COMMIT gets lost, and with it the connection. */
export interface LossyNetwork {
  /** Of the same database, through here. */
  url: string;
  /** How many answers to lose from now on: 0 for none, 1 for all. */
  loseAnswers(share: number): void;
  /** How many were lost. */
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

  /** Hands on what comes for as long as it is let through, then cuts both. */
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
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    loseAnswers(wanted) {
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
