/** Exclusive right to write to the file, if several threads do. */
export interface WriteLock {
  acquire(): Promise<void>;
  release(): void;
  /** Increases whenever any thread releases the lock. */
  releaseCount(): number;
}

/** Does nothing, because a single thread needs no lock. */
export const SINGLE_THREAD_LOCK: WriteLock = { acquire: async () => {}, release() {}, releaseCount: () => 0 };
