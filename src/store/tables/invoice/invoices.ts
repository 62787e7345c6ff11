import { type CustomerRecord, omitMetadata } from '../../../domain/customer/customer.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Invoice, InvoiceStatus, RecurringNote } from '../../../domain/invoice/invoice.ts';
import { SHAPES } from '../../../domain/stored-shape.ts';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';
import { findCustomerRow, findCustomers } from '../customers.ts';
import { type StoredDoc, toCurrentDoc } from '../stored-docs.ts';
import { insertInvoiceFacts, replaceInvoiceFacts } from './invoice-facts.ts';
import { updateInvoiceSums } from './invoice-sums.ts';
import { updateReceivables } from './receivable-sums.ts';

/** Stage number of the invoice for the remainder: like each stage, it exists once per quote. */
const REMAINDER_STAGE = -1;

/** Data of an invoice that the API does not return. */
export interface InvoiceState {
  /** Increases whenever the printed content of an issued invoice would change. */
  edition: number;
  /** Hash of seller and customer as of the issue; `null` for drafts. */
  partiesSha256: string | null;
  /** A draft whose document shows seller and customer as they are now. */
  hasCurrentParties: boolean;
  /** Days from the issue date to the due date; `null` if the due date does not move with it. */
  dueDays: number | null;
  /** Number series, and place in it. */
  series: { key: string; n: number };
  /** When the due date has passed; `null` for drafts and credit notes. */
  overdueAt: number | null;
  /** Whether `invoice.overdue` has been recorded. */
  isOverdueAnnounced: boolean;
  /** Amounts that credit notes took from each tax group, tax included. */
  creditedGroups: number[];
}

/** An invoice loaded for a change. */
export interface StoredInvoice extends InvoiceState {
  invoice: Invoice;
  version: number;
  views: number;
  linkId: string | null;
  /** Version of the customer that a draft shows; 0 for an issued invoice. */
  customerVersion: number;
}

/** A row for a response: `doc` is the JSON of the API. */
export interface InvoiceRow {
  doc: string;
  version: number;
  /** Views of the customer; for a draft, the version of the customer it shows. */
  views: number;
  status: InvoiceStatus;
  overdue: 0 | 1;
  overdue_at: number | null;
  link_id: string | null;
}

export async function insertInvoice(
  tx: Sql,
  accountId: string,
  invoice: Invoice,
  state: InvoiceState,
): Promise<void> {
  await Promise.all([
    tx.run(
      `INSERT INTO invoices (account_id, id, number, quote_id, customer_id, stage, issue_date, kind, total, series,
         series_n, credited_invoice_id, version, recurring_series_id, recurring_period, ${CHANGING.join(', ')})
       VALUES ${formatPlaceholders(1, 15 + CHANGING.length)}`,
      ...[accountId, invoice.id, invoice.number, invoice.quoteId, invoice.customerId],
      ...[invoice.stage?.index ?? REMAINDER_STAGE, invoice.issueDate, invoice.kind, invoice.total],
      ...[state.series.key, state.series.n, invoice.creditedInvoiceId, 1],
      ...[invoice.series?.id ?? null, invoice.series?.period ?? null],
      ...changingValues(invoice, state),
    ),
    insertInvoiceFacts(tx, accountId, invoice),
    updateInvoiceSums(tx, accountId, undefined, invoice),
    updateReceivables(tx, accountId, undefined, invoice),
  ]);
}

/** Columns that a change sets, in the order of `changingValues`. */
const CHANGING = [
  ...['status', 'amount_paid', 'amount_credited', 'due_date', 'due_days', 'overdue_at', 'overdue'],
  ...['overdue_told', 'credited_groups', 'follows', 'edition', 'parties_sha256', 'shape', 'doc'],
];

function changingValues(invoice: Invoice, state: InvoiceState) {
  return [
    ...[invoice.status, invoice.amountPaid, invoice.amountCredited, invoice.dueDate, state.dueDays],
    ...[state.overdueAt, invoice.overdue ? 1 : 0, state.isOverdueAnnounced ? 1 : 0],
    ...[
      JSON.stringify(state.creditedGroups),
      state.hasCurrentParties ? 1 : 0,
      state.edition,
      state.partiesSha256,
    ],
    ...[SHAPES.invoice, JSON.stringify(invoice)],
  ];
}

/** Compare-and-set on the version. Returns the stored invoice. */
export async function replaceInvoice(
  tx: Sql,
  accountId: string,
  before: StoredInvoice,
  after: Invoice,
  state: Partial<InvoiceState> = {},
): Promise<StoredInvoice> {
  const stored: StoredInvoice = { ...before, ...state, invoice: after, version: before.version + 1 };
  const changed = await tx.run(
    `UPDATE invoices SET version = version + 1, issue_date = ?,
       recurring_note = CASE WHEN ? = 1 THEN recurring_note END, ${CHANGING.map((column) => `${column} = ?`).join(', ')}
     WHERE account_id = ? AND id = ? AND version = ?`,
    after.issueDate,
    ['DRAFT', 'ISSUED'].includes(after.status) && after.sentAt === null ? 1 : 0,
    ...changingValues(after, stored),
    ...[accountId, after.id, before.version],
  );
  if (changed === 0) {
    throw new Problem('invoice_changed', 'The invoice changed during the request. Try again.');
  }
  await Promise.all([
    replaceInvoiceFacts(tx, accountId, before.invoice, after),
    updateInvoiceSums(tx, accountId, before.invoice, after),
    updateReceivables(tx, accountId, before.invoice, after),
  ]);
  return stored;
}

export async function setRecurringNote(
  tx: Sql,
  accountId: string,
  id: string,
  note: RecurringNote,
): Promise<void> {
  await tx.run(
    'UPDATE invoices SET recurring_note = ? WHERE account_id = ? AND id = ?',
    ...[note, accountId, id],
  );
}

/** Later invoices that wait for a person, the newest first. */
export function listHeldInvoices(
  sql: Sql,
  accountId: string,
  limit: number,
): Promise<{ id: string; number: string; note: RecurringNote; customerId: string }[]> {
  return sql.all(
    `SELECT id, number, recurring_note AS note, customer_id AS "customerId" FROM invoices
     WHERE account_id = ? AND recurring_note IS NOT NULL
       AND status = CASE WHEN recurring_note = 'no_address' THEN 'ISSUED' ELSE 'DRAFT' END
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    accountId,
  );
}

/** A view by the customer is recorded, but is not a change that fails an `If-Match`. */
export async function recordInvoiceView(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  await tx.run(
    'UPDATE invoices SET views = views + 1, doc = ?, shape = ? WHERE account_id = ? AND id = ?',
    ...[JSON.stringify(invoice), SHAPES.invoice, accountId, invoice.id],
  );
}

const ROW_COLUMNS = 'doc, shape, version, views, status, overdue, overdue_at, link_id, follows, customer_id';

interface StoredRow extends StoredDoc, InvoiceRow {
  follows: 0 | 1;
  customer_id: string;
}

export async function findInvoiceRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<InvoiceRow | undefined> {
  const row = await sql.get<StoredRow>(
    `SELECT ${ROW_COLUMNS} FROM invoices WHERE account_id = ? AND id = ?`,
    ...[accountId, id],
  );
  if (!row) return undefined;
  const { doc, customerVersion } = await followCustomer(sql, accountId, row);
  return { ...row, doc, views: customerVersion || row.views };
}

interface LoadedRow extends StoredRow {
  edition: number;
  parties_sha256: string | null;
  due_days: number | null;
  series: string;
  series_n: number;
  overdue_told: 0 | 1;
  credited_groups: string;
}

/** Loads the invoice and locks it until the transaction ends. */
export function loadInvoice(tx: Sql, accountId: string, id: string): Promise<StoredInvoice | undefined> {
  return readStored(tx, accountId, id, tx.forUpdate);
}

/** Finds the invoice together with the fields that identify its document. */
export function findStoredInvoice(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<StoredInvoice | undefined> {
  return readStored(sql, accountId, id, '');
}

async function readStored(
  sql: Sql,
  accountId: string,
  id: string,
  lock: string,
): Promise<StoredInvoice | undefined> {
  const row = await sql.get<LoadedRow>(
    `SELECT ${ROW_COLUMNS}, edition, parties_sha256, due_days, series, series_n, overdue_told, credited_groups
     FROM invoices WHERE account_id = ? AND id = ? ${lock}`,
    ...[accountId, id],
  );
  if (!row) return undefined;
  const { doc, customerVersion } = await followCustomer(sql, accountId, row);
  return {
    invoice: JSON.parse(doc) as Invoice,
    customerVersion,
    version: row.version,
    views: row.views,
    linkId: row.link_id,
    edition: row.edition,
    partiesSha256: row.parties_sha256,
    hasCurrentParties: row.follows === 1,
    dueDays: row.due_days,
    series: { key: row.series, n: row.series_n },
    overdueAt: row.overdue_at,
    isOverdueAnnounced: row.overdue_told === 1,
    creditedGroups: JSON.parse(row.credited_groups) as number[],
  };
}

/** Returns the JSON of the API. A draft shows its customer as it is now. */
async function followCustomer(
  sql: Sql,
  accountId: string,
  row: ListedInvoiceRow,
): Promise<{ doc: string; customerVersion: number }> {
  const doc = toCurrentDoc('invoice', row);
  const customer = row.follows === 1 && (await findCustomerRow(sql, accountId, row.customer_id));
  if (!customer) return { doc, customerVersion: 0 };
  const shown = withCustomer(doc, JSON.parse(customer.doc) as CustomerRecord);
  return { doc: shown, customerVersion: customer.version };
}

export interface ListedInvoiceRow extends StoredDoc {
  follows: 0 | 1;
  customer_id: string;
}

/** Returns the JSON of the API. Drafts show their customers as they are now. */
export async function completeInvoiceDocs(
  sql: Sql,
  accountId: string,
  rows: readonly ListedInvoiceRow[],
): Promise<string[]> {
  const ids = new Set(rows.filter(({ follows }) => follows === 1).map((row) => row.customer_id));
  const customers = await findCustomers(sql, accountId, [...ids]);
  return rows.map((row) => {
    const doc = toCurrentDoc('invoice', row);
    return row.follows === 1 ? withCustomer(doc, customers.get(row.customer_id)) : doc;
  });
}

function withCustomer(doc: string, customer: CustomerRecord | undefined): string {
  if (!customer) return doc;
  return JSON.stringify({ ...(JSON.parse(doc) as Invoice), customer: omitMetadata(customer) });
}
