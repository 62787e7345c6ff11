import { openClientSocket, STATUS_AT } from './client-socket.ts';

/** One round of load: raw requests, sent in turn over persistent connections. */
export interface LoadTask {
  port: number;
  connections: number;
  seconds: number;
  requests: string[];
  /** Ends the round after this many requests. */
  limit?: number;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  count: number;
  /** Number of responses by the first digit of their status. */
  statuses: Record<string, number>;
}

export type LoadReply = LoadResult | { failure: string };

/**
 * Sends requests one after the other on each connection and parses just enough of the responses to count them: on a
 * machine with two cores, a full HTTP client would be the bottleneck.
 */
export function runLoad({
  port,
  connections,
  seconds,
  requests,
  limit = Infinity,
}: LoadTask): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const buffers = requests.map((request) => Buffer.from(request));
  let next = 0;
  let open = connections;
  const begun = performance.now();
  const until = begun + seconds * 1000;

  return new Promise((resolve, reject) => {
    const ended = () => {
      if (--open > 0) return;
      const elapsed = (performance.now() - begun) / 1000;
      latencies.sort((a, b) => a - b);
      resolve({
        perSecond: latencies.length / elapsed,
        p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
        p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
        count: latencies.length,
        statuses,
      });
    };
    for (let index = 0; index < connections; index++) {
      let sentAt = 0;
      const socket = openClientSocket(port, (head) => {
        const status = `${head[STATUS_AT]}xx`;
        latencies.push(performance.now() - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
        send();
      });
      const send = () => {
        sentAt = performance.now();
        if (sentAt >= until || next >= limit) {
          socket.off('close', cut).end();
          ended();
          return;
        }
        socket.write(buffers[next++ % buffers.length] ?? '');
      };
      const cut = () => reject(new Error(`the server on port ${port} closed a connection`));
      socket.once('connect', send);
      socket.once('close', cut);
      socket.once('error', reject);
    }
  });
}

if (process.send) {
  process.on('message', async (task: LoadTask) => {
    const answer: LoadReply = await runLoad(task).catch((error) => ({ failure: String(error) }));
    process.send?.(answer);
  });
}
