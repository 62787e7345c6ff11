/** Hashes of keys that have read the metrics. They stay accepted while the database is unavailable. */
export interface Watchers {
  note(hash: string, isValid: boolean): void;
  has(hash: string): boolean | Promise<boolean>;
}

/** Bounds the memory; far more keys than an installation has. */
const MAX_KEYS = 10_000;

export function createWatchers(): Watchers & { has(hash: string): boolean } {
  const known = new Set<string>();
  return {
    note(hash, isValid) {
      if (!isValid) known.delete(hash);
      else if (known.size < MAX_KEYS) known.add(hash);
    },
    has: (hash) => known.has(hash),
  };
}

/** Stores the watchers in the main thread, so that all threads know them. */
export function createSharedWatchers(main: {
  noteWatcher(hash: string, isValid: boolean): Promise<void>;
  isWatcher(hash: string): Promise<boolean>;
}): Watchers {
  const reported = createWatchers();
  return {
    note(hash, isValid) {
      if (isValid && reported.has(hash)) return;
      reported.note(hash, isValid);
      // This call fails only if the main thread ends, and this thread ends with it.
      main.noteWatcher(hash, isValid).catch(() => {});
    },
    has: main.isWatcher,
  };
}
