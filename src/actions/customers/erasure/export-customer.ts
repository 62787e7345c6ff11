import type { Deps } from '../../../app/deps.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { parseSignatures } from '../../../domain/quote/acceptance/signers.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Revision } from '../../../domain/quote/revision.ts';
import type { Sql } from '../../../store/database.ts';
import { readList } from '../../../store/lists/read-list.ts';
import { findCustomerRow } from '../../../store/tables/customers.ts';
import { readDocument } from '../../../store/tables/documents.ts';
import {
  type CustomerQuote,
  listQuoteIds,
  readCustomerQuote,
} from '../../../store/tables/erasure/customer-quotes.ts';
import {
  EXPORTED_COLUMNS,
  listCapturedAbout,
  listCapturedTo,
  listPayments,
} from '../../../store/tables/erasure/export-rows.ts';
import { listOwned } from '../../../store/tables/erasure/owned-rows.ts';
import { listEventDocs } from '../../../store/tables/events/events.ts';
import { readCapturedMail } from '../../../store/tables/mail/captured-mails.ts';
import { findFile, readChunks } from '../../../store/tables/quote/attachment-files.ts';
import { findShownQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { expectFound } from '../../expect-found.ts';
import { limitArchives } from '../../invoices/archive/archive-invoices.ts';
import { startZip, type ZipEntry } from '../../invoices/archive/zip.ts';
import { findTraces } from './traces.ts';

const BATCH = 100;

/** Streams all that is stored about a customer as a ZIP of JSON and files, with one file in memory at a time. */
export async function exportCustomer(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { doc } = expectFound(await findCustomerRow(db.read, accountId, customerId), 'customer');
  const today = new Date(db.read.clock()).toISOString().slice(0, 10);
  const dated = async function* () {
    for await (const entry of readEntries(db, accountId, JSON.parse(doc))) yield { ...entry, date: today };
  };
  return startZip(limitArchives(accountId, dated()));
}

type Entry = Omit<ZipEntry, 'date'>;

async function* readEntries(
  db: Deps['db'],
  accountId: string,
  customer: CustomerRecord,
): AsyncGenerator<Entry> {
  const { read } = db;
  yield toJsonEntry('customer.json', customer);
  const { addresses } = await findTraces(db, accountId, customer);
  const own = await readList(db, 'ownAddresses', accountId, customer.id, addresses);
  const mails = new Set<string>();
  for await (const quoteId of readQuoteIds(db, accountId, customer.id)) {
    const found = await readCustomerQuote(read, { accountId, customerId: customer.id }, quoteId);
    yield* readQuoteEntries(read, found);
    for (const id of [quoteId, ...found.invoices.map((invoice) => invoice.id)]) {
      for (const mail of await listCapturedAbout(read, found.owner, id)) mails.add(mail);
    }
  }
  for (const address of own) {
    for (const mail of await listCapturedTo(read, accountId, address)) mails.add(mail);
  }
  for (const id of mails) {
    const mail = await readCapturedMail(read, accountId, id);
    if (mail) yield { name: `emails/${id}.eml`, content: mail.raw };
  }
}

/** The quotes that are the customer's, and then those that were. */
async function* readQuoteIds(db: Deps['db'], accountId: string, customerId: string): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await listQuoteIds(db.read, accountId, customerId, after, BATCH);
    yield* ids;
    after = ids.at(-1);
  }
  yield* await readList(db, 'formerQuotes', accountId, customerId);
}

async function* readQuoteEntries(read: Sql, found: CustomerQuote): AsyncGenerator<Entry> {
  const { id, owner, decisions, invoices } = found;
  const { accountId } = owner;
  const quote = owner.isCurrent ? found.quote : undefined;
  const folder = quote ? `quotes/${toFileName(quote.number)}` : `former-quotes/${id}`;
  const stored = await listOwned<{ doc: string }>(read, 'revisions', 'doc', owner, [id]);
  const revisions = stored.map(({ doc }) => JSON.parse(doc) as Revision);
  const history = await readHistory(read, found, id);
  const row = quote && (await findShownQuoteRow(read, accountId, id));
  const signatures = parseSignatures(row?.signatures ?? null);
  const contacts = await readContacts(read, found, id);
  yield toJsonEntry(`${folder}/quote.json`, {
    quote,
    signatures,
    history,
    decisions,
    revisions,
    ...contacts,
  });
  for (const invoice of invoices) {
    yield toJsonEntry(`${folder}/${toFileName(invoice.number)}.json`, {
      invoice,
      history: await readHistory(read, found, invoice.id),
      payments: await listPayments(read, accountId, invoice.id),
      ...(await readContacts(read, found, invoice.id)),
    });
  }
  const columns = 'source_sha256 AS source, sha256, file_name AS name, kept';
  type Pdf = Record<'source' | 'sha256' | 'name', string> & { kept: 0 | 1 };
  for (const pdf of await listOwned<Pdf>(read, 'documents', columns, owner, [id])) {
    const document = pdf.kept ? await readDocument(read, accountId, pdf.source) : undefined;
    const name = `${folder}/${pdf.sha256.slice(0, 8)}-${toFileName(pdf.name)}`;
    if (document) yield { name, content: document.pdf };
  }
  const shown = [quote, ...decisions, ...revisions.map((revision) => revision.quote)];
  const attached = shown.flatMap((content) => content?.attachments ?? []);
  for (const [sha256, name] of new Map(attached.map((file) => [file.sha256, file.name]))) {
    const content = await readAttachment(read, accountId, sha256);
    if (content) yield { name: `${folder}/attachments/${toFileName(name)}`, content };
  }
}

async function readContacts(read: Sql, { owner }: CustomerQuote, documentId: string): Promise<object> {
  const list = (table: keyof typeof EXPORTED_COLUMNS) =>
    listOwned<object>(read, table, EXPORTED_COLUMNS[table], owner, [documentId]);
  const emails = [...(await list('sent_mails')), ...(await list('thread_mails'))];
  const found = (await list('quote_proposals')) as { id: string; state: string; doc: string }[];
  const proposals = found.map(({ id, state, doc }) => ({ id, state, ...JSON.parse(doc) }));
  const links = await list('links');
  return { messages: await list('messages'), emails, links, ...(proposals.length > 0 && { proposals }) };
}

/** The events from when the document was the customer's. The first one is stored with the quote. */
async function readHistory(read: Sql, { owner }: CustomerQuote, documentId: string): Promise<HistoryEvent[]> {
  const own = await listOwned<{ id: string }>(read, 'events', 'id', owner, [documentId]);
  const ids = new Set(own.map(({ id }) => id));
  const all = (await listEventDocs(read, owner.accountId, documentId)).map(
    (doc) => JSON.parse(doc) as HistoryEvent,
  );
  return all.filter(({ id, type }) => ids.has(id) || (owner.isCurrent && type === 'created'));
}

async function readAttachment(read: Sql, accountId: string, sha256: string): Promise<Uint8Array | undefined> {
  const file = await findFile(read, accountId, sha256);
  return file && Buffer.concat(await Array.fromAsync(readChunks(read, file)));
}

function toJsonEntry(name: string, value: unknown): Entry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Numbers may contain slashes. */
function toFileName(text: string): string {
  return text.replaceAll(/[/\\:*?"<>|]/g, '-');
}
