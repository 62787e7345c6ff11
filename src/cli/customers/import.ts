import { readFile } from 'node:fs/promises';
import { importCustomers } from '../../actions/customer/import-customers.ts';
import type { CustomerInput } from '../../domain/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import type { Input } from '../command.ts';
import { printable, printJson } from '../terminal/output.ts';
import { progressBar } from '../terminal/progress-bar.ts';
import { accountFor, withDatabase } from '../with-database.ts';
import { customerErrors } from './errors.ts';
import { type Row, readRows } from './rows.ts';

const BATCH = 200;
const SHOWN_BAD_ROWS = 50;

interface BadRow {
  line: number;
  id: unknown;
  errors: FieldError[];
}

interface Report {
  created: number;
  updated: number;
  unchanged: number;
  bad: BadRow[];
}

export async function run({ args, text, flag }: Input): Promise<number> {
  const file = args[0] ?? '';
  const rows = readRows(file, await readFile(file), flag('ignore-unknown'));
  const { good, bad } = sortOut(rows);
  const report: Report = { created: 0, updated: 0, unchanged: 0, bad };
  const dryRun = flag('dry-run');
  await withDatabase(async (db) => {
    const account = await accountFor(db.read, text('account'));
    await importAll(db, account.id, good, report, dryRun);
  });
  if (flag('json')) printJson({ dryRun, ...report });
  else printReport(file, report, dryRun);
  return bad.length > 0 ? 1 : 0;
}

function sortOut(rows: readonly Row[]): { good: Row[]; bad: BadRow[] } {
  const good: Row[] = [];
  const bad: BadRow[] = [];
  const seen = new Map<unknown, number>();
  for (const row of rows) {
    const { id } = row.record;
    const errors = row.errors.length > 0 ? row.errors : customerErrors(row.record);
    const before = seen.get(id);
    if (errors.length === 0 && before !== undefined) {
      errors.push({ path: '/id', message: `is on line ${before} already` });
    }
    if (errors.length > 0) bad.push({ line: row.line, id: id ?? null, errors });
    else {
      seen.set(id, row.line);
      good.push(row);
    }
  }
  return { good, bad };
}

async function importAll(
  db: Database,
  accountId: string,
  good: readonly Row[],
  report: Report,
  dryRun: boolean,
): Promise<void> {
  const progress = progressBar(dryRun ? 'Checking' : 'Importing', good.length);
  for (let start = 0; start < good.length; start += BATCH) {
    const batch = good.slice(start, start + BATCH);
    const inputs = batch.map(({ record }) => record as unknown as CustomerInput & { id: string });
    const outcomes = await importCustomers({ db }, accountId, inputs, { dryRun, now: Date.now() });
    for (const outcome of outcomes) report[outcome]++;
    progress.show(start + batch.length);
  }
  progress.end();
}

function printReport(file: string, { created, updated, unchanged, bad }: Report, dryRun: boolean): void {
  for (const { line, id, errors } of bad.slice(0, SHOWN_BAD_ROWS)) {
    const reasons = errors.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ');
    const who = typeof id === 'string' ? ` (${printable(id).slice(0, 60)})` : '';
    process.stderr.write(`${file}:${line}${who}: ${printable(reasons)}\n`);
  }
  if (bad.length > SHOWN_BAD_ROWS) {
    process.stderr.write(`… and ${bad.length - SHOWN_BAD_ROWS} more bad rows: --json lists all\n`);
  }
  const verb = dryRun ? 'would be ' : '';
  process.stdout.write(
    `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${bad.length} bad ${bad.length === 1 ? 'row' : 'rows'} left out\n`,
  );
}
