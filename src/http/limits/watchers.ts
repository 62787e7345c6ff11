/** Hashes of keys that have read the metrics. They stay accepted while the database is unavailable. */
export interface Watchers {
  note(hash: string, isValid: boolean): void;
  has(hash: string): boolean;
}

/** Bounds the memory; far more keys than an installation has. */
const MAX_KEYS = 10_000;

export function createWatchers(): Watchers {
  const known = new Set<string>();
  return {
    note(hash, isValid) {
      if (!isValid) known.delete(hash);
      else if (known.size < MAX_KEYS) known.add(hash);
    },
    has: (hash) => known.has(hash),
  };
}
