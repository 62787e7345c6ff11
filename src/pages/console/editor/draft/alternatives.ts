import { MAX_CHOICE_LENGTH } from '../../../../domain/field-limits.ts';
import { type Draft, EMPTY_LINE, type LineRow, type Row } from './draft.ts';

/** Adds a line that the customer can choose instead of this one. The choice is named after the first of its lines. */
export function addAlternative(draft: Draft, key: string, newKey: string, fallback: string): Draft {
  const line = draft.rows.find((row) => row.key === key);
  if (line?.kind !== 'line') return draft;
  const choice = line.choice.trim() || nameChoice(draft.rows, line, fallback);
  const { quantity, unit, tax, taxCategory, taxReason, optional } = line;
  const added: LineRow = {
    ...EMPTY_LINE,
    ...{ key: newKey, quantity: quantity || '1', unit, tax, taxCategory, taxReason, optional, choice },
  };
  const rows = draft.rows.map((row) =>
    row.key === key && line.choice.trim() === '' ? { ...line, choice, selected: !optional } : row,
  );
  const last = rows.findLastIndex((row) => isIn(row, choice));
  return { ...draft, rows: rows.toSpliced(last + 1, 0, added) };
}

/** A name that no other choice of the quote has. */
function nameChoice(rows: readonly Row[], { description }: LineRow, fallback: string): string {
  const [firstLine = ''] = description.trim().split('\n');
  const name = [...(firstLine.trim() || fallback)].slice(0, MAX_CHOICE_LENGTH - 4).join('');
  const isTaken = (wanted: string) => rows.some((row) => isIn(row, wanted));
  let [unique, n] = [name, 2];
  while (isTaken(unique)) unique = `${name} ${n++}`;
  return unique;
}

/** Renames the choice in all of its lines, unless another choice has the name: the two would become one. */
export function renameChoice(draft: Draft, from: string, choice: string): Draft {
  const wanted = choice.trim();
  if (wanted !== from && draft.rows.some((row) => isIn(row, wanted))) return draft;
  return changeChoice(draft, from, { choice });
}

/** Makes all alternatives optional, or none of them. */
export function makeOptional(draft: Draft, key: string, optional: boolean): Draft {
  const line = draft.rows.find((row) => row.key === key);
  if (line?.kind !== 'line') return draft;
  const choice = line.choice.trim();
  const isMeant = (row: Row) => row.key === key || (choice !== '' && isIn(row, choice));
  const rows = draft.rows.map((row) =>
    row.kind === 'line' && isMeant(row) ? { ...row, optional, selected: false } : row,
  );
  return repairChoice({ ...draft, rows }, choice);
}

/** The names of the choices of the quote, in their order. */
export function listChoices(rows: readonly Row[]): string[] {
  return [...new Set(rows.map((row) => (row.kind === 'line' ? row.choice.trim() : '')))].filter(Boolean);
}

/** Makes a line an alternative of a choice that exists; without a name, of none. */
export function moveToChoice(draft: Draft, key: string, choice: string): Draft {
  const left = leaveChoice(draft, key);
  const other = choice !== '' && left.rows.find((row): row is LineRow => isIn(row, choice));
  if (!other) return left;
  const { optional } = other;
  const rows = left.rows.map((row) =>
    row.key === key ? { ...row, choice, optional, selected: false } : row,
  );
  return { ...left, rows };
}

function leaveChoice(draft: Draft, key: string): Draft {
  const line = draft.rows.find((row) => row.key === key);
  if (line?.kind !== 'line') return draft;
  const rows = draft.rows.map((row) => (row.key === key ? { ...row, choice: '', selected: false } : row));
  return repairChoice({ ...draft, rows }, line.choice.trim());
}

/** A choice of one line is none, and one alternative of a mandatory choice is selected. */
export function repairChoice(draft: Draft, choice: string): Draft {
  if (choice === '') return draft;
  const lines = draft.rows.filter((row): row is LineRow => isIn(row, choice));
  if (lines.length === 1) return changeChoice(draft, choice, { choice: '', selected: false });
  const [first] = lines;
  if (!first || first.optional || lines.some(({ selected }) => selected)) return draft;
  const rows = draft.rows.map((row) => (row.key === first.key ? { ...row, selected: true } : row));
  return { ...draft, rows };
}

function changeChoice(draft: Draft, choice: string, change: Partial<LineRow>): Draft {
  return { ...draft, rows: draft.rows.map((row) => (isIn(row, choice) ? { ...row, ...change } : row)) };
}

function isIn(row: Row, choice: string): row is LineRow {
  return row.kind === 'line' && row.choice.trim() === choice;
}
