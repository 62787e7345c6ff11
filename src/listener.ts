import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { Deps } from './deps.ts';
import { bindDoor, type Door, type Place } from './door.ts';
import { safeError } from './telemetry/safe-error.ts';

const SWEEP_MS = 50;
/** Longer than any answer may take: what is still open then is a request that never came whole. */
const PATIENCE_MS = 25_000;

/** What answers, in this thread or in several. */
export interface Listener {
  /** To how many requests so far. */
  responded(): number;
  /** In the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Writes down what is kept in memory for a while. */
  flush(): Promise<void>;
  /** Finishes the running requests, then stops. */
  close(): Promise<void>;
}

/** Has the port, and lets whoever comes wait until it is opened. */
export interface BoundListener {
  /** Where it listens. */
  url: string;
  open(deps: Deps): Promise<Listener>;
  /** For one that is not open yet. */
  close(): Promise<void>;
}

export async function bindListener(place: Place): Promise<BoundListener> {
  const door = await bindDoor(place);
  return {
    url: door.url,
    open: (deps) => openListener(deps, door),
    close: async () => door.close(),
  };
}

export async function openListener(deps: Deps, door: Door): Promise<Listener> {
  const { server, whenIdle, flush } = buildApp(deps);
  await server.ready();
  await door.open(server.server);
  return {
    responded: deps.metrics.responded,
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
