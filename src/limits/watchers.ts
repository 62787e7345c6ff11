/** Keys that have read the metrics, by hash: who watches the service must get in while the database is away. */
export interface Watchers {
  note(hash: string, isValid: boolean): void;
  has(hash: string): boolean | Promise<boolean>;
}

/** Far more than anybody has. */
const MAX_KEYS = 10_000;

export function ownWatchers(): Watchers & { has(hash: string): boolean } {
  const known = new Set<string>();
  return {
    note(hash, isValid) {
      if (!isValid) known.delete(hash);
      else if (known.size < MAX_KEYS) known.add(hash);
    },
    has: (hash) => known.has(hash),
  };
}

/** Kept by the main thread for all: what one thread has seen, the others know too. */
export function sharedWatchers(main: {
  noteWatcher(hash: string, isValid: boolean): Promise<void>;
  isWatcher(hash: string): Promise<boolean>;
}): Watchers {
  const told = ownWatchers();
  return {
    note(hash, isValid) {
      if (isValid && told.has(hash)) return;
      told.note(hash, isValid);
      // The main thread goes away only together with this one.
      main.noteWatcher(hash, isValid).catch(() => {});
    },
    has: main.isWatcher,
  };
}
