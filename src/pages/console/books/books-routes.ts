import { exportBooks, listBookDownloads } from '../../../actions/books/export-books.ts';
import { exportJournal } from '../../../actions/books/read-books.ts';
import { createExportHeaders } from '../../../api/routes/invoices/exports.ts';
import { getMonth } from '../../../domain/books/datev.ts';
import { type BookGap, ExportIncomplete } from '../../../domain/books/find-gaps.ts';
import { MAX_XERO_INVOICES } from '../../../domain/books/xero.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import { fill } from '../../../i18n/fill.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { isProblem } from '../forms/form-values.ts';
import { getSheetShape } from '../import/sheet-shape.ts';
import { BOOK_FILES, type BookFile, buildBooksPage } from './books-page.ts';

const PATH = '/invoices/books';

/** Downloads for the accountant by month. They are forms, because some are remembered, and a browser may follow a link by itself. */
export const booksRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: PATH,
    minRole: 'member',
    handle: async (context) => ({ page: await show(context) }),
  },
  { method: 'POST', path: PATH, minRole: 'member', handle: download },
];

async function download(context: PageContext): Promise<PageReply> {
  const { deps, account, form, t, now } = context;
  const file = BOOK_FILES.find((known) => known === form.file);
  const { month = '' } = form;
  if (!file || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return { page: await show(context), status: 400 };
  const period = getMonth(month);
  if (file === 'sheet' || file === 'journal') {
    const sheet = file === 'sheet' ? getSheetShape(context) : undefined;
    const body = exportJournal(deps, account, period, sheet);
    return { headers: createExportHeaders('journal', period), body };
  }
  const { kind, filter } = toExport(file, form.euros === 'on');
  try {
    const body = await exportBooks(deps, account, kind, period, filter, now);
    return { headers: createExportHeaders(kind, period, filter.kind), body };
  } catch (error) {
    if (error instanceof ExportIncomplete)
      return { page: await show(context, { gaps: error.gaps }), status: error.status };
    if (isProblem(error, 'validation_failed'))
      return { page: await show(context, { problem: describeLimit(t, file) }), status: error.status };
    throw error;
  }
}

function describeLimit({ books }: PageContext['t'], file: BookFile): string {
  return file === 'datev' ? books.tooMany : fill(books.tooManyForXero, { n: String(MAX_XERO_INVOICES) });
}

function toExport(file: Exclude<BookFile, 'sheet' | 'journal'>, isEurosOnly: boolean) {
  if (file === 'datev')
    return { kind: 'datev', filter: { kind: undefined, currency: isEurosOnly ? 'EUR' : undefined } } as const;
  const kind = file === 'xero' ? 'INVOICE' : 'CREDIT_NOTE';
  return { kind: 'xero', filter: { kind, currency: undefined } } as const;
}

interface Outcome {
  gaps?: readonly BookGap[];
  problem?: string;
}

async function show(context: PageContext, outcome: Outcome = {}) {
  const { deps, account, form, query, now } = context;
  const downloads = await listBookDownloads(deps, account.id);
  const today = toCalendarDate(now, account.timeZone);
  const month = form.month ?? query.month;
  return buildBooksPage(context, { ...outcome, downloads, today, month, isEurosOnly: form.euros === 'on' });
}
