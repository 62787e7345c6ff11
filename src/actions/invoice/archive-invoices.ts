import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { RenderError } from '../../domain/render-error.ts';
import { listIssued } from '../../store/tables/invoices.ts';
import { invoiceDocument, readPdf } from '../document/find-document.ts';
import { fewAtOnce } from '../few-at-once.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** Of an account, in a thread: each may keep a typesetter busy for as long as it takes. */
const AT_ONCE = 2;
const BATCH = 50;
/** A typesetter that is busy is asked again. */
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
 * The PDFs of all invoices of a month as a ZIP, one after the other: none but the one that is being written is in
 * memory. Fails before its first bytes where it can, and breaks off where it cannot.
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
    // Who has gone before anything else was asked for leaves it half-way.
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
    if (!content) throw new Error('the document is gone');
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
