import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type BoundPort, bindPort, type ListenAddress } from './bound-port.ts';
import type { Deps } from './deps.ts';
import { safeError } from './telemetry/safe-error.ts';

const SWEEP_MS = 50;
/** Longest shutdown of a service. Requests in progress have 90 % of it, which is longer than any request may take. */
export const STOP_MS = 25_000;
const RESPOND_SHARE = 0.9;
const CLOSE_SHARE = 0.95;

/** A server that serves requests. */
export interface Listener {
  /** Number of responses sent so far. */
  responded(): number;
  /** Returns the metrics in the Prometheus text format. */
  metricsText(): Promise<string>;
  /** Writes the buffered last-use times of keys to the database. */
  flush(): Promise<void>;
  /** Finishes the requests in progress, then stops. */
  close(): Promise<void>;
}

/** Holds the port, and lets connections wait until it is opened. */
export interface BoundListener {
  /** URL that it listens on. */
  url: string;
  open(deps: Deps, stopMs?: number): Promise<Listener>;
  /** Releases the port of a listener that is not open yet. */
  close(): Promise<void>;
}

export async function bindListener(place: ListenAddress): Promise<BoundListener> {
  const boundPort = await bindPort(place);
  return {
    url: boundPort.url,
    open: (deps, stopMs) => openListener(deps, boundPort, stopMs),
    close: async () => boundPort.close(),
  };
}

async function openListener(deps: Deps, boundPort: BoundPort, stopMs = STOP_MS): Promise<Listener> {
  const { server, whenIdle, rejectRunning, flush } = buildApp(deps);
  await server.ready();
  await boundPort.open(server.server);
  return {
    responded: deps.metrics.responded,
    metricsText: deps.metrics.text,
    flush,
    async close() {
      boundPort.close();
      // Clients keep connections open for their next request: each is closed as soon as it is idle.
      const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
      const rejection = setTimeout(rejectRunning, stopMs * RESPOND_SHARE);
      const late = delay(stopMs * CLOSE_SHARE, undefined, { ref: false });
      // The connections left are requests that never arrived completely, or responses that no client reads.
      void late.then(() => server.server.closeAllConnections());
      // The work of a request needs the database even after its client has disconnected.
      await Promise.race([server.close().then(whenIdle), late]);
      clearInterval(sweep);
      clearTimeout(rejection);
      await flush().catch((error) =>
        deps.log.error({ err: safeError(error) }, 'last use of keys not recorded'),
      );
    },
  };
}
