import { type Draft, EMPTY_LINE, isBlank, type LineRow, type Row, type StageRow } from './draft.ts';

/** Everything that can be done to the rows of a draft. Each gives another draft and leaves the one before as it was. */
export function changeRow<Kind extends Row>(draft: Draft, key: string, change: Partial<Kind>): Draft {
  return withRow(draft, key, (row) => [{ ...row, ...change } as Row]);
}

/** What begins a line has a quantity of one and the tax of the line before, which can be written over. */
export function writeLine(
  draft: Draft,
  key: string,
  change: Partial<LineRow>,
  first: Partial<LineRow>,
): Draft {
  const row = draft.rows.find((other) => other.key === key);
  if (row?.kind !== 'line') return draft;
  return changeRow<LineRow>(draft, key, isBlank(row) ? { ...first, ...change } : change);
}

/** What a line that is begun there starts with. */
export function firstWords(
  rows: readonly Row[],
  key: string,
  one: string,
  usualTax: string,
): Partial<LineRow> {
  const at = rows.findIndex((row) => row.key === key);
  const before = rows.slice(0, Math.max(at, 0)).findLast((row) => row.kind === 'line' && !isBlank(row));
  return { quantity: one, tax: before?.kind === 'line' ? before.tax : usualTax };
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

/** A copy below it, which is a line of its own and not the one that the customer has picked. */
export function duplicateRow(draft: Draft, key: string, newKey: string): Draft {
  return withRow(draft, key, (row) => {
    const copy = row.kind === 'line' ? { ...row, id: '', selected: row.choice === '' && row.selected } : row;
    return [row, { ...copy, key: newKey }];
  });
}

/** So many places down, or up. */
export function moveRow(draft: Draft, key: string, by: number): Draft {
  const at = draft.rows.findIndex((row) => row.key === key);
  return moveRowTo(draft, key, at + by);
}

/** The line to write into stays the last. */
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

/** Of alternatives the one that counts; of what is optional whether it does. */
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

/** In place of the blank line that is written into, or behind the line that is there. */
export function pasteRows(
  draft: Draft,
  key: string,
  lines: readonly Partial<LineRow>[],
  newKey: () => string,
): Draft {
  const rows: Row[] = lines.map((line) => ({ ...EMPTY_LINE, ...line, key: newKey() }));
  return withRow(draft, key, (row) => (isBlank(row) ? rows : [row, ...rows]));
}

export function changeStage(draft: Draft, key: string, change: Partial<StageRow>): Draft {
  return {
    ...draft,
    stages: draft.stages.map((stage) => (stage.key === key ? { ...stage, ...change } : stage)),
  };
}

/** Lines that were stored have got identifiers since. */
export function withIds(draft: Draft, ids: ReadonlyMap<string, string>): Draft {
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
