import type { Deps } from '../../deps.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { readDocument } from '../../store/tables/documents.ts';
import { countRevocations } from '../../store/tables/quote/links.ts';
import { readInvoice } from '../invoice/invoices.ts';
import { readQuote } from '../quote/read-quote.ts';
import type { DocumentAddress } from './document-url.ts';
import { ensureDocument, type HostedDocument, invoiceSource, quoteSource } from './ensure-document.ts';

/** A document that is there, and how long its address is to hold. */
export type FoundDocument = HostedDocument & Pick<DocumentAddress, 'revocations'>;

/** Of the quote as it is at this moment. */
export async function quoteDocument(
  deps: Deps,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<FoundDocument> {
  const { id, doc } = await readQuote(deps, accountId, quoteId, now);
  const revocations = await countRevocations(deps.db.read, accountId, id);
  if (revocations === undefined) throw quoteNotFound();
  const source = await quoteSource(deps.db.read, accountId, JSON.parse(doc) as Quote);
  return { ...(await ensureDocument(deps, accountId, source)), revocations };
}

export async function invoiceDocument(
  deps: Deps,
  accountId: string,
  invoiceId: string,
): Promise<FoundDocument> {
  const invoice = JSON.parse(await readInvoice(deps, accountId, invoiceId)) as Invoice;
  const source = await invoiceSource(deps.db.read, accountId, invoice);
  return { ...(await ensureDocument(deps, accountId, source)), revocations: null };
}

/** The file itself. */
export async function readPdf(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { sourceSha256 }: Pick<HostedDocument, 'sourceSha256'>,
): Promise<Uint8Array | undefined> {
  return (await readDocument(db.read, accountId, sourceSha256))?.pdf;
}
