import type { SHAPES } from '../../../domain/stored-shape.ts';
import type { Table } from '../../../store/catalog.ts';
import { EXPORTED_TABLES, type ExportedTable } from '../../../store/tables/account/exported-tables.ts';
import { type Row, readAccountRows } from '../../../store/tables/account/read-account-rows.ts';
import { parseStored, toCurrentDoc } from '../../../store/tables/stored-docs.ts';
import { exportCustomers, streamInvoicesCsv, streamQuotesCsv } from '../export-csv.ts';
import type { ExportPart, ExportSource } from './export-part.ts';

/** Columns with JSON, which is written as it is stored. */
const JSON_COLUMNS = new Set([
  ...['addresses', 'asked', 'attachments', 'content', 'creation', 'customer', 'doc', 'notify'],
  ...['quantity_prices', 'signatures', 'source', 'types'],
]);

/** Lists for spreadsheets, and the rows of all tables. */
export async function* exportTables(
  source: ExportSource,
  tables: readonly Table[],
): AsyncGenerator<ExportPart> {
  const { db, account } = source;
  const csv = { db };
  const quotes = { sort: '-createdAt', seesCosts: true } as const;
  yield { name: 'quotes.csv', content: streamQuotesCsv(csv, account.id, {}, quotes) };
  yield { name: 'customers.csv', content: exportCustomers(csv, account.id, { search: undefined }) };
  yield { name: 'invoices.csv', content: streamInvoicesCsv(csv, account.id, {}, {}) };
  for (const exported of EXPORTED_TABLES) {
    const table = tables.find(({ name }) => name === exported.table);
    if (!table) throw new Error(`no table ${exported.table}`);
    const content = await openLines(source, table, exported);
    if (content) yield { name: `data/${exported.name}.jsonl`, content };
  }
}

/** Returns the lines of a file; `undefined` if there is none. */
async function openLines(
  { db, account, manifest }: ExportSource,
  table: Table,
  { name, columns, resource, join }: ExportedTable,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const read = { columns: resource ? `${columns}, shape` : columns, ...(join !== undefined && { join }) };
  const batches = readAccountRows(db.read, account.id, table, read);
  const first = await batches.next();
  manifest.counts[name] = 0;
  if (first.done) return undefined;
  const format = (rows: readonly Row[]) => {
    manifest.counts[name] = (manifest.counts[name] ?? 0) + rows.length;
    return Buffer.from(
      rows
        .map((row) => `${omitLinks(expectJson(formatRow(resource ? toCurrent(resource, row) : row)))}\n`)
        .join(''),
    );
  };
  return (async function* () {
    yield format(first.value);
    for await (const rows of batches) yield format(rows);
  })();
}

function toCurrent(resource: keyof typeof SHAPES & Parameters<typeof toCurrentDoc>[0], row: Row): Row {
  const { doc, shape } = row;
  return { doc: toCurrentDoc(resource, { doc: String(doc), shape: Number(shape) }) };
}

/** A damaged document cuts the export off, which its reader sees by the missing manifest. */
function expectJson(line: string): string {
  parseStored(line);
  return line;
}

function formatRow(row: Row): string {
  const entries = Object.entries(row);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === 'doc') return String(only[1]);
  const fields = entries.map(([name, value]) => `${JSON.stringify(name)}:${formatValue(name, value)}`);
  return `{${fields.join(',')}}`;
}

function formatValue(name: string, value: Row[string] | undefined): string {
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  return JSON_COLUMNS.has(name) && value !== null ? String(value) : JSON.stringify(value ?? null);
}

/**
 * The URLs by which customers open documents, without the line being parsed. What comes before the token is bounded, so
 * that no text takes long.
 */
const LINK = /(https?:\/\/[^\s"<>\\]{1,300}?\/(?:q|i|pay|pdf|unsubscribe)\/)[\w-]{43,}/g;

function omitLinks(line: string): string {
  return line.replace(LINK, '$1…');
}
