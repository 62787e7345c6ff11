import { readFile } from 'node:fs/promises';
import { accountNow } from '../../actions/account/account-time.ts';
import type { FieldError } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Input, UsageError } from '../command.ts';
import { printable, printJson } from '../terminal/output.ts';
import { progressBar } from '../terminal/progress-bar.ts';
import { accountFor, withDatabase } from '../with-database.ts';
import { type Fields, type Row, readRows, STDIN } from './rows.ts';

/** What one row of a file becomes. */
export interface ImportKind<Record> {
  fields: Fields;
  /** The field by which a row is known again; two rows with the same are a mistake. */
  key: string;
  errorsOf(record: { [name: string]: unknown }): FieldError[];
  put(
    deps: { db: Database },
    accountId: string,
    records: readonly Record[],
    how: { dryRun: boolean; now: number },
  ): Promise<('created' | 'updated' | 'unchanged')[]>;
}

const BATCH = 200;
const SHOWN_BAD_ROWS = 50;

interface BadRow {
  line: number;
  /** Of the row, `null` where it has none. */
  key: unknown;
  errors: FieldError[];
}

interface Report {
  created: number;
  updated: number;
  unchanged: number;
  bad: BadRow[];
}

export async function importFile<Record>(
  { args, text, flag }: Input,
  kind: ImportKind<Record>,
): Promise<number> {
  const given = args[0] ?? '';
  const file = given === '-' ? STDIN : given;
  const bytes = given === '-' ? Buffer.concat(await Array.fromAsync(process.stdin)) : await readFile(given);
  const rows = readRows({ name: file, bytes, format: formatOf(text('format')) }, kind.fields, {
    ignoreUnknown: flag('ignore-unknown'),
    map: text('map'),
  });
  const { good, bad } = sortOut(rows, kind);
  const report: Report = { created: 0, updated: 0, unchanged: 0, bad };
  const dryRun = flag('dry-run');
  await withDatabase(async (db) => {
    const account = await accountFor(db.read, text('account'));
    await importAll(db, account.id, good, kind, report, dryRun);
  });
  if (flag('json')) printJson({ dryRun, ...report, bad: bad.map((row) => asJson(row, kind)) });
  else printReport(file, report, dryRun);
  return bad.length > 0 ? 1 : 0;
}

function formatOf(format: string | undefined): 'csv' | 'json' | undefined {
  if (format === undefined || format === 'csv' || format === 'json') return format;
  throw new UsageError(`--format must be csv or json, not "${format}"`);
}

function sortOut<Record>(rows: readonly Row[], kind: ImportKind<Record>): { good: Row[]; bad: BadRow[] } {
  const good: Row[] = [];
  const bad: BadRow[] = [];
  const seen = new Map<unknown, number>();
  for (const row of rows) {
    const key = row.record[kind.key] ?? null;
    const errors = row.errors.length > 0 ? row.errors : kind.errorsOf(row.record);
    const before = seen.get(key);
    if (errors.length === 0 && before !== undefined) {
      errors.push({ path: `/${kind.key}`, message: `is on line ${before} already` });
    }
    if (errors.length > 0) bad.push({ line: row.line, key, errors });
    else {
      if (key !== null) seen.set(key, row.line);
      good.push(row);
    }
  }
  return { good, bad };
}

async function importAll<Record>(
  db: Database,
  accountId: string,
  good: readonly Row[],
  kind: ImportKind<Record>,
  report: Report,
  dryRun: boolean,
): Promise<void> {
  const progress = progressBar(dryRun ? 'Checking' : 'Importing', good.length);
  for (let start = 0; start < good.length; start += BATCH) {
    const batch = good.slice(start, start + BATCH);
    const records = batch.map(({ record }) => record as Record);
    const outcomes = await kind.put({ db }, accountId, records, {
      dryRun,
      now: await accountNow(db.read, accountId),
    });
    for (const outcome of outcomes) report[outcome]++;
    progress.show(start + batch.length);
  }
  progress.end();
}

function printReport(file: string, { created, updated, unchanged, bad }: Report, dryRun: boolean): void {
  for (const { line, key, errors } of bad.slice(0, SHOWN_BAD_ROWS)) {
    const reasons = errors.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ');
    const who = typeof key === 'string' ? ` (${printable(key).slice(0, 60)})` : '';
    process.stderr.write(`${file}:${line}${who}: ${printable(reasons)}\n`);
  }
  if (bad.length > SHOWN_BAD_ROWS) {
    process.stderr.write(`… and ${bad.length - SHOWN_BAD_ROWS} more bad rows: --json lists all\n`);
  }
  const verb = dryRun ? 'would be ' : '';
  process.stdout.write(
    `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${bad.length} bad ${bad.length === 1 ? 'row' : 'rows'} skipped\n`,
  );
}

function asJson<Record>({ line, key, errors }: BadRow, kind: ImportKind<Record>): object {
  return { line, [kind.key]: key, errors };
}
