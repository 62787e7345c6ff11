import type { Deps } from '../../deps.ts';
import type { DocumentSource } from '../../domain/document.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { readDocument } from '../../store/tables/documents.ts';
import { findInvoiceParties } from '../../store/tables/invoice/invoices.ts';
import { countRevocations } from '../../store/tables/links.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';
import { readInvoice } from '../invoice/invoices.ts';
import { readShownQuote } from '../quote/read-quote.ts';
import type { DocumentUrlParts } from './document-url.ts';
import { ensureShownDocument, type HostedDocument } from './ensure-document.ts';
import { readFrozenParties, toPrintedParties } from './parties.ts';
import { buildQuoteSource, ensureQuoteDocument, toShownQuote } from './quote-document.ts';

/** A stored document and the number of revocations for its URL. */
export type FoundDocument = HostedDocument & Pick<DocumentUrlParts, 'revocations'>;

/** Returns the document of the quote in its current status. */
export async function getQuoteDocument(
  deps: Deps,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<FoundDocument> {
  const { read } = deps.db;
  const row = await readShownQuote(deps, accountId, quoteId, now);
  const revocations = await countRevocations(read, accountId, row.id);
  if (revocations === undefined) throw quoteNotFound();
  const shown = toShownQuote(row);
  const source = await buildQuoteSource(read, accountId, shown);
  return { ...(await ensureQuoteDocument(deps, accountId, shown, source)), revocations };
}

export async function getInvoiceDocument(
  deps: Deps,
  accountId: string,
  invoiceId: string,
): Promise<FoundDocument> {
  const invoice = JSON.parse((await readInvoice(deps, accountId, invoiceId)).doc) as Invoice;
  const source = await buildInvoiceSource(deps.db.read, accountId, invoice);
  const record = { subjectId: invoice.id, edition: EDITION, linkId: '' };
  return { ...(await ensureShownDocument(deps, accountId, record, source)), revocations: null };
}

/** The printed content of an invoice never changes yet. A change to it would require counting editions, as for quotes. */
const EDITION = 0;

/** Builds the source with account and customer as they were at the conversion. */
async function buildInvoiceSource(sql: Sql, accountId: string, invoice: Invoice): Promise<DocumentSource> {
  const sha256 = await findInvoiceParties(sql, accountId, invoice.id);
  const { account } = await readFrozenParties(sql, accountId, sha256, invoice.customerId);
  const printed = { ...invoice, metadata: {} };
  const parties = toPrintedParties({ account, customer: invoice.customer });
  const isFinal = (await isFinalStage(sql, accountId, invoice)) && { isFinal: true as const };
  return { kind: 'invoice', invoice: printed, ...parties, ...isFinal };
}

/** The result never changes: a converted quote cannot be edited, and the last invoice does not exist before that. */
async function isFinalStage(sql: Sql, accountId: string, { id, quoteId, stage }: Invoice): Promise<boolean> {
  if (stage === null) return false;
  const row = await findQuoteRow(sql, accountId, quoteId);
  return row !== undefined && (JSON.parse(row.doc) as Quote).invoiceId === id;
}

export async function readPdf(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { sourceSha256 }: Pick<HostedDocument, 'sourceSha256'>,
): Promise<Uint8Array | undefined> {
  return (await readDocument(db.read, accountId, sourceSha256))?.pdf;
}
