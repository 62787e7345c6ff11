export const MAX_GRAM = 3;
/** Enough of a long search to leave few rows for the exact comparison. */
const MAX_TERM_GRAMS = 5;

/** The grams that every text with this substring has; `isExact` when having them is enough. */
export function gramsOfTerm(term: string): { grams: string[]; isExact: boolean } {
  const chars = [...term];
  if (chars.length <= MAX_GRAM) return { grams: [term], isExact: true };
  return { grams: [...endingRuns(chars)], isExact: false };
}

/** Side by side from the end, where numbers differ: runs that overlap narrow the search little, and cost as much. */
function endingRuns(chars: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let end = chars.length; end > 0 && runs.size < MAX_TERM_GRAMS; end -= MAX_GRAM) {
    const start = Math.max(0, end - MAX_GRAM);
    runs.add(chars.slice(start, start + MAX_GRAM).join(''));
  }
  return runs;
}
