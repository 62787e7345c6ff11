import { cleanCell } from '../../../domain/account/export/csv.ts';
import {
  type Fields,
  findAddressPart,
  JOINED_FIELDS,
  listFieldNames,
} from '../../../domain/account/import/guess-columns.ts';
import { type AddressPart, joinAddress } from '../../../domain/account/particulars/postal-address.ts';
import { findCountryCode } from '../../../i18n/countries.ts';
import type { ImportKind } from './import-kinds.ts';
import type { ParseSettings } from './read-cells.ts';
import type { ImportRecord, RowError, SourceRow } from './source-rows.ts';

/** A file and its mapping of columns to fields. */
export interface ImportSource {
  kind: ImportKind;
  headings: readonly string[];
  fields: Fields;
  rows: readonly SourceRow[];
  reading: ParseSettings;
}

export interface ReadRow {
  line: number;
  /** Key as given in the file; `null` without one. */
  key: unknown;
  /** Cell texts by field. */
  cells: Record<string, string>;
  record: ImportRecord;
  errors: readonly RowError[];
}

/** Parses and validates a row. `seen` maps each key so far to its line. */
export function readRow(source: ImportSource, row: SourceRow, seen: Map<unknown, number>): ReadRow {
  const { kind } = source;
  const cells = row.cells ? cellsByField(source, row.cells) : {};
  const given = row.entry ?? readRecord(source, cells);
  const record = kind.complete(given);
  const key = record[kind.key] ?? null;
  const errors = findErrors(source, row, record);
  const line = seen.get(key);
  if (errors.length === 0 && line !== undefined) {
    errors.push({
      path: `/${kind.key}`,
      message: `is on line ${line} already`,
      reason: { type: 'repeated', line },
    });
  }
  if (errors.length === 0 && key !== null) seen.set(key, row.line);
  return {
    line: row.line,
    key: given[kind.key] ?? null,
    cells,
    record,
    errors: errors.map((error) => withColumn(error, source)),
  };
}

/** Returns the cell texts of a row. A short row has no values for the remaining columns. */
function cellsByField(
  { kind, headings, fields, reading }: ImportSource,
  texts: readonly string[],
): Record<string, string> {
  const cells: Record<string, string> = {};
  const joined: { field: string; part: AddressPart | undefined; text: string }[] = [];
  for (const [index, field] of fields.entries()) {
    const text = texts[index];
    if (field === null || text === undefined) continue;
    const part = findAddressPart(headings[index] ?? '', kind.words);
    if (JOINED_FIELDS.includes(field)) joined.push({ field, part, text: cleanCell(text) });
    else cells[field] = cleanCell(text);
  }
  const country = findCountryCode(cells.country ?? '') ?? reading.country;
  for (const [field, parts] of Map.groupBy(joined, (cell) => cell.field)) {
    const text = joinAddress(parts, country) ?? '';
    cells[field] = field === 'street' ? text.replaceAll('\n', ', ') : text;
  }
  return cells;
}

function readRecord({ kind, reading }: ImportSource, cells: Record<string, string>): ImportRecord {
  const record = kind.readCells(cells, reading);
  for (const field of kind.required) if (record[field] === null) delete record[field];
  return record;
}

function findErrors({ kind, headings }: ImportSource, row: SourceRow, record: ImportRecord): RowError[] {
  if (row.errors.length > 0) return [...row.errors];
  const cells = row.cells?.length ?? 0;
  const columns = headings.length;
  if (cells <= columns) return kind.findErrors(record);
  const message = `has ${cells} values, the first line names ${columns} columns`;
  return [{ path: '', message, reason: { type: 'tooWide', cells, columns } }];
}

/** Adds the heading of the column to an error. */
export function withColumn(
  error: RowError,
  { headings, fields }: Pick<ImportSource, 'headings' | 'fields'>,
): RowError {
  const field = error.path.split('/')[1];
  const column = headings.filter((_, index) => field && fields[index] === field).join(', ');
  return column === '' ? error : { ...error, column };
}

/** Finds a required field without a column, or a field with two columns. */
export function findColumnProblem(
  { words, required }: ImportKind,
  fields: Fields,
): { type: 'missing' | 'twice'; field: string } | undefined {
  const missing = required.find((field) => !fields.includes(field));
  if (missing) return { type: 'missing', field: missing };
  const twice = listFieldNames(words).find(
    (name) => !JOINED_FIELDS.includes(name) && fields.filter((field) => field === name).length > 1,
  );
  return twice ? { type: 'twice', field: twice } : undefined;
}
