import type { Deps } from '../../../app/deps.ts';
import type { InvoiceSource } from '../../../domain/document.ts';
import { toPrintedInvoice } from '../../../domain/invoice/printed-invoice.ts';
import { invoiceNotFound } from '../../../domain/invoice/problems.ts';
import { quoteNotFound } from '../../../domain/quote/problems.ts';
import type { Sql } from '../../../store/database.ts';
import { readDocument } from '../../../store/tables/documents.ts';
import { findStoredInvoice, type StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { countRevocations } from '../../../store/tables/links.ts';
import { isMarkable } from '../../agreement/approval/approval-mark.ts';
import { judgeForCaller, type VerdictCaller } from '../../agreement/approval/judge-for-caller.ts';
import { writeEmbeddedInvoice } from '../../invoices/einvoice/check-einvoice.ts';
import { isFinalStage } from '../../invoices/missing-particulars.ts';
import { canPayBy } from '../../payments/default-method.ts';
import { readShownQuote } from '../../quotes/read-quote.ts';
import type { DocumentUrlParts } from './document-url.ts';
import { ensureDocument, ensureShownDocument, type HostedDocument } from './ensure-document.ts';
import { readCreditedInvoice, readInvoiceParties } from './invoice-parties.ts';
import { toPrintedParties } from './parties.ts';
import { buildQuoteSource, ensureQuoteDocument, toShownQuote } from './quote-document.ts';

/** A stored document, and what its URL depends on. */
export type FoundDocument = HostedDocument & Pick<DocumentUrlParts, 'documentId' | 'revocations'>;

/** Returns the document of the quote in its current status. */
export async function getQuoteDocument(
  deps: Deps,
  caller: VerdictCaller,
  quoteId: string,
  now: number,
): Promise<FoundDocument> {
  const { accountId } = caller;
  const { read } = deps.db;
  const row = await readShownQuote(deps, accountId, quoteId, now);
  const revocations = await countRevocations(read, accountId, row.id);
  if (revocations === undefined) throw quoteNotFound();
  const shown = toShownQuote(row);
  // The PDF of a draft says whether it must be approved.
  if (isMarkable(shown.quote)) await judgeForCaller(deps, caller, shown.quote);
  const source = await buildQuoteSource(read, accountId, shown);
  const document = await ensureQuoteDocument(deps, accountId, shown, source);
  return { ...document, documentId: row.id, revocations };
}

/**
 * Returns the document of an invoice: that of a draft follows every change of the draft, the account and the customer;
 * that of an issued invoice never changes.
 */
export async function getInvoiceDocument(
  deps: Deps,
  accountId: string,
  invoiceId: string,
): Promise<FoundDocument> {
  const stored = await findStoredInvoice(deps.db.read, accountId, invoiceId);
  if (!stored) throw invoiceNotFound();
  const record = { subjectId: invoiceId, edition: stored.edition, linkId: '' };
  const readSource = async () => addEInvoice(await buildInvoiceSource(deps.db.read, accountId, stored));
  const document = stored.hasCurrentParties
    ? await ensureDocument(deps, accountId, await readSource())
    : await ensureShownDocument(deps, accountId, record, readSource);
  const revocations = (await countRevocations(deps.db.read, accountId, invoiceId)) ?? 0;
  return { ...document, documentId: invoiceId, revocations };
}

/** Reads the source of the document of an invoice. */
export async function readInvoiceSource(
  sql: Sql,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceSource> {
  const stored = await findStoredInvoice(sql, accountId, invoiceId);
  if (!stored) throw invoiceNotFound();
  return buildInvoiceSource(sql, accountId, stored);
}

/** Returns what the document of an invoice shows, without setting it. */
export function readShownSource(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceSource> {
  return readInvoiceSource(db.read, accountId, invoiceId);
}

/** Builds the source with account and customer as they are now, or as they were when the invoice was issued. */
async function buildInvoiceSource(
  sql: Sql,
  accountId: string,
  stored: StoredInvoice,
): Promise<InvoiceSource> {
  const { invoice } = stored;
  const { account } = await readInvoiceParties(sql, accountId, stored);
  const printed = toPrintedInvoice(invoice);
  const parties = toPrintedParties({ account, customer: invoice.customer });
  const isFinal = (await isFinalStage(sql, accountId, invoice)) && { isFinal: true as const };
  const credited = await readCreditedInvoice(sql, accountId, invoice);
  const omits = !(await canPayBy(sql, invoice.paymentMethod, account)) && { omitsMethod: true as const };
  return { kind: 'invoice', invoice: printed, ...parties, ...isFinal, ...omits, ...credited };
}

/** The file needs the electronic invoice; pages and emails do not. */
function addEInvoice(source: InvoiceSource): InvoiceSource {
  return { ...source, ...writeEmbeddedInvoice(source) };
}

export async function readPdf(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { sourceSha256 }: Pick<HostedDocument, 'sourceSha256'>,
): Promise<Uint8Array | undefined> {
  return (await readDocument(db.read, accountId, sourceSha256))?.pdf;
}
