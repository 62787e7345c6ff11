import { readFile } from 'node:fs/promises';
import { getAccountTime } from '../../actions/account/account-time.ts';
import { composeQuoteTitle } from '../../actions/account/import/compose-quote-title.ts';
import { IMPORT_KINDS, type ImportKind } from '../../actions/account/import/import-kinds.ts';
import { type ImportReport, importRows } from '../../actions/account/import/import-rows.ts';
import {
  createPutQuotes,
  type ImportedQuote,
  type QuoteDifference,
} from '../../actions/account/import/put-quotes.ts';
import type { PutRows } from '../../actions/account/import/put-rows.ts';
import type { ReadRow } from '../../actions/account/import/read-row.ts';
import type { SourceRow } from '../../actions/account/import/source-rows.ts';
import { findNewQuoteErrors } from '../../api/schemas/row-errors.ts';
import type { Account } from '../../domain/account/account.ts';
import {
  isArchived,
  isDeleted,
  isObject,
  listObjects,
  type NinjaObject,
  type NinjaRow,
} from '../../domain/account/import/invoice-ninja/backup.ts';
import { readClient, readProduct } from '../../domain/account/import/invoice-ninja/customers-and-products.ts';
import { type ImportTime, isConverted, readQuote } from '../../domain/account/import/invoice-ninja/quotes.ts';
import { createSettingsReader } from '../../domain/account/import/invoice-ninja/settings.ts';
import { readZipFile } from '../../domain/account/import/read-zip-file.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { printReport, toJson } from './import-file.ts';

// Serves one product only, because its backup is the one file that has clients, products and quotes with their items, taxes and
// numbers; an import of CSV takes customers and the catalogue.

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
  const differences: QuoteDifference[] = [];
  const newCustomers = new Set<unknown>();
  const reports = await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const { id, currency, country, timeZone } = account;
    const time = { now: await getAccountTime(db.read, id), timeZone };
    const reports: { part: Part; report: ImportReport }[] = [];
    const putQuotes = createPutQuotes({
      isNewCustomer: (customerId) => newCustomers.has(customerId),
      onDifference: (difference) => differences.push(difference),
    });
    for (const part of readParts(backup, account, time, putQuotes)) {
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
    const parts = reports.map(({ part: { name, kind, rows, skipped }, report }) => {
      const { dryRun: _, ...counts } = toJson(report, kind.key, dryRun);
      const bad = counts.bad.map((row) => ({ ...row, number: rows[row.line - 1]?.number ?? null }));
      return [name, { ...counts, bad, skipped }];
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
  account: Account,
  time: ImportTime,
  putQuotes: PutRows<ImportedQuote>,
): Part[] {
  const clients = new Map(listObjects(backup.clients).map((client) => [client.hashed_id, client]));
  const contacts = listObjects(backup.client_contacts);
  const readSettings = createSettingsReader(backup, account.currency);
  const isKept = (quote: NinjaObject) => !isDeleted(quote) && !isArchived(quote) && !isConverted(quote);
  const named = new Set(
    listObjects(backup.quotes)
      .filter(isKept)
      .map((quote) => quote.client_id),
  );
  return [
    {
      ...{ name: 'customers', kind: IMPORT_KINDS.customers },
      ...readObjects(
        backup.clients,
        (client) => !isDeleted(client) && (!isArchived(client) || named.has(client.hashed_id)),
        (client) => readClient(client, contacts, readSettings(client)),
      ),
    },
    {
      ...{ name: 'catalogue', kind: IMPORT_KINDS.catalogue },
      ...readObjects(
        backup.products,
        (product) => !isDeleted(product),
        (product) => readProduct(product, readSettings(undefined).currency),
      ),
    },
    {
      ...{ name: 'quotes', kind: createQuoteKind(putQuotes) },
      ...readObjects(backup.quotes, isKept, (quote) => {
        const { currency, locale } = readSettings(clients.get(quote.client_id));
        const composeTitle = (number: string | null) => composeQuoteTitle(number, locale, account.locale);
        return readQuote(quote, { currency, time, composeTitle });
      }),
    },
  ];
}

function readObjects(
  list: unknown,
  isKept: (one: NinjaObject) => boolean,
  read: (one: NinjaObject) => NinjaRow,
): Pick<Part, 'rows' | 'skipped'> {
  const all = listObjects(list);
  const kept = all.filter(isKept);
  return { rows: kept.map(read), skipped: all.length - kept.length };
}

function createQuoteKind(put: PutRows<ImportedQuote>): ImportKind<ImportedQuote> {
  return {
    ...{ words: {}, required: [], readOnly: [], key: 'id', readCells: () => ({}) },
    complete: (record) => record,
    findErrors: ({ input }) => findNewQuoteErrors(input as Record<string, unknown>),
    put,
  };
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

function describeDifference(difference: QuoteDifference): string {
  const quote = `quote ${difference.number ?? 'without a number'}`;
  if ('keywords' in difference) {
    return `${quote}: ${difference.keywords.join(' ')} stays in the text, where Invoice Ninja shows something else: change it before you send it`;
  }
  const { currency, there, here } = difference;
  const [amount, own] = [there, here].map((total) => formatDecimalAmount(total, currency));
  return `${quote}: the total is ${own} ${currency} here and ${amount} ${currency} there: compare before you send it`;
}
