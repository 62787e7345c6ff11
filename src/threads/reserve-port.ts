import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from '../door.ts';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 10;

export interface Reservation {
  port: number;
  /** All threads listen: whoever looks now finds the port taken. */
  end(): void;
}

/**
 * Several threads may have the same port only if they all say so, and then another service could have it too without
 * anybody noticing: first it must be free. Between that look and the moment when the threads listen, another start
 * on the same port waits.
 */
export async function reservePort({ host, port }: Place): Promise<Reservation> {
  const turn = port === 0 ? undefined : await takeTurn(port);
  try {
    const probe = createServer().listen({ host, port });
    await once(probe, 'listening');
    const { port: free } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return { port: free, end: () => turn?.close() };
  } catch (error) {
    turn?.close();
    throw error;
  }
}

/** A socket with a name that is in no file system: the system gives it to one process, and frees it when that ends. */
async function takeTurn(port: number): Promise<Server> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const turn = createServer().listen(`\0proffer-start-${port}`);
      await once(turn, 'listening');
      return turn;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (performance.now() > deadline) throw Object.assign(error as Error, { port });
    }
    await delay(PAUSE_MS);
  }
}
