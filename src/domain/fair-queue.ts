/** A bounded queue in which groups take turns, regardless of how many entries each has. */
export interface FairQueue<Entry> {
  /** Adds an entry. If the queue is full, returns the evicted entry: the last one of the longest group. */
  add(group: string, entry: Entry): Entry | undefined;
  take(): Entry | undefined;
}

export function createFairQueue<Entry>(max: number): FairQueue<Entry> {
  /** Ordered by turn, then by arrival. */
  const waiting: { group: string; turn: number; entry: Entry }[] = [];
  /** The last turn of each waiting group. */
  const lastTurns = new Map<string, number>();
  let current = 0;

  return {
    add(group, entry) {
      const turn = Math.max(current, lastTurns.get(group) ?? 0) + 1;
      const last = waiting.length >= max ? waiting.at(-1) : undefined;
      if (last && last.turn <= turn) return entry;
      if (last) {
        waiting.pop();
        if (last.turn - 1 > current) lastTurns.set(last.group, last.turn - 1);
        else lastTurns.delete(last.group);
      }
      const place = waiting.findLastIndex((before) => before.turn <= turn) + 1;
      waiting.splice(place, 0, { group, turn, entry });
      lastTurns.set(group, turn);
      return last?.entry;
    },
    take() {
      const next = waiting.shift();
      if (!next) return undefined;
      current = next.turn;
      if (lastTurns.get(next.group) === next.turn) lastTurns.delete(next.group);
      return next.entry;
    },
  };
}
