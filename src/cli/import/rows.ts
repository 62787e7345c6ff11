import type { FieldError } from '../../domain/errors.ts';
import { plainCell } from '../../domain/export/csv.ts';
import { parseCsv } from '../../domain/import/csv.ts';
import { readJson } from '../../json/json-body.ts';
import { CliError } from '../command.ts';
import { entryLines } from './json-lines.ts';

/** One row of a file, before anybody has looked at its values. */
export interface Row {
  line: number;
  record: Record<string, unknown>;
  errors: FieldError[];
}

/** What the columns of a file may be. */
export interface Fields {
  names: readonly string[];
  required: readonly string[];
  /** What the service itself writes is left out, so that a list that it answered can be read back. */
  readOnly: readonly string[];
  /** What a cell of CSV says where it is not a text; what it cannot say stays as it is, to be told of. */
  parse?(name: string, cell: string): unknown;
}

export interface ImportedFile {
  name: string;
  bytes: Buffer;
  /** Where the name does not say it. */
  format?: 'csv' | 'json' | undefined;
}

interface Wishes {
  ignoreUnknown: boolean;
  /** `column=field,column=field` */
  map?: string | undefined;
}

export function readRows({ name, bytes, format }: ImportedFile, fields: Fields, wishes: Wishes): Row[] {
  const names = columnNames(wishes.map, fields);
  switch (format ?? formatIn(name, bytes)) {
    case 'json':
      return readJsonRows(name, bytes, fields, wishes.ignoreUnknown, names);
    case 'csv':
      return readCsvRows(name, decode(name, bytes), fields, wishes.ignoreUnknown, names);
    default:
      throw new CliError(`${name}: the name must end with .csv or .json, or --format say what it is`);
  }
}

/** By the name, or, where nothing has one, by how it begins. */
function formatIn(name: string, bytes: Buffer): 'csv' | 'json' | undefined {
  if (/\.json$/i.test(name)) return 'json';
  if (/\.csv$/i.test(name)) return 'csv';
  if (name !== STDIN) return undefined;
  return /^\ufeff?\s*[[{]/.test(bytes.subarray(0, 100).toString('utf8')) ? 'json' : 'csv';
}

/** What the file is called that has no name. */
export const STDIN = 'standard input';

/** What each column of the file is here. */
function columnNames(map: string | undefined, fields: Fields): Map<string, string> {
  const names = new Map<string, string>();
  for (const pair of map?.split(',') ?? []) {
    const at = pair.lastIndexOf('=');
    const field = at < 1 ? undefined : fieldNamed(fields, pair.slice(at + 1));
    if (field === undefined) {
      throw new CliError(`--map: "${pair}" must be COLUMN=FIELD. Fields are ${fields.names.join(', ')}`);
    }
    names.set(pair.slice(0, at).trim(), field);
  }
  return names;
}

function expectColumns(name: string, names: Map<string, string>, columns: readonly string[]): void {
  for (const column of names.keys()) {
    if (!columns.includes(column))
      throw new CliError(`${name}: there is no column "${column}", which --map names`);
  }
}

function readCsvRows(
  name: string,
  text: string,
  fields: Fields,
  ignoreUnknown: boolean,
  names: Map<string, string>,
): Row[] {
  const [heading, ...rows] = parseCsv(text);
  if (!heading) {
    const example = fields.names.slice(0, 3).join(',');
    throw new CliError(`${name} is empty: the first line must name the columns, such as ${example}`);
  }
  if (heading.error) throw new CliError(`${name}, line ${heading.line}: ${heading.error}`);
  expectColumns(
    name,
    names,
    heading.cells.map((cell) => cell.trim()),
  );
  const columns = heading.cells.map((cell) => names.get(cell.trim()) ?? fieldNamed(fields, cell));
  // A spreadsheet may save empty columns behind the last one.
  const unknown = heading.cells.filter((cell, index) => cell.trim() !== '' && columns[index] === undefined);
  if (unknown.length > 0 && !ignoreUnknown) throw unknownColumns(name, unknown, fields);
  for (const required of fields.required) {
    if (!columns.includes(required)) throw new CliError(`${name}: there is no column "${required}"`);
  }
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index);
  if (twice) throw new CliError(`${name}: the column "${twice}" is there twice`);
  return rows.map(({ line, cells, error }) => {
    const wrong = error ?? widthError(cells.length, columns.length);
    const values = columns.map((column, index) => [column, valueIn(cells[index], column, fields)] as const);
    return {
      line,
      record: Object.fromEntries(values.filter(([column]) => column && !fields.readOnly.includes(column))),
      errors: wrong ? [{ path: '', message: wrong }] : [],
    };
  });
}

const ENTRY_PATH = /^(?:\/data)?\/(\d+)(?=\/|$)/;

function readJsonRows(
  name: string,
  bytes: Buffer,
  fields: Fields,
  ignoreUnknown: boolean,
  names: Map<string, string>,
): Row[] {
  const body = bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? bytes.subarray(3) : bytes;
  const { list, errors } = parseList(name, body);
  const lines = entryLines(body.toString('utf8'));
  const inside = Map.groupBy(errors, ({ path }) => Number(ENTRY_PATH.exec(path)?.[1]));
  return list.map((entry, index) => {
    const row: Row = {
      line: lines[index] ?? 0,
      record: {},
      errors: (inside.get(index) ?? []).map(({ path, message }) => ({
        path: path.replace(ENTRY_PATH, ''),
        message,
      })),
    };
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) {
      row.errors.push({ path: '', message: 'must be an object' });
      return row;
    }
    const renamed = Object.entries(entry).map(([key, value]) => [names.get(key) ?? key, value] as const);
    const kept = renamed.filter(
      ([key]) => !fields.readOnly.includes(key) && (!ignoreUnknown || fields.names.includes(key)),
    );
    return { ...row, record: Object.fromEntries(kept) };
  });
}

function parseList(name: string, body: Buffer): { list: unknown[]; errors: FieldError[] } {
  try {
    const { value, errors } = readJson(body);
    const list = Array.isArray(value) ? value : (value as { data?: unknown } | null)?.data;
    if (Array.isArray(list)) return { list, errors };
  } catch (error) {
    throw new CliError(`${name}: ${syntaxError(body) ?? (error as Error).message}`);
  }
  throw new CliError(`${name} must be a list of objects, or an object whose "data" is one`);
}

/** The engine says where the mistake is; the service's own answer does not. */
function syntaxError(body: Buffer): string | undefined {
  try {
    JSON.parse(body.toString('utf8'));
    return undefined;
  } catch (error) {
    return `not valid JSON: ${(error as Error).message}`;
  }
}

function decode(name: string, bytes: Buffer): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(`${name} is not UTF-8: save it as "CSV UTF-8" in the spreadsheet and try again`);
  }
}

/** `Tax ID`, `tax_id` and `taxId` are the same column. */
function fieldNamed({ names, readOnly }: Fields, heading: string): string | undefined {
  const plain = (text: string) => text.replaceAll(/[\s_-]/g, '').toLowerCase();
  return [...names, ...readOnly].find((field) => plain(field) === plain(heading));
}

function unknownColumns(name: string, unknown: string[], { names }: Fields): CliError {
  const shown = unknown.map((column) => `"${column}"`).join(', ');
  return new CliError(
    `${name}: unknown column ${shown}. Columns are ${names.join(', ')}; --ignore-unknown leaves the others out`,
  );
}

function widthError(cells: number, columns: number): string | undefined {
  return cells === columns ? undefined : `has ${cells} values, the first line names ${columns} columns`;
}

function valueIn(cell = '', column: string | undefined, fields: Fields): unknown {
  const text = plainCell(cell);
  if (text === '') return null;
  return (column && fields.parse?.(column, text)) ?? text;
}
