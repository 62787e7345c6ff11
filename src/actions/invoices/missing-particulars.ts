import type { Deps } from '../../app/deps.ts';
import { findIncompleteErrors, toMissing } from '../../domain/account/particulars/find-incomplete.ts';
import {
  findMissingParticulars,
  type MissingParticular,
} from '../../domain/account/particulars/find-missing.ts';
import { type Invoice, isCreditNote, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findStoredInvoice, type StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';
import { readInvoiceParties } from '../sending/documents/invoice-parties.ts';

/** Finds what a draft lacks, for its owner to add before it is issued. */
export async function findMissingInDraft(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
): Promise<MissingParticular[]> {
  const stored = await findStoredInvoice(db.read, accountId, invoiceId);
  if (!stored || !isDraftInvoice(stored.invoice)) return [];
  const { account, customer } = await readInvoiceParties(db.read, accountId, stored);
  const needed = toMissing(findIncompleteErrors(stored.invoice, account, customer), account.country);
  const missing = await readMissingParticulars(db.read, accountId, stored);
  const known = new Set(needed.map(({ path }) => path));
  return [...needed, ...missing.filter(({ path }) => !known.has(path))];
}

/** Finds what an issued invoice lacks: nothing can be added any more, but its owner should know. */
export async function findMissingInIssued(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
): Promise<MissingParticular[]> {
  const stored = await findStoredInvoice(db.read, accountId, invoiceId);
  return stored ? readMissingParticulars(db.read, accountId, stored) : [];
}

/** Finds what the law of the seller's country requires and the invoice lacks. A credit note has what its invoice has. */
export async function readMissingParticulars(
  sql: Sql,
  accountId: string,
  stored: StoredInvoice,
): Promise<MissingParticular[]> {
  const { invoice } = stored;
  if (isCreditNote(invoice)) return [];
  const { account, customer } = await readInvoiceParties(sql, accountId, stored);
  const isFinal = await isFinalStage(sql, accountId, invoice);
  return findMissingParticulars({ ...invoice, isFinal }, account, customer);
}

/** The result never changes: a converted quote cannot be edited, and the last invoice does not exist before that. */
export async function isFinalStage(
  sql: Sql,
  accountId: string,
  { id, quoteId, stage }: Invoice,
): Promise<boolean> {
  if (stage === null) return false;
  const row = await findQuoteRow(sql, accountId, quoteId);
  return row !== undefined && (JSON.parse(row.doc) as Quote).invoiceId === id;
}
