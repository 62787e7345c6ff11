import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { destroyConnection, quitConnection } from './connection.ts';

/*
 * Reusing connections saves about a quarter of the cost of a send (`npm run bench:cpu -- send`), and more if the mail
 * server is far away: no TCP, TLS and login for each message. The pool also keeps to the number of connections that a
 * server allows.
 */

export interface Lease {
  connection: SMTPConnection;
  /** The connection has carried a message before, so the server may have closed it since. */
  reused: boolean;
  end(after: 'keep' | 'quit' | 'destroy'): void;
}

export interface LeaseOptions {
  fresh?: boolean;
  /** The server has rejected the credentials of the last connection. */
  isRefused?: boolean;
}

export interface SmtpPool {
  /** Resolves with an open connection once a slot is free. Rejects with the signal's reason or the connection error. */
  lease(signal: AbortSignal, options?: LeaseOptions): Promise<Lease>;
  close(): void;
}

/** Servers close idle connections after a few minutes at most. */
const IDLE_TIMEOUT_MS = 15_000;
const MAX_MESSAGES_PER_CONNECTION = 100;

/** Opens at most `size` connections. Further callers wait in order. */
export function createSmtpPool(
  size: number,
  open: (signal: AbortSignal, isRefused: boolean) => Promise<SMTPConnection>,
): SmtpPool {
  const idle: { connection: SMTPConnection; carried: number; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  let usedSlots = 0;
  let closed = false;

  function freeSlot() {
    // Hand the slot to the next waiting caller, so that a new caller cannot overtake it.
    const next = waiting.shift();
    if (next) next();
    else usedSlots--;
  }

  function takeIdle() {
    while (true) {
      const entry = idle.pop();
      if (!entry) return undefined;
      clearTimeout(entry.timer);
      if (!entry.connection.destroyed) return entry;
    }
  }

  function keep(connection: SMTPConnection, carried: number) {
    const timer = setTimeout(() => {
      const index = idle.findIndex((entry) => entry.connection === connection);
      if (index >= 0) idle.splice(index, 1);
      quitConnection(connection);
    }, IDLE_TIMEOUT_MS);
    timer.unref();
    idle.push({ connection, carried, timer });
  }

  function createLease(connection: SMTPConnection, carried: number): Lease {
    return {
      connection,
      reused: carried > 0,
      end(after) {
        const more = after === 'keep' && carried + 1 < MAX_MESSAGES_PER_CONNECTION && !closed;
        if (after === 'destroy') destroyConnection(connection);
        else if (more && !connection.destroyed) keep(connection, carried + 1);
        else quitConnection(connection);
        freeSlot();
      },
    };
  }

  return {
    async lease(signal, { fresh = false, isRefused = false } = {}) {
      if (usedSlots < size) usedSlots++;
      else await waitForSlot(waiting, signal);
      try {
        signal.throwIfAborted();
        const entry = fresh ? undefined : takeIdle();
        if (entry) return createLease(entry.connection, entry.carried);
        return createLease(await open(signal, isRefused), 0);
      } catch (error) {
        freeSlot();
        throw error;
      }
    },
    close() {
      closed = true;
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer);
        quitConnection(connection);
      }
    },
  };
}

function waitForSlot(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    waiting.push(go);
    signal.addEventListener('abort', leave, { once: true });
  });
}
