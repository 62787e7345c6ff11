import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A terminal sends Ctrl-C to npm and to us, and npm passes it on: what comes twice at once is one wish. */
const ONE_WISH_MS = 500;

/** Resolves at the first signal to stop; a later one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        first ??= performance.now();
        if (performance.now() - first > ONE_WISH_MS) process.exit(128 + constants.signals[signal]);
        resolve(signal);
      });
    }
  });
}
