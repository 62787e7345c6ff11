import { readFile } from 'node:fs/promises';
import { getAccountTime } from '../../actions/account/account-time.ts';
import { IMPORT_KINDS, type ImportKind } from '../../actions/import/import-kinds.ts';
import { type ImportReport, importRows } from '../../actions/import/import-rows.ts';
import {
  createPutQuotes,
  type ImportedQuote,
  type TotalDifference,
} from '../../actions/import/put-quotes.ts';
import type { PutRows } from '../../actions/import/put-rows.ts';
import type { ReadRow } from '../../actions/import/read-row.ts';
import type { SourceRow } from '../../actions/import/source-rows.ts';
import {
  isDeleted,
  isObject,
  listObjects,
  type NinjaObject,
  type NinjaRow,
  readCurrency,
} from '../../domain/import/invoice-ninja/backup.ts';
import { readClient, readProduct } from '../../domain/import/invoice-ninja/customers-and-products.ts';
import { type ImportTime, isConverted, readQuote } from '../../domain/import/invoice-ninja/quotes.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import { findNewQuoteErrors } from '../../schemas/import/row-errors.ts';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { printReport, toJson } from './import-file.ts';
import { readZipFile } from './read-zip-file.ts';

const BACKUP = 'backup.json';

interface Part {
  name: string;
  kind: ImportKind;
  rows: NinjaRow[];
  skipped: number;
}

/** Imports customers, catalogue items and quotes from the backup of a company. */
export async function run({ args, text, flag }: Input): Promise<number> {
  const backup = parseBackup(args[0] ?? '', await readFile(args[0] ?? ''));
  const dryRun = flag('dry-run');
  const differences: TotalDifference[] = [];
  const newCustomers = new Set<unknown>();
  const reports = await withDatabase(async (db) => {
    const { id, currency, country, timeZone } = await requireAccount(db.read, text('account'));
    const time = { now: await getAccountTime(db.read, id), timeZone };
    const reports: { part: Part; report: ImportReport }[] = [];
    const putQuotes = createPutQuotes({
      isNewCustomer: (customerId) => newCustomers.has(customerId),
      onDifference: (difference) => differences.push(difference),
    });
    for (const part of readParts(backup, currency, time, putQuotes)) {
      const source = { kind: part.kind, headings: [], fields: [], rows: part.rows.map(toSourceRow) };
      const target = { accountId: id, actor: { type: 'system' } } as const;
      const reading = { currency, country, locale: undefined };
      const onRow = ({ record, errors }: ReadRow) => {
        if (part.name === 'customers' && errors.length === 0) newCustomers.add(record.id);
      };
      const report = await importRows({ db }, target, { ...source, reading }, { dryRun, onRow });
      reports.push({ part, report });
      if (report.failure) break;
    }
    return reports;
  });
  if (flag('json')) {
    const parts = reports.map(({ part: { name, kind, skipped }, report }) => {
      const { dryRun: _, ...counts } = toJson(report, kind.key, dryRun);
      return [name, { ...counts, skipped }];
    });
    printJson({ dryRun, ...Object.fromEntries(parts), differences });
  } else {
    for (const { part, report } of reports) printReport(part.name, report, dryRun, part);
    for (const difference of differences) process.stderr.write(`${describeDifference(difference)}\n`);
  }
  for (const { report } of reports) if (report.failure) throw report.failure;
  return reports.some(({ report }) => report.bad > 0) ? 1 : 0;
}

function parseBackup(file: string, bytes: Buffer): NinjaObject {
  const isZip = bytes.toString('latin1', 0, 2) === 'PK';
  try {
    const json = isZip ? readZipFile(bytes, BACKUP) : bytes;
    const backup: unknown = json && JSON.parse(json.toString('utf8'));
    if (isObject(backup) && Array.isArray(backup.clients)) return backup;
  } catch (error) {
    // An address in the ZIP that lies outside of it.
    const message = error instanceof RangeError ? 'not a complete ZIP file' : (error as Error).message;
    throw new CliError(`${file}: ${message}`);
  }
  throw new CliError(
    `${file} is no backup of Invoice Ninja 5: make one there under Settings → Backup | Restore, with the format JSON`,
  );
}

/** Customers come first, because quotes need them. */
function readParts(
  backup: NinjaObject,
  accountCurrency: string,
  time: ImportTime,
  putQuotes: PutRows<ImportedQuote>,
): Part[] {
  const [clients, contacts] = [listObjects(backup.clients), listObjects(backup.client_contacts)];
  const currency = (isObject(backup.company) && readCurrency(backup.company.settings)) || accountCurrency;
  const currencies = new Map(
    clients.map(({ hashed_id: id, settings }) => [id, readCurrency(settings) ?? currency]),
  );
  const quotes: ImportKind<ImportedQuote> = {
    ...{ words: {}, required: [], readOnly: [], key: 'id', readCells: () => ({}) },
    complete: (record) => record,
    findErrors: ({ input }) => findNewQuoteErrors(input as Record<string, unknown>),
    put: putQuotes,
  };
  const part = (
    name: string,
    kind: ImportKind,
    from: unknown,
    read: (one: NinjaObject) => NinjaRow,
  ): Part => {
    const all = listObjects(from);
    const kept = all.filter((one) => !isDeleted(one) && !(name === 'quotes' && isConverted(one)));
    return { name, kind, rows: kept.map(read), skipped: all.length - kept.length };
  };
  return [
    part('customers', IMPORT_KINDS.customers, clients, (client) => readClient(client, contacts)),
    part('catalogue', IMPORT_KINDS.catalogue, backup.products, (product) => readProduct(product, currency)),
    part('quotes', quotes, backup.quotes, (quote) =>
      readQuote(quote, currencies.get(quote.client_id) ?? currency, time),
    ),
  ];
}

/** JSON escapes both, so a text that only looks like an escape has one backslash more. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** The line is the place in the list, because the file has no lines. */
function toSourceRow({ entry, errors }: NinjaRow, index: number): SourceRow {
  const unstorable = UNSTORABLE.test(JSON.stringify(entry))
    ? [{ path: '', message: 'has characters that cannot be stored' }]
    : [];
  return { line: index + 1, entry, errors: [...errors, ...unstorable] };
}

function describeDifference({ reference, currency, there, here }: TotalDifference): string {
  const [amount, own] = [there, here].map((total) => formatDecimalAmount(total, currency));
  return `quote ${reference}: the total is ${own} ${currency} here and ${amount} ${currency} there: compare before you send it`;
}
