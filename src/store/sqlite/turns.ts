/** Exclusive right to write to the file, if several threads do. */
export interface WriteTurns {
  take(): Promise<void>;
  pass(): void;
  /** Increases whenever any thread releases the lock. */
  passed(): number;
}

/** For a single thread. */
export const ALWAYS_MY_TURN: WriteTurns = { take: async () => {}, pass() {}, passed: () => 0 };
