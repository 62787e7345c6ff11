/** Exclusive right to write to the file, if several threads do. */
export interface WriteLock {
  take(): Promise<void>;
  pass(): void;
  /** Increases whenever any thread releases the lock. */
  passed(): number;
}

/** For a single thread. */
export const SINGLE_THREAD_LOCK: WriteLock = { take: async () => {}, pass() {}, passed: () => 0 };
