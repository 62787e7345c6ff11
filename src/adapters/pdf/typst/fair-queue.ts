export interface FairQueue<Entry> {
  /** Adds the entry and returns the entry that is rejected for it: another account's, this one, or none. */
  add(entry: Entry): Entry | undefined;
  /** Returns the entry to the head of its account's queue. */
  putBack(entry: Entry): void;
  /**
   * Removes and returns the next entry that may start, from the account with the fewest running entries; among equals,
   * from the account whose turn it is.
   */
  take(canStart: (entry: Entry) => boolean, inHand: (account: string) => number): Entry | undefined;
  /** Returns `false` if the entry is no longer in the queue. */
  remove(entry: Entry): boolean;
  empty(): Entry[];
}

/**
 * Queues entries per account, so that a busy account delays only itself. If the queue is full, the account with the
 * most waiting entries is rejected, even if another one comes last.
 */
export function createFairQueue<Entry extends { account: string }>(
  limit: number,
  accountLimit: number,
): FairQueue<Entry> {
  /** Queues in the order of their turns. An account without entries has none. */
  const lines = new Map<string, Entry[]>();
  let size = 0;

  function openLine(account: string): Entry[] {
    const line = lines.get(account) ?? [];
    if (line.length === 0) lines.set(account, line);
    size += 1;
    return line;
  }

  function removeAt(line: Entry[], index: number): Entry | undefined {
    const [entry] = line.splice(index, 1);
    if (!entry) return undefined;
    size -= 1;
    if (line.length === 0) lines.delete(entry.account);
    return entry;
  }

  function takeAt(line: Entry[], index: number): Entry | undefined {
    const entry = removeAt(line, index);
    if (!entry || line.length === 0) return entry;
    // The remaining entries move behind those of all other accounts.
    lines.delete(entry.account);
    lines.set(entry.account, line);
    return entry;
  }

  return {
    add(entry) {
      const own = lines.get(entry.account)?.length ?? 0;
      if (own >= accountLimit) return entry;
      let refused: Entry | undefined;
      if (size >= limit) {
        const [longest = []] = [...lines.values()].sort((one, other) => other.length - one.length);
        if (longest.length <= own + 1) return entry;
        refused = longest.pop();
        size -= 1;
      }
      openLine(entry.account).push(entry);
      return refused;
    },
    putBack(entry) {
      openLine(entry.account).unshift(entry);
    },
    take(canStart, inHand) {
      let best: { line: Entry[]; index: number; inHand: number } | undefined;
      for (const [account, line] of lines) {
        const index = line.findIndex(canStart);
        if (index < 0) continue;
        const has = inHand(account);
        if (!best || has < best.inHand) best = { line, index, inHand: has };
      }
      return best && takeAt(best.line, best.index);
    },
    remove(entry) {
      const line = lines.get(entry.account) ?? [];
      const index = line.indexOf(entry);
      return index >= 0 && removeAt(line, index) !== undefined;
    },
    empty() {
      const all = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return all;
    },
  };
}
