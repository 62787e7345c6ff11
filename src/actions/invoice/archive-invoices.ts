import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { RenderError } from '../../domain/render-error.ts';
import { listIssued } from '../../store/tables/invoices.ts';
import { invoiceDocument, readPdf } from '../document/find-document.ts';
import { fewAtOnce } from '../few-at-once.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** Concurrent archives per account in a thread: each may keep a typesetter busy for its whole duration. */
const AT_ONCE = 2;
const BATCH = 50;
/** Attempts per document while the typesetters are busy. */
const TRIES = 30;
const PAUSE_MS = 1000;

const enter = fewAtOnce(
  AT_ONCE,
  () =>
    new Problem(
      'overloaded',
      `${AT_ONCE} archives are already being generated for this account. Try again shortly.`,
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
  const zip = zipOf(limitArchives(accountId, pdfsOf(deps, accountId, month)));
  const first = await zip.next();
  return resumed(first, zip);
}

async function* resumed(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (first.value) yield first.value;
    yield* rest;
  } finally {
    // A client that disconnects early leaves the generator suspended: release its slot.
    await rest.return();
  }
}

async function* limitArchives<T>(accountId: string, entries: AsyncIterable<T>): AsyncGenerator<T> {
  const leave = enter(accountId);
  try {
    yield* entries;
  } finally {
    leave();
  }
}

async function* pdfsOf(deps: Deps, accountId: string, month: string): AsyncGenerator<ZipEntry> {
  for await (const { id, issueDate } of invoicesOf(deps, accountId, month)) {
    const document = await untilMade(() => invoiceDocument(deps, accountId, id));
    const content = await readPdf(deps, accountId, document);
    if (!content) throw new Error('the document no longer exists');
    yield { name: document.fileName, date: issueDate, content };
  }
}

async function* invoicesOf({ db }: Pick<Deps, 'db'>, accountId: string, month: string) {
  const days = { first: `${month}-01`, last: `${month}-31` };
  let last = { issueDate: '', id: '' };
  for (;;) {
    const invoices = await listIssued(db.read, accountId, days, last, BATCH);
    yield* invoices;
    last = invoices.at(-1) ?? last;
    if (invoices.length < BATCH) return;
  }
}

async function untilMade<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      const isBusy = error instanceof RenderError && error.reason === 'busy';
      if (!isBusy || tries === TRIES) throw error;
    }
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}
