import { type Draft, EMPTY_LINE, isBlank, type LineRow, type Row, type StageRow } from './draft.ts';

/** Edits of the rows of a draft. Each returns a new draft. */
export function changeRow<Kind extends Row>(draft: Draft, key: string, change: Partial<Kind>): Draft {
  return withRow(draft, key, (row) => [{ ...row, ...change } as Row]);
}

/** What a new line has where its source states nothing, in the number format of the person who edits. */
export interface LineDefaults {
  one: string;
  /** The rate of the account. */
  defaultTax: string | null;
  /** The rate if the account has none and no line is before. */
  usualTax: string;
}

/**
 * Completes a new line at this position. Everything that makes a line calls this, because a line without a tax is stored
 * with 0 %: the tax is that of the account, else that of the line before.
 */
export function completeLine(
  rows: readonly Row[],
  at: number,
  stated: Partial<LineRow>,
  { one, defaultTax, usualTax }: LineDefaults,
): Partial<LineRow> {
  const before = rows.slice(0, Math.max(at, 0)).findLast((row) => row.kind === 'line' && !isBlank(row));
  const tax = defaultTax ?? (before?.kind === 'line' ? before.tax : usualTax);
  return { ...stated, quantity: stated.quantity || one, tax: stated.tax || tax };
}

/** Typing into a blank line also sets its defaults. */
export function writeLine(
  draft: Draft,
  key: string,
  change: Partial<LineRow>,
  defaults: LineDefaults,
): Draft {
  const at = draft.rows.findIndex((row) => row.key === key);
  const row = draft.rows[at];
  if (row?.kind !== 'line') return draft;
  const isNew = isBlank(row);
  return changeRow<LineRow>(draft, key, isNew ? completeLine(draft.rows, at, change, defaults) : change);
}

export function insertAfter(draft: Draft, key: string, rows: readonly Row[]): Draft {
  return withRow(draft, key, (row) => [row, ...rows]);
}

export function insertBefore(draft: Draft, key: string, rows: readonly Row[]): Draft {
  return withRow(draft, key, (row) => [...rows, row]);
}

export function removeRow(draft: Draft, key: string): Draft {
  return withRow(draft, key, () => []);
}

/** Inserts a copy below as a new line without the customer's selection. */
export function duplicateRow(draft: Draft, key: string, newKey: string): Draft {
  return withRow(draft, key, (row) => {
    const copy = row.kind === 'line' ? { ...row, id: '', selected: row.choice === '' && row.selected } : row;
    return [row, { ...copy, key: newKey }];
  });
}

/** Moves a row by a number of positions; negative is up. */
export function moveRow(draft: Draft, key: string, by: number): Draft {
  const at = draft.rows.findIndex((row) => row.key === key);
  return moveRowTo(draft, key, at + by);
}

/** Moves a row to an index; the blank line stays last. */
export function moveRowTo(draft: Draft, key: string, to: number): Draft {
  const { rows } = draft;
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  const last = rows.at(-1);
  const most = rows.length - (last && isBlank(last) && last.key !== key ? 2 : 1);
  const target = Math.min(Math.max(to, 0), most);
  if (!row || target === at) return draft;
  return { ...draft, rows: rows.toSpliced(at, 1).toSpliced(target, 0, row) };
}

/** Selects an alternative, or toggles an optional line. */
export function selectLine(draft: Draft, key: string, selected: boolean): Draft {
  const line = draft.rows.find((row) => row.key === key);
  if (line?.kind !== 'line') return draft;
  const choice = line.choice.trim();
  const rows = draft.rows.map((row) => {
    if (row.key === key) return { ...row, selected };
    const isOther = choice !== '' && row.kind === 'line' && row.choice.trim() === choice && row.selected;
    return isOther && selected ? { ...row, selected: false } : row;
  });
  return { ...draft, rows };
}

/** Replaces the blank line that has the focus, or inserts after a filled one. */
export function pasteRows(
  draft: Draft,
  key: string,
  lines: readonly Partial<LineRow>[],
  { newKey, ...defaults }: LineDefaults & { newKey(): string },
): Draft {
  const at = draft.rows.findIndex((row) => row.key === key) + 1;
  const rows: Row[] = lines.map((line) => ({
    ...EMPTY_LINE,
    ...completeLine(draft.rows, at, line, defaults),
    key: newKey(),
  }));
  return withRow(draft, key, (row) => (isBlank(row) ? rows : [row, ...rows]));
}

export function changeStage(draft: Draft, key: string, change: Partial<StageRow>): Draft {
  return {
    ...draft,
    stages: draft.stages.map((stage) => (stage.key === key ? { ...stage, ...change } : stage)),
  };
}

/** Adds the ids of lines that have been stored. */
export function addLineIds(draft: Draft, ids: ReadonlyMap<string, string>): Draft {
  const isNamed = (row: Row) => row.kind === 'line' && row.id !== (ids.get(row.key) ?? row.id);
  if (!draft.rows.some(isNamed)) return draft;
  return {
    ...draft,
    rows: draft.rows.map((row) => (isNamed(row) ? { ...row, id: ids.get(row.key) ?? '' } : row)),
  };
}

function withRow(draft: Draft, key: string, replace: (row: Row) => readonly Row[]): Draft {
  const at = draft.rows.findIndex((row) => row.key === key);
  const row = draft.rows[at];
  return row ? { ...draft, rows: draft.rows.toSpliced(at, 1, ...replace(row)) } : draft;
}
