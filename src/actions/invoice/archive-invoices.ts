import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { leastId } from '../../domain/ids.ts';
import { RenderError } from '../../domain/render-error.ts';
import { listIssued } from '../../store/tables/invoices.ts';
import { invoiceDocument, readPdf } from '../document/find-document.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** Of an account, in a thread: each may keep a typesetter busy for as long as it takes. */
const AT_ONCE = 2;
const BATCH = 50;
/** A typesetter that is busy is asked again. */
const TRIES = 30;
const PAUSE_MS = 1000;

const underWay = new Map<string, number>();

/**
 * The PDFs of all invoices of a month as a ZIP, one after the other: none but the one that is being written is in
 * memory. Fails before its first bytes where it can, and breaks off where it cannot.
 */
export async function archiveInvoices(
  deps: Deps,
  accountId: string,
  month: string,
): Promise<AsyncIterable<Uint8Array>> {
  const zip = zipOf(asOneOfFew(accountId, pdfsOf(deps, accountId, month)));
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

async function* asOneOfFew<T>(accountId: string, entries: AsyncIterable<T>): AsyncGenerator<T> {
  const others = underWay.get(accountId) ?? 0;
  if (others >= AT_ONCE) {
    throw new Problem('overloaded', `${AT_ONCE} archives of this account are under way. Try again shortly.`, {
      headers: { 'Retry-After': '5' },
    });
  }
  underWay.set(accountId, others + 1);
  try {
    yield* entries;
  } finally {
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left === 0) underWay.delete(accountId);
    else underWay.set(accountId, left);
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

/** Identifiers begin with their time, so those of a month lie together; the day of issue is that of the account's zone. */
async function* invoicesOf({ db }: Pick<Deps, 'db'>, accountId: string, month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number);
  let after = leastId('inv', Math.max(0, Date.UTC(year, number - 1, 1) - DAY_MS));
  const end = leastId('inv', Math.max(0, Date.UTC(year, number, 1) + DAY_MS));
  for (;;) {
    const invoices = await listIssued(db.read, accountId, after, end, BATCH);
    yield* invoices.filter(({ issueDate }) => issueDate.startsWith(`${month}-`));
    const last = invoices.at(-1);
    if (!last || invoices.length < BATCH) return;
    after = last.id;
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
