import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A terminal sends Ctrl-C to npm and to this process, and npm forwards it. Signals this close together count as one. */
const DUPLICATE_SIGNAL_MS = 500;

/** Resolves on the first stop signal; a later one ends the process immediately. */
export function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        first ??= performance.now();
        if (performance.now() - first > DUPLICATE_SIGNAL_MS) process.exit(128 + constants.signals[signal]);
        resolve(signal);
      });
    }
  });
}
