import type { Deps } from '../../deps.ts';
import type { CustomerRecord } from '../../domain/customer.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { findCustomerRow } from '../../store/tables/customers.ts';
import { readDocument } from '../../store/tables/documents.ts';
import {
  listAttachmentHashes,
  listCapturedAbout,
  listCapturedTo,
  listEvidence,
  listExportRows,
  listPdfs,
} from '../../store/tables/erasure/export-rows.ts';
import { listGroupedInvoices, listPartyHashes } from '../../store/tables/erasure/find-documents.ts';
import { listEventDocs } from '../../store/tables/events.ts';
import { readCapturedMail } from '../../store/tables/mail/captured-mails.ts';
import { findFile, readChunk } from '../../store/tables/quote/attachment-files.ts';
import { listDecisions } from '../../store/tables/quote/decisions.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';
import { listRevisions } from '../../store/tables/quote/revisions.ts';
import { expectFound } from '../expect-found.ts';
import { limitArchives } from '../invoice/archive-invoices.ts';
import { startZip, type ZipEntry } from '../invoice/zip.ts';
import { findTraces } from './begin-erasure.ts';
import { findAllQuotes } from './find-all-quotes.ts';

/** Streams all that is stored about a customer as a ZIP of JSON and files, with one file in memory at a time. */
export async function exportCustomer(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { doc } = expectFound(await findCustomerRow(db.read, accountId, customerId), 'customer');
  const customer = JSON.parse(doc) as CustomerRecord;
  const today = new Date(db.read.clock()).toISOString().slice(0, 10);
  const dated = async function* () {
    for await (const entry of readEntries({ db }, accountId, customer)) yield { ...entry, date: today };
  };
  return startZip(limitArchives(accountId, dated()));
}

type Entry = Omit<ZipEntry, 'date'>;

async function* readEntries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customer: CustomerRecord,
): AsyncGenerator<Entry> {
  yield toJsonEntry('customer.json', customer);
  const traces = await findTraces(db.read, accountId, customer);
  const { quoteIds, ownAddresses } = await findAllQuotes(db.read, accountId, traces);
  for (const id of quoteIds.sort()) yield* readQuoteEntries({ db }, accountId, customer.id, id);
  const mails = new Set<string>();
  for (const id of traces.documentIds) {
    for (const mail of await listCapturedAbout(db.read, accountId, id)) mails.add(mail);
  }
  for (const address of ownAddresses) {
    for (const mail of await listCapturedTo(db.read, accountId, address)) mails.add(mail);
  }
  for (const id of mails) {
    const mail = await readCapturedMail(db.read, accountId, id);
    if (mail) yield { name: `emails/${id}.eml`, content: mail.raw };
  }
}

async function* readQuoteEntries(
  { db: { read } }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
  quoteId: string,
): AsyncGenerator<Entry> {
  const row = await findQuoteRow(read, accountId, quoteId);
  const quote = row && (JSON.parse(row.doc) as Quote);
  if (quote?.customerId !== customerId) {
    yield* readFormerEntries({ db: { read } }, accountId, customerId, quoteId);
    return;
  }
  const folder = `quotes/${toFileName(quote.number)}`;
  yield toJsonEntry(`${folder}/quote.json`, {
    quote,
    history: await readHistory(read, accountId, quoteId),
    decisions: await listDecisions(read, accountId, quoteId),
    revisions: await listRevisions(read, accountId, quoteId),
    messages: await listExportRows(read, 'messages', accountId, quoteId),
    emails: await listExportRows(read, 'sent_mails', accountId, quoteId),
    links: await listExportRows(read, 'links', accountId, quoteId),
  });
  for (const { invoice } of await listGroupedInvoices(read, accountId, quoteId)) {
    yield toJsonEntry(`${folder}/${toFileName(invoice.number)}.json`, {
      invoice,
      history: await readHistory(read, accountId, invoice.id),
      payments: await listExportRows(read, 'payments', accountId, invoice.id),
      emails: await listExportRows(read, 'sent_mails', accountId, invoice.id),
      links: await listExportRows(read, 'links', accountId, invoice.id),
    });
  }
  for (const { source_sha256: source, file_name: name } of await listPdfs(read, accountId, quoteId)) {
    const document = await readDocument(read, accountId, source);
    if (document) yield { name: `${folder}/${toFileName(name)}`, content: document.pdf };
  }
  const names = new Map(quote.attachments.map(({ sha256, name }) => [sha256, name]));
  for (const sha256 of await listAttachmentHashes(read, accountId, quoteId)) {
    const content = await readAttachment(read, accountId, sha256);
    if (content) yield { name: `${folder}/attachments/${names.get(sha256) ?? sha256}`, content };
  }
}

/** The data that is stored about the customer of a quote that was deleted or is for somebody else now. */
async function* readFormerEntries(
  { db: { read } }: { db: Pick<Deps['db'], 'read'> },
  accountId: string,
  customerId: string,
  quoteId: string,
): AsyncGenerator<Entry> {
  const hashes = await listPartyHashes(read, accountId, customerId);
  const evidence = await listEvidence(read, accountId, quoteId, hashes);
  const { decisions, revisions } = evidence;
  if (decisions.length + revisions.length === 0) return;
  const folder = `former-quotes/${quoteId}`;
  yield toJsonEntry(`${folder}/quote.json`, evidence);
  const shown = new Set([...decisions, ...revisions].map(({ documentSha256 }) => documentSha256));
  for (const { offerSha256 } of decisions) shown.add(offerSha256);
  for (const { source_sha256: source, sha256, file_name: name } of await listPdfs(read, accountId, quoteId)) {
    const document = shown.has(sha256) ? await readDocument(read, accountId, source) : undefined;
    if (document)
      yield { name: `${folder}/${sha256.slice(0, 8)}-${toFileName(name)}`, content: document.pdf };
  }
  const attachments = [...decisions, ...revisions.map(({ quote }) => quote)].flatMap(
    (shownWith) => shownWith.attachments ?? [],
  );
  for (const [sha256, name] of new Map(attachments.map((file) => [file.sha256, file.name]))) {
    const content = await readAttachment(read, accountId, sha256);
    if (content) yield { name: `${folder}/attachments/${name}`, content };
  }
}

async function readAttachment(
  read: Deps['db']['read'],
  accountId: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const file = await findFile(read, accountId, sha256);
  if (!file) return undefined;
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = await readChunk(read, file, chunks.length);
    if (!chunk) return Buffer.concat(chunks);
    chunks.push(chunk);
  }
}

async function readHistory(
  read: Deps['db']['read'],
  accountId: string,
  documentId: string,
): Promise<unknown[]> {
  return (await listEventDocs(read, accountId, documentId)).map((doc) => JSON.parse(doc));
}

function toJsonEntry(name: string, value: unknown): Entry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Numbers may contain slashes. */
function toFileName(text: string): string {
  return text.replaceAll(/[/\\:*?"<>|]/g, '-');
}
