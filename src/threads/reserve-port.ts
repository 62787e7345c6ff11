import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ListenAddress } from '../bound-port.ts';

const MAX_WAIT_MS = 10_000;
const RETRY_DELAY_MS = 10;

export interface Reservation {
  port: number;
  /** Ends the reservation once all threads listen: another process then finds the port in use. */
  end(): void;
}

/**
 * Checks that a port is free before several threads share it: with `reusePort`, another service could bind the same port
 * unnoticed. Until the threads listen, another process that starts on the same port waits.
 */
export async function reservePort({ host, port }: ListenAddress): Promise<Reservation> {
  const startLock = port === 0 ? undefined : await acquireStartLock(port);
  try {
    const probe = createServer().listen({ host, port });
    await once(probe, 'listening');
    const { port: free } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return { port: free, end: () => startLock?.close() };
  } catch (error) {
    startLock?.close();
    throw error;
  }
}

/** Locks by an abstract Unix socket: only one process can have it, and the system frees it when that process ends. */
async function acquireStartLock(port: number): Promise<Server> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      const startLock = createServer().listen(`\0proffer-start-${port}`);
      await once(startLock, 'listening');
      return startLock;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (performance.now() > deadline) throw Object.assign(error as Error, { port });
    }
    await delay(RETRY_DELAY_MS);
  }
}
