import type { Deps } from '../../deps.ts';
import type { CustomerRecord } from '../../domain/customer.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { findCustomerRow } from '../../store/tables/customers.ts';
import { readDocument } from '../../store/tables/documents.ts';
import {
  listAttachmentHashes,
  listCapturedTo,
  listExportRows,
  listPdfs,
} from '../../store/tables/erasure/export-rows.ts';
import { listGroupedInvoices, listQuoteIds } from '../../store/tables/erasure/find-documents.ts';
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

const BATCH = 50;

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
  let after = '';
  for (;;) {
    const ids = await listQuoteIds(db.read, accountId, customer.id, after, BATCH);
    for (const id of ids) yield* readQuoteEntries({ db }, accountId, id);
    after = ids.at(-1) ?? '';
    if (ids.length < BATCH) break;
  }
  const { addresses } = await findTraces(db.read, accountId, customer);
  const mails = new Set<string>();
  for (const address of addresses) {
    for (const id of await listCapturedTo(db.read, accountId, address)) mails.add(id);
  }
  for (const id of mails) {
    const mail = await readCapturedMail(db.read, accountId, id);
    if (mail) yield { name: `emails/${id}.eml`, content: mail.raw };
  }
}

async function* readQuoteEntries(
  { db: { read } }: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
): AsyncGenerator<Entry> {
  const row = await findQuoteRow(read, accountId, quoteId);
  if (!row) return;
  const quote = JSON.parse(row.doc) as Quote;
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
  yield* readAttachments({ db: { read } }, accountId, quote, `${folder}/attachments`);
}

async function* readAttachments(
  { db: { read } }: { db: Pick<Deps['db'], 'read'> },
  accountId: string,
  { id, attachments }: Quote,
  folder: string,
): AsyncGenerator<Entry> {
  const names = new Map(attachments.map(({ sha256, name }) => [sha256, name]));
  for (const sha256 of await listAttachmentHashes(read, accountId, id)) {
    const file = await findFile(read, accountId, sha256);
    if (!file) continue;
    const chunks: Uint8Array[] = [];
    for (;;) {
      const chunk = await readChunk(read, file, chunks.length);
      if (!chunk) break;
      chunks.push(chunk);
    }
    yield { name: `${folder}/${names.get(sha256) ?? sha256}`, content: Buffer.concat(chunks) };
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
