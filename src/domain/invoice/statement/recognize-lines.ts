import type { LineMarks } from './line-marks.ts';

/** What a line of a file has to do with the lines that were recorded before. */
export interface Recognized<Known> {
  /** The line that it is. */
  same: Known | undefined;
  /** A line that it may be: the reference of the bank agrees, or else the payer or the text. */
  similar: Known | undefined;
}

export interface MarkedLine {
  id: string;
  marks: LineMarks;
}

/**
 * Compares lines with recorded ones of the same day and amount. A line is the same if it has the same identifier, if the reference of
 * the bank and the payer or the text agree, or if all of it agrees and the references of the bank do not differ. Each recorded line is the
 * same as one line at most, so that of equal lines as many are the same as were recorded.
 */
export function recognizeLines<Known extends MarkedLine>(
  lines: readonly MarkedLine[],
  known: readonly Known[],
): Recognized<Known>[] {
  const free = new FreeLines(known);
  const byId = new Map(known.map((each) => [each.id, each]));
  const identical = lines.map(({ id }) => free.use(byId.get(id)));
  const same = lines.map((line, at) => identical[at] ?? free.use(free.find(line, listSameKeys(line.marks))));
  return lines.map((line, at) => {
    const similar = same[at] ? undefined : free.find(line, listSimilarKeys(line.marks));
    return { same: same[at], similar };
  });
}

/** The keys under which a recorded line is found by a line that is the same. */
function listSameKeys(marks: LineMarks): string[] {
  const { money, bank, payer, text } = marks;
  // A line without a reference of the bank may be any with this content, and one with a reference only one without.
  return [...listBankKeys(marks), `${money} ${bank ? 'plain' : 'content'} ${payer} ${text}`];
}

function listBankKeys({ money, bank, payer, text }: LineMarks): string[] {
  if (!bank) return [];
  return [
    ...(payer ? [`${money} ${bank} payer ${payer}`] : []),
    ...(text ? [`${money} ${bank} text ${text}`] : []),
    `${money} ${bank} content ${payer} ${text}`,
  ];
}

function listSimilarKeys({ money, bank, payer, text }: LineMarks): string[] {
  return [
    ...(bank ? [`${money} ${bank}`] : []),
    ...(payer ? [`${money} payer ${payer}`] : []),
    ...(text ? [`${money} text ${text}`] : []),
  ];
}

/** All keys under which a recorded line is found. */
function listKeys(marks: LineMarks): Set<string> {
  const { money, bank, payer, text } = marks;
  const kinds = bank ? ['content'] : ['content', 'plain'];
  const contents = kinds.map((kind) => `${money} ${kind} ${payer} ${text}`);
  return new Set([...listBankKeys(marks), ...listSimilarKeys(marks), ...contents]);
}

/** Recorded lines by key. Used ones are dropped when they are met, so that the time is linear. */
class FreeLines<Known extends MarkedLine> {
  readonly #byKey = new Map<string, Known[]>();
  readonly #used = new Set<Known>();

  constructor(known: readonly Known[]) {
    for (const each of known.toReversed()) {
      const { account } = each.marks;
      for (const key of listKeys(each.marks)) {
        for (const place of [ANY_ACCOUNT, account ?? NO_ACCOUNT]) this.#add(`${place} ${key}`, each);
      }
    }
  }

  #add(key: string, known: Known): void {
    const list = this.#byKey.get(key);
    if (list) list.push(known);
    else this.#byKey.set(key, [known]);
  }

  /** Finds a free line. The money of two accounts of a business is never the same. */
  find({ marks: { account } }: MarkedLine, keys: readonly string[]): Known | undefined {
    const places = account === null ? [ANY_ACCOUNT] : [account, NO_ACCOUNT];
    for (const key of keys.flatMap((each) => places.map((place) => `${place} ${each}`))) {
      const list = this.#byKey.get(key) ?? [];
      while (list.length > 0 && this.#used.has(list.at(-1) as Known)) list.pop();
      const found = list.at(-1);
      if (found) return found;
    }
    return undefined;
  }

  use(known: Known | undefined): Known | undefined {
    if (known) this.#used.add(known);
    return known;
  }
}

const ANY_ACCOUNT = '*';
const NO_ACCOUNT = '-';
