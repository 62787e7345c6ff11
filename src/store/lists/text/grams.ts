const MAX_GRAM = 3;
/** Trigrams of a long term that are looked up; enough to leave few rows for the exact comparison. */
const MAX_TERM_GRAMS = 5;
const ACCOUNT_CHARS = 8;
/** Characters of a text that are indexed. Longer texts are compared in full, so that a write stays short. */
export const MAX_INDEXED = 2500;

/**
 * Index words of a text, separated by spaces: its trigrams and the shorter runs at the end, so that every character
 * begins one. Duplicates do no harm. String concatenation is faster here than joining an array.
 */
export function buildIndexWords(accountId: string, text: string): string {
  const account = accountPart(accountId);
  let [words, first, second, count] = ['', '', '', 0];
  for (const char of text) {
    if (++count > MAX_INDEXED) break;
    const third = toHex(char);
    if (first) words += `${account}${first}${second}${third} `;
    first = second;
    second = third;
  }
  if (first) words += `${account}${first}${second} `;
  return second ? `${words}${account}${second}` : words;
}

export interface TermTokens {
  /** Words that the text must contain or have as prefixes. */
  tokens: string[];
  isPrefix: boolean;
  /** Whether these words prove a match without comparing the text. */
  isExact: boolean;
}

export function tokenizeTerm(accountId: string, term: string): TermTokens {
  const chars = [...term];
  const grams = chars.length <= MAX_GRAM ? [chars] : endingRuns(chars);
  const tokens = grams.map((gram) => accountPart(accountId) + gram.map(toHex).join(''));
  return { tokens, isPrefix: chars.length < MAX_GRAM, isExact: chars.length <= MAX_GRAM };
}

/** Adjacent runs from the end, where numbers differ. Overlapping runs narrow the search little and cost as much. */
function endingRuns(chars: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (let end = chars.length; end > 0 && runs.length < MAX_TERM_GRAMS; end -= MAX_GRAM) {
    const start = Math.max(0, end - MAX_GRAM);
    runs.push(chars.slice(start, start + MAX_GRAM));
  }
  return runs;
}

/** End of the account identifier, which separates the index entries of the accounts. */
function accountPart(accountId: string): string {
  return `${accountId.slice(-ACCOUNT_CHARS)}g`;
}

const ASCII_HEX = Array.from({ length: 128 }, (_, code) => `${code.toString(16)}g`);

/** Letters and digits only, so that every engine treats a run as one word. */
function toHex(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return ASCII_HEX[code] ?? `${code.toString(16)}g`;
}
