import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { Deps } from './deps.ts';
import { bindDoor, type Door, type Place } from './door.ts';
import { safeError } from './telemetry/safe-error.ts';

const SWEEP_MS = 50;
/** For the whole stop of a service. A running request has all of it but the last tenth, which is longer than any may take. */
export const STOP_MS = 25_000;
const RESPOND_SHARE = 0.9;
const CLOSE_SHARE = 0.95;

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
  open(deps: Deps, stopMs?: number): Promise<Listener>;
  /** For one that is not open yet. */
  close(): Promise<void>;
}

export async function bindListener(place: Place): Promise<BoundListener> {
  const door = await bindDoor(place);
  return {
    url: door.url,
    open: (deps, stopMs) => openListener(deps, door, stopMs),
    close: async () => door.close(),
  };
}

export async function openListener(deps: Deps, door: Door, stopMs = STOP_MS): Promise<Listener> {
  const { server, whenIdle, refuseRunning, flush } = buildApp(deps);
  await server.ready();
  await door.open(server.server);
  return {
    responded: deps.metrics.responded,
    metricsText: deps.metrics.text,
    flush,
    async close() {
      door.close();
      // Clients keep connections open for their next request: each is closed as soon as its last answer is out.
      const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
      const refuse = setTimeout(refuseRunning, stopMs * RESPOND_SHARE);
      const late = delay(stopMs * CLOSE_SHARE, undefined, { ref: false });
      // What is open then is a request that never came whole, or a response that nobody reads.
      void late.then(() => server.server.closeAllConnections());
      // Whoever asked may be gone while the work goes on, and needs the database.
      await Promise.race([server.close().then(whenIdle), late]);
      clearInterval(sweep);
      clearTimeout(refuse);
      await flush().catch((error) =>
        deps.log.error({ err: safeError(error) }, 'use of keys not written down'),
      );
    },
  };
}
