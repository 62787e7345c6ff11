import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { listIssuedInvoices } from '../../../store/tables/invoice/find-invoices.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { getInvoiceDocument, readPdf } from '../../sending/documents/find-document.ts';
import { startZip, type ZipEntry } from './zip.ts';

/** Concurrent archives per account in a thread: each may keep a typesetter busy for its whole duration. */
const MAX_ARCHIVES = 2;
const BATCH = 50;
/** Attempts per document while the typesetters are busy. */
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 1000;

type Archived = Pick<Invoice, 'id' | 'issueDate'>;

const acquireSlot = limitConcurrency(
  MAX_ARCHIVES,
  () =>
    new Problem(
      'overloaded',
      `${MAX_ARCHIVES} archives are already being generated for this account. Try again shortly.`,
      { headers: { 'Retry-After': '5' } },
    ),
);

/**
 * Streams the PDFs of all invoices of a month as a ZIP, with one PDF in memory at a time. An error before the first bytes
 * rejects the promise; a later one aborts the stream.
 */
export async function archiveInvoices(
  deps: Deps,
  accountId: string,
  month: string,
): Promise<AsyncIterable<Uint8Array>> {
  return startZip(limitArchives(accountId, readPdfs(deps, accountId, readInvoices(deps, accountId, month))));
}

/** Streams the PDFs of some invoices in the same way. */
export async function archiveSomeInvoices(
  deps: Deps,
  accountId: string,
  invoices: readonly Archived[],
): Promise<AsyncIterable<Uint8Array>> {
  return startZip(limitArchives(accountId, readPdfs(deps, accountId, invoices)));
}

/** Yields the entries while the account has few archives under way. */
export async function* limitArchives<T>(accountId: string, entries: AsyncIterable<T>): AsyncGenerator<T> {
  const release = acquireSlot(accountId);
  try {
    yield* entries;
  } finally {
    release();
  }
}

async function* readPdfs(
  deps: Deps,
  accountId: string,
  invoices: AsyncIterable<Archived> | readonly Archived[],
): AsyncGenerator<ZipEntry> {
  for await (const { id, issueDate } of invoices) {
    const document = await retryRender(() => getInvoiceDocument(deps, accountId, id));
    const content = await readPdf(deps, accountId, document);
    if (!content) throw new Error('the document no longer exists');
    yield { name: document.fileName, date: issueDate, content };
  }
}

async function* readInvoices({ db }: Pick<Deps, 'db'>, accountId: string, month: string) {
  const days = { first: `${month}-01`, last: `${month}-31` };
  let last = { issueDate: '', id: '' };
  for (;;) {
    const invoices = await listIssuedInvoices(db.read, accountId, days, last, BATCH);
    yield* invoices;
    last = invoices.at(-1) ?? last;
    if (invoices.length < BATCH) return;
  }
}

/** Waits while the typesetters are busy with the documents of others. */
export async function retryRender<T>(render: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await render();
    } catch (error) {
      const isBusy = error instanceof RenderError && error.reason === 'busy';
      if (!isBusy || tries === MAX_ATTEMPTS) throw error;
    }
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}
