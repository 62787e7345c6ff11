/** Who may write to the file now, where several threads do. */
export interface WriteTurns {
  take(): Promise<void>;
  pass(): void;
  /** Rises with each turn that ends, of whatever thread. */
  passed(): number;
}

/** For a thread that is the only one. */
export const ALWAYS_MY_TURN: WriteTurns = { take: async () => {}, pass() {}, passed: () => 0 };
