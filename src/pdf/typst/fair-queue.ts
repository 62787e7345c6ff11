export interface FairQueue<Entry> {
  /** Takes the entry in, and gives back the one that has no room: another's, this one, or none. */
  add(entry: Entry): Entry | undefined;
  /** Back to the head of its account's line: it had its place already. */
  putBack(entry: Entry): void;
  /** The next one that may be taken, of the account that has least in hand, else of the one whose turn it is. */
  take(may: (entry: Entry) => boolean, inHand: (account: string) => number): Entry | undefined;
  /** `false` when it is not in the queue any more. */
  remove(entry: Entry): boolean;
  empty(): Entry[];
}

/**
 * A line for each account: one that asks for much waits for itself, not the others for it. When there is no room left,
 * it is the account with most waiting that is refused, whoever came last.
 */
export function createFairQueue<Entry extends { account: string }>(
  limit: number,
  limitOfOne: number,
): FairQueue<Entry> {
  /** In the order of their turns; an account without entries has no line. */
  const lines = new Map<string, Entry[]>();
  let size = 0;

  function lineOf(account: string): Entry[] {
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
    // What is left waits for another turn, behind all others.
    lines.delete(entry.account);
    lines.set(entry.account, line);
    return entry;
  }

  return {
    add(entry) {
      const own = lines.get(entry.account)?.length ?? 0;
      if (own >= limitOfOne) return entry;
      let refused: Entry | undefined;
      if (size >= limit) {
        const [longest = []] = [...lines.values()].sort((one, other) => other.length - one.length);
        if (longest.length <= own + 1) return entry;
        refused = longest.pop();
        size -= 1;
      }
      lineOf(entry.account).push(entry);
      return refused;
    },
    putBack(entry) {
      lineOf(entry.account).unshift(entry);
    },
    take(may, inHand) {
      let best: { line: Entry[]; index: number; inHand: number } | undefined;
      for (const [account, line] of lines) {
        const index = line.findIndex(may);
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
