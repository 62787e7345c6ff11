import { readFile } from 'node:fs/promises';
import { IMPORT_KINDS, type ImportName } from '../../actions/account/import/import-kinds.ts';
import { type ImportReport, importRows } from '../../actions/account/import/import-rows.ts';
import { findAmountLocale } from '../../actions/account/import/read-cells.ts';
import type { ImportSource, ReadRow } from '../../actions/account/import/read-row.ts';
import { normalizeHeading } from '../../domain/account/import/guess-columns.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { printJson, toPrintable } from '../terminal/output.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { IMPORT_FORMATS, type OpenedSource, openSource, STDIN_NAME } from './open-source.ts';

const MAX_SHOWN_BAD_ROWS = 50;

export async function importFile({ args, text, flag }: Input, name: ImportName): Promise<number> {
  const kind = IMPORT_KINDS[name];
  const given = args[0] ?? '';
  const file = given === '-' ? STDIN_NAME : given;
  const bytes = given === '-' ? Buffer.concat(await Array.fromAsync(process.stdin)) : await readFile(given);
  const locale = parseLocale(text('locale'));
  const format = parseFormat(text('format'));
  const opened = await openSource({ name: file, bytes, format, locale }, kind, {
    ignoreUnknown: flag('ignore-unknown'),
    map: text('map'),
  });
  if (!locale) rejectAmbiguousAmounts(file, opened);
  const dryRun = flag('dry-run');
  const report = await withDatabase(async (db) => {
    const { id, currency, country } = await requireAccount(db.read, text('account'));
    const source: ImportSource = {
      ...opened,
      reading: { currency, country, locale },
    };
    if (opened.assumed) process.stderr.write(`${file}: not UTF-8, read as ${opened.assumed}\n`);
    printColumns(file, source);
    const progress = createProgressBar(dryRun ? 'Checking' : 'Importing', source.rows.length);
    const target = { accountId: id, actor: { type: 'system' } } as const;
    const options = { dryRun, replace: flag('replace'), onProgress: progress.show };
    return importRows({ db }, target, source, options).finally(progress.end);
  });
  if (flag('json')) printJson(toJson(report, kind.key, dryRun));
  else printReport(file, report, dryRun);
  if (report.failure) throw report.failure;
  return report.bad > 0 ? 1 : 0;
}

/** Says which column is which field, because a guess may be wrong. */
function printColumns(file: string, { headings, fields }: Pick<ImportSource, 'headings' | 'fields'>): void {
  const shown = headings.map((heading) => `"${toPrintable(heading)}"`);
  const used = shown.flatMap((heading, index) => (fields[index] ? `${fields[index]} from ${heading}` : []));
  const ignored = shown.filter((_, index) => !fields[index] && headings[index] !== '');
  if (used.length > 0) process.stderr.write(`${file}: ${used.join(', ')}\n`);
  if (ignored.length > 0) process.stderr.write(`${file}: ignored ${ignored.join(', ')}\n`);
}

function parseFormat(format: string | undefined): (typeof IMPORT_FORMATS)[number] | undefined {
  const known = IMPORT_FORMATS.find((each) => each === format);
  if (format === undefined || known) return known;
  throw new UsageError(`--format must be csv, xlsx or json, not "${format}"`);
}

/** A locale that we do not format would be read as English: 1.500 as 1.50. */
function parseLocale(tag: string | undefined): { tag: string } | undefined {
  if (tag === undefined) return undefined;
  const locale = findAmountLocale(tag);
  if (locale) return { tag: locale.tag };
  const known = LANGUAGES.join(', ');
  throw new UsageError(
    `--locale must be a language such as de or pt-BR, not "${tag}". Languages are ${known}, each also with a country`,
  );
}

const AMOUNTS = ['unitPrice', 'cost'];

/** Without a language, only whole numbers are clear: 1.500 is one and a half in one country, and 1500 in another. */
function rejectAmbiguousAmounts(file: string, { fields, headings, rows }: OpenedSource): void {
  for (const { line, cells = [] } of rows) {
    for (const [index, field] of fields.entries()) {
      const text = cells[index]?.trim() ?? '';
      if (!field || !AMOUNTS.includes(field) || !/\d[.,'’\s]\d|\p{Sc}/u.test(text.slice(0, 100))) continue;
      throw new CliError(
        `${file}:${line}: the amount "${toPrintable(text.slice(0, 40))}" in column "${toPrintable(headings[index] ?? '')}" means different sums in different languages. --locale says in which language the file writes amounts, such as --locale de (1.234,50) or --locale en (1,234.50); without it, prices are whole numbers in the smallest unit, such as cents`,
      );
    }
  }
}

/** `part` names the rows of a file that has several kinds of them. */
export function printReport(
  file: string,
  report: ImportReport,
  dryRun: boolean,
  part?: { name: string; rows: readonly { number?: string | null }[]; skipped: number },
): void {
  const { created, updated, unchanged, bad, badRows } = report;
  for (const row of badRows.slice(0, MAX_SHOWN_BAD_ROWS)) {
    const key = part?.rows[row.line - 1]?.number ?? row.key;
    const who = typeof key === 'string' ? ` (${toPrintable(key).slice(0, 60)})` : '';
    process.stderr.write(`${file}:${row.line}${who}: ${toPrintable(formatErrors(row))}\n`);
  }
  if (bad > MAX_SHOWN_BAD_ROWS) {
    process.stderr.write(`… and ${bad - MAX_SHOWN_BAD_ROWS} more bad rows: --json lists all\n`);
  }
  const verb = dryRun ? 'would be ' : '';
  process.stdout.write(
    `${part ? `${part.name}: ` : ''}${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${bad} bad ${bad === 1 ? 'row' : 'rows'} skipped${part ? `, ${part.skipped} left out` : ''}\n`,
  );
}

/** Formats the errors of a row. The column is named only if its heading differs from the name of the field. */
function formatErrors({ errors }: ReadRow): string {
  return errors
    .map(({ path, column, message }) => {
      const field = path.slice(1);
      const isNamed = column !== undefined && normalizeHeading(column) !== normalizeHeading(field);
      return `${field}${isNamed ? ` (column "${column}")` : ''} ${message}`.trim();
    })
    .join('; ');
}

export function toJson(
  { created, updated, unchanged, badRows }: ImportReport,
  keyName: string,
  dryRun: boolean,
) {
  const bad = badRows.map(({ line, key, errors }) => ({
    line,
    [keyName]: key,
    errors: errors.map(({ path, column, message }) => ({ path, column, message })),
  }));
  return { dryRun, created, updated, unchanged, bad };
}
