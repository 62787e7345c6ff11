export const MAX_GRAM = 3;
/** Enough of a long search to leave few rows for the exact comparison; its end, for numbers differ at the end. */
const MAX_TERM_GRAMS = 8;

/** All runs of one, two and three characters: what an index of substrings holds of a text. */
export function gramsOf(text: string): Set<string> {
  const chars = [...text];
  const grams = new Set<string>();
  for (let length = 1; length <= MAX_GRAM; length++) {
    for (const gram of runsOf(chars, length)) grams.add(gram);
  }
  return grams;
}

/** The grams that every text with this substring has; `isExact` when having them is enough. */
export function gramsOfTerm(term: string): { grams: string[]; isExact: boolean } {
  const chars = [...term];
  if (chars.length <= MAX_GRAM) return { grams: [term], isExact: true };
  return { grams: [...runsOf(chars, MAX_GRAM)].slice(-MAX_TERM_GRAMS), isExact: false };
}

function runsOf(chars: readonly string[], length: number): Set<string> {
  const runs = new Set<string>();
  for (let start = 0; start + length <= chars.length; start++) {
    runs.add(chars.slice(start, start + length).join(''));
  }
  return runs;
}
