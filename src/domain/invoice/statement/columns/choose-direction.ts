import { askFor } from '../csv-columns.ts';
import { listWords, type Side } from './direction.ts';
import type { Columns } from './judge-columns.ts';

/** A column that says on which side the amounts are. */
export interface Direction {
  column: number;
  findSide(cell: string): Side | undefined;
}

type FindSide = Direction['findSide'];

interface Candidate {
  column: number;
  words: string[];
  heading: 'direction' | 'kind' | 'unknown' | undefined;
  isNamed: boolean;
}

/**
 * Chooses the column whose words all say a side. If amounts have no sign and there is none, a column of few repeated words that are
 * not understood is asked about: they may say that money went out.
 */
export function chooseDirection(
  columns: Columns,
  rows: readonly (readonly string[])[],
  isUnsigned: boolean,
  findSide: FindSide,
): Direction | undefined {
  const candidates = [...new Set([...columns.kinds.keys(), ...columns.texts])].flatMap((column) => {
    const cells = rows.map((row) => row[column] ?? '');
    const words = listWords(cells) ?? [];
    const heading = columns.kinds.get(column);
    // A note on some rows says nothing about the others.
    const isFilled = heading === 'direction' || cells.filter(Boolean).length >= MIN_FILLED * rows.length;
    return words.length > 0 && isFilled ? [{ column, words, heading, isNamed: heading === 'direction' }] : [];
  });
  const understood = candidates.filter(({ words }) => words.every(findSide));
  const sides = ({ words }: Candidate) => new Set(words.map(findSide)).size;
  const [best] = understood.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || sides(b) - sides(a));
  if (best && (isUnsigned || best.isNamed || sides(best) > 1)) return { column: best.column, findSide };
  if (!isUnsigned) return undefined;
  const open = candidates.filter(
    (each) => columns.kinds.has(each.column) && isQuestion(each, rows, findSide),
  );
  const [asked] = open.sort(
    (a, b) => Number(b.isNamed) - Number(a.isNamed) || count(b, findSide) - count(a, findSide),
  );
  return asked && askWords(asked, findSide);
}

function count({ words }: Candidate, findSide: FindSide): number {
  return words.filter(findSide).length;
}

/** Whether the words of a column may be sides: there are few, and they repeat. */
function isQuestion(
  { column, words, heading }: Candidate,
  rows: readonly (readonly string[])[],
  findSide: FindSide,
): boolean {
  if (heading === 'direction' || words.some(findSide)) return true;
  if (heading === 'kind') return words.length > 1;
  const filled = rows.filter((cells) => cells[column]).length;
  return words.length > 1 && words.length <= MAX_SIDES && filled > words.length;
}

const MIN_FILLED = 0.8;

/** Words that a column may have for both sides: transfers, cards, fees. */
const MAX_SIDES = 5;

function askWords({ words }: Candidate, findSide: FindSide): never {
  const unknown = words.filter((word) => !findSide(word)).map((word) => `"${word.replaceAll('"', "'")}"`);
  return askFor(
    'moneyIn',
    `is needed: the amounts have no sign. Say which of ${unknown.join(', ')} mean money in and which money out: \`?moneyIn=…,…&moneyOut=…\``,
  );
}
