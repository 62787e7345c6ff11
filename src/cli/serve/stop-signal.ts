import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A terminal sends Ctrl-C to npm and to this process, and npm forwards it. Signals this close together count as one. */
const DUPLICATE_SIGNAL_MS = 500;

/** Resolves on the first stop signal; a later one ends the process immediately. */
export function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => onStopSignal(resolve));
}

/**
 * Calls the listener on the first stop signal; a later one ends the process immediately. Returns a function that stops
 * listening.
 */
export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  let first: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (first !== undefined && now - first > DUPLICATE_SIGNAL_MS) exitBySignal(signal);
    if (first === undefined) listener(signal);
    first ??= now;
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}

/** Exits with the code that shells use for a process that a signal ended. */
export function exitBySignal(signal: NodeJS.Signals): never {
  process.exit(128 + constants.signals[signal]);
}
