import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { type BookRow, getGross } from '../../domain/books/book-row.ts';
import {
  type BookPeriod,
  composeDatev,
  MAX_DATEV_ROWS,
  startOfFiscalYear,
} from '../../domain/books/datev.ts';
import { type BookGap, ExportIncomplete, findDatevGaps, findXeroGaps } from '../../domain/books/find-gaps.ts';
import { composeXero, MAX_XERO_INVOICES } from '../../domain/books/xero.ts';
import type { FieldError } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { InvoiceFilter } from '../../domain/invoice/invoice-filter.ts';
import {
  type BookDownload,
  type DownloadKind,
  listDownloads,
  rememberDownload,
} from '../../store/tables/books/downloads.ts';
import { giveDebtorNumbers } from '../customers/debtor-numbers.ts';
import { readBooks } from './read-books.ts';

type Store = Pick<Deps, 'db'>;
type Filter = Pick<InvoiceFilter, 'kind' | 'currency'>;

const MAX_SHOWN_DOWNLOADS = 24;

/** Composes a file for a program of accountants, and remembers that the period was downloaded. */
export async function exportBooks(
  store: Store,
  account: Account,
  kind: DownloadKind,
  period: BookPeriod,
  filter: Filter,
  now: number,
): Promise<Uint8Array> {
  const bytes = await COMPOSE[kind](store, account, period, filter, now);
  const download = { ...period, kind, at: now };
  await store.db.write((tx) => rememberDownload(tx, account.id, download), {
    account: account.id,
    evenIfClosed: true,
  });
  return bytes;
}

/** Lists the periods that were downloaded last. */
export function listBookDownloads({ db }: Store, accountId: string): Promise<BookDownload[]> {
  return listDownloads(db.read, accountId, MAX_SHOWN_DOWNLOADS);
}

type Compose = (
  store: Store,
  account: Account,
  period: BookPeriod,
  filter: Filter,
  now: number,
) => Promise<Uint8Array>;

const COMPOSE: Record<DownloadKind, Compose> = {
  async datev(store, account, period, filter, now) {
    const { accounting } = account;
    if (startOfFiscalYear(period.from, accounting) !== startOfFiscalYear(period.to, accounting))
      assertNoErrors([tooLong('must be in one fiscal year')]);
    const limit = { rows: MAX_DATEV_ROWS, program: 'DATEV' };
    const read = () => readAll(store, account, period, filter, limit);
    let rows = await read();
    if (accounting.firstDebtorNumber !== null && rows.some(({ debtorNumber }) => debtorNumber === null)) {
      // Issued before the account gave numbers, which a process that died may not have given to all.
      await giveDebtorNumbers(store, account.id, now);
      rows = await read();
    }
    rows = rows.filter((row) => getGross(row) !== 0);
    assertComplete(findDatevGaps(rows, accounting));
    return composeDatev(rows, accounting, period, account);
  },
  async xero(store, account, period, filter) {
    const limit = { documents: MAX_XERO_INVOICES, program: 'Xero' };
    const rows = await readAll(store, account, period, filter, limit);
    assertComplete(findXeroGaps(rows, account.accounting));
    return Buffer.from(composeXero(rows, account.country));
  },
};

/** What a program imports from one file. */
interface Limit {
  program: string;
  rows?: number;
  documents?: number;
}

/** Reads all rows, which are checked before the file is made. */
async function readAll(
  store: Store,
  account: Account,
  period: BookPeriod,
  filter: Filter,
  { program, rows: maxRows = Infinity, documents: maxDocuments = Infinity }: Limit,
): Promise<BookRow[]> {
  const all: BookRow[] = [];
  const documents = new Set<string>();
  for await (const rows of readBooks(store, account, period, filter)) {
    all.push(...rows);
    for (const { invoice } of rows) documents.add(invoice.id);
    if (all.length <= maxRows && documents.size <= maxDocuments) continue;
    const most = maxRows < Infinity ? `${maxRows} rows` : `${maxDocuments} documents`;
    assertNoErrors([
      tooLong(
        `has more than ${most}, which ${program} imports at most from one file; choose a shorter period`,
      ),
    ]);
  }
  return all;
}

function tooLong(message: string): FieldError {
  return { in: 'query', path: '/to', message };
}

function assertComplete(gaps: readonly BookGap[]): void {
  if (gaps.length > 0) throw new ExportIncomplete(gaps);
}
