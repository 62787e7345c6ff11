import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { Deps } from './deps.ts';
import type { EventLoop } from './pdf/loop-load.ts';
import { safeError } from './safe-error.ts';

const SWEEP_MS = 50;
/** Connections that wait to be taken on; what does not fit in is tried again by the caller only after a second. */
const BACKLOG = 4096;
/** Longer than any answer may take: what is still open then is a request that never came whole. */
const PATIENCE_MS = 25_000;

/** What listens and answers, in this thread or in several. */
export interface Front {
  /** Where it listens. */
  url: string;
  /** The event loops that answer requests. */
  loops: readonly EventLoop[];
  /** In the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Writes down what is kept in memory for a while. */
  flush(): Promise<void>;
  /** Finishes the running requests, then stops. */
  close(): Promise<void>;
}

export interface Place {
  host: string;
  port: number;
  /** With others on the same port; each gets a part of the connections. */
  reusePort?: boolean;
}

export async function openFront(deps: Deps, { host, port, reusePort = false }: Place): Promise<Front> {
  const { server, whenIdle, flush } = buildApp(deps);
  const options = { host, port, reusePort, backlog: BACKLOG };
  await server.listen(options);
  return {
    url: addressOf(server.server.address() as AddressInfo),
    loops: [performance],
    metricsText: deps.metrics.text,
    flush,
    async close() {
      // Clients keep connections open for their next request: each is closed as soon as its last answer is out.
      const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
      const end = setTimeout(() => server.server.closeAllConnections(), PATIENCE_MS);
      await server.close();
      // Whoever asked may be gone while the work goes on, and needs the database.
      await Promise.race([whenIdle(), delay(PATIENCE_MS, undefined, { ref: false })]);
      clearInterval(sweep);
      clearTimeout(end);
      await flush().catch((error) =>
        deps.log.error({ err: safeError(error) }, 'use of keys not written down'),
      );
    },
  };
}

export function addressOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}
