const MAX_GRAM = 3;
/** Enough of a long search to leave few rows for the exact comparison. */
const MAX_TERM_GRAMS = 5;
const ACCOUNT_CHARS = 8;

/**
 * The words under which a text is found, with spaces between: its runs of three characters, and the shorter ones at the
 * end, so that every character begins one. That some come twice does no harm. Added up, not joined: the words need not
 * be made one by one.
 */
export function wordsOf(accountId: string, text: string): string {
  const account = accountPart(accountId);
  let [words, first, second] = ['', '', ''];
  for (const char of text) {
    const third = hexOf(char);
    if (first) words += `${account}${first}${second}${third} `;
    first = second;
    second = third;
  }
  if (first) words += `${account}${first}${second} `;
  return second ? `${words}${account}${second}` : words;
}

export interface TermTokens {
  /** The text has words that are equal to these, or begin with them. */
  tokens: string[];
  isPrefix: boolean;
  /** Having them is enough to have the term. */
  isExact: boolean;
}

export function tokensOfTerm(accountId: string, term: string): TermTokens {
  const chars = [...term];
  const grams = chars.length <= MAX_GRAM ? [chars] : endingRuns(chars);
  const tokens = grams.map((gram) => accountPart(accountId) + gram.map(hexOf).join(''));
  return { tokens, isPrefix: chars.length < MAX_GRAM, isExact: chars.length <= MAX_GRAM };
}

/** Side by side from the end, where numbers differ: runs that overlap narrow the search little, and cost as much. */
function endingRuns(chars: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (let end = chars.length; end > 0 && runs.length < MAX_TERM_GRAMS; end -= MAX_GRAM) {
    const start = Math.max(0, end - MAX_GRAM);
    runs.push(chars.slice(start, start + MAX_GRAM));
  }
  return runs;
}

/** The end of the account's identifier, so that the lists of one account hold next to nothing of another. */
function accountPart(accountId: string): string {
  return `${accountId.slice(-ACCOUNT_CHARS)}g`;
}

const ASCII_HEX = Array.from({ length: 128 }, (_, code) => `${code.toString(16)}g`);

/** Letters and digits only, so that every engine takes a run of them as one word. */
function hexOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return ASCII_HEX[code] ?? `${code.toString(16)}g`;
}
