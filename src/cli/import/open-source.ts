import type { ImportKind } from '../../actions/account/import/import-kinds.ts';
import { findColumnProblem, type ImportSource } from '../../actions/account/import/read-row.ts';
import { readTable } from '../../actions/account/import/read-table.ts';
import { readJsonRows, type SourceRow } from '../../actions/account/import/source-rows.ts';
import { createSheetReader } from '../../adapters/spreadsheet/reader.ts';
import {
  type Fields,
  guessColumns,
  listFieldNames,
  normalizeHeading,
} from '../../domain/account/import/guess-columns.ts';
import { Problem } from '../../domain/errors.ts';
import { CliError, UsageError } from '../command.ts';

export const IMPORT_FORMATS = ['csv', 'xlsx', 'json'] as const;
type ImportFormat = (typeof IMPORT_FORMATS)[number];

interface ImportedFile {
  name: string;
  bytes: Buffer;
  /** The format, if the file name does not show it. */
  format?: ImportFormat | undefined;
  /** The locale of numbers. */
  locale: { tag: string } | undefined;
}

interface ColumnOptions {
  ignoreUnknown: boolean;
  /** `column=field,column=field` */
  map?: string | undefined;
}

export interface OpenedSource extends Omit<ImportSource, 'reading'> {
  /** The encoding, if nothing in the file says which it is. */
  assumed?: string | undefined;
}

/** Stands for the file name in messages about standard input. */
export const STDIN_NAME = 'standard input';

export async function openSource(
  file: ImportedFile,
  kind: ImportKind,
  options: ColumnOptions,
): Promise<OpenedSource> {
  const fieldsByColumn = parseMap(options.map, kind);
  switch (file.format ?? findFormat(file)) {
    case 'json':
      return openJson(file, kind, options, fieldsByColumn);
    case 'csv':
    case 'xlsx':
      return openTable(file, kind, options, fieldsByColumn);
    default:
      throw new CliError(
        `${file.name}: the name must end with .csv, .xlsx or .json, or --format must name the format`,
      );
  }
}

/** Determines the format from the file name, or from the first character of standard input. */
function findFormat({ name, bytes }: ImportedFile): ImportFormat | undefined {
  if (/\.json$/i.test(name)) return 'json';
  if (/\.csv$/i.test(name)) return 'csv';
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  if (name !== STDIN_NAME) return undefined;
  return /^\ufeff?\s*[[{]/.test(bytes.subarray(0, 100).toString('utf8')) ? 'json' : 'csv';
}

function parseMap(map: string | undefined, { words }: ImportKind): Map<string, string> {
  const names = listFieldNames(words);
  const fieldsByColumn = new Map<string, string>();
  for (const pair of map?.split(',') ?? []) {
    const at = pair.lastIndexOf('=');
    const wanted = normalizeHeading(pair.slice(at + 1));
    const field = at < 1 ? undefined : names.find((name) => normalizeHeading(name) === wanted);
    if (field === undefined) {
      throw new UsageError(`--map: "${pair}" must be COLUMN=FIELD. Fields are ${names.join(', ')}`);
    }
    fieldsByColumn.set(pair.slice(0, at).trim(), field);
  }
  return fieldsByColumn;
}

async function openTable(
  { name, bytes, locale }: ImportedFile,
  kind: ImportKind,
  { ignoreUnknown }: ColumnOptions,
  fieldsByColumn: Map<string, string>,
): Promise<OpenedSource> {
  const table = await readFile(name, bytes, locale);
  if (table === undefined) {
    throw new CliError(`${name} is not text: save it as "CSV UTF-8" in the spreadsheet and try again`);
  }
  const { headings, error, rows, assumed } = table;
  if (headings.length === 0) {
    const example = listFieldNames(kind.words).slice(0, 3).join(',');
    throw new CliError(`${name} is empty: the first line must name the columns, such as ${example}`);
  }
  if (error) throw new CliError(`${name}, line 1: ${error}`);
  for (const column of fieldsByColumn.keys()) {
    if (headings.includes(column)) continue;
    throw new CliError(`${name}: there is no column "${column}", which --map names`);
  }
  const chosen = headings.map((heading) => fieldsByColumn.get(heading) ?? null);
  const fields = guessColumns(headings, kind.words, chosen);
  checkColumns(name, kind, headings, fields, ignoreUnknown);
  return { kind, headings, fields, rows, assumed };
}

async function readFile(name: string, bytes: Buffer, locale: ImportedFile['locale']) {
  const reader = createSheetReader();
  try {
    return await readTable(reader, bytes, { locale });
  } catch (error) {
    throw error instanceof Problem ? new CliError(`${name}: ${error.message}`) : error;
  } finally {
    await reader.close();
  }
}

function checkColumns(
  name: string,
  kind: ImportKind,
  headings: readonly string[],
  fields: Fields,
  ignoreUnknown: boolean,
): void {
  const names = listFieldNames(kind.words);
  const unknown = headings.filter((heading, index) => fields[index] === null && isUnknown(heading, kind));
  const again = names.find((field) =>
    unknown.some((heading) => normalizeHeading(heading) === normalizeHeading(field)),
  );
  if (again) throw new CliError(`${name}: the column "${again}" appears twice`);
  if (unknown.length > 0 && !ignoreUnknown) {
    const shown = unknown.map((column) => `"${column}"`).join(', ');
    throw new CliError(
      `${name}: unknown column ${shown}. Columns are ${names.join(', ')}. ${formatMapHint(unknown[0], names)}; --ignore-unknown skips the others`,
    );
  }
  const problem = findColumnProblem(kind, fields);
  if (problem?.type === 'missing') {
    const unused = headings.find((heading, index) => fields[index] === null && heading !== '');
    const hint = formatMapHint(unused, [problem.field]);
    throw new CliError(`${name}: there is no column "${problem.field}". ${hint}`);
  }
  if (problem) {
    const same = headings.filter((_, index) => fields[index] === problem.field);
    const shown = same.map((heading) => `"${heading}"`).join(' and ');
    throw new CliError(
      `${name}: the column "${problem.field}" appears twice: ${shown}. ${formatMapHint(same[1], names)}`,
    );
  }
}

function formatMapHint(column = 'COLUMN', fields: readonly string[]): string {
  return `--map "${column}=${fields.length === 1 ? fields[0] : 'FIELD'}" says which field a column is`;
}

/** An empty heading is no error: spreadsheets may save empty columns after the last one. */
function isUnknown(heading: string, { readOnly }: ImportKind): boolean {
  const plain = normalizeHeading(heading);
  return plain !== '' && !readOnly.some((field) => normalizeHeading(field) === plain);
}

function openJson(
  { name, bytes }: ImportedFile,
  kind: ImportKind,
  { ignoreUnknown }: ColumnOptions,
  fieldsByColumn: Map<string, string>,
): OpenedSource {
  const names = listFieldNames(kind.words);
  const rename = (row: SourceRow): SourceRow => {
    const renamed = Object.entries(row.entry ?? {}).map(([key, value]) => [
      fieldsByColumn.get(key) ?? key,
      value,
    ]);
    const entries = renamed.filter(
      ([key]) => !kind.readOnly.includes(key as string) && (!ignoreUnknown || names.includes(key as string)),
    );
    return { ...row, entry: Object.fromEntries(entries) };
  };
  try {
    return { kind, headings: [], fields: [], rows: readJsonRows(bytes).map(rename) };
  } catch (error) {
    throw new CliError(`${name}: ${(error as Error).message}`);
  }
}
