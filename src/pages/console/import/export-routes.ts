import { exportAccount } from '../../../actions/account/export/export-account.ts';
import { createPdfRenderer } from '../../../actions/account/export/missing-pdfs.ts';
import { exportCustomers, exportInvoices, exportQuotes } from '../../../actions/account/export-csv.ts';
import { archiveInvoices } from '../../../actions/invoices/archive/archive-invoices.ts';
import { createCsvHeaders } from '../../../api/csv.ts';
import type { SheetShape } from '../../../domain/account/export/csv-columns.ts';
import { Problem } from '../../../domain/errors.ts';
import { contentDisposition } from '../../../http/headers/content-disposition.ts';
import { createZipHeaders } from '../../../http/headers/zip-headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { requireRecentSignIn } from '../people/settings-route.ts';
import { getSheetShape } from './sheet-shape.ts';

/** Downloads for the accountant: the same exports as in the API, as links. */
export const exportRoutes: ConsoleRoute[] = [
  list('/settings/data/quotes.csv', 'owner', ({ deps, account, seesCosts, now }, sheet) =>
    exportQuotes(deps, account.id, {}, { sort: '-createdAt', seesCosts, sheet, now }),
  ),
  list('/settings/data/customers.csv', 'owner', exportAllCustomers),
  list('/settings/data/invoices.csv', 'owner', ({ deps, account, now }, sheet) =>
    exportInvoices(deps, account.id, {}, { sheet, now }),
  ),
  {
    ...{ method: 'GET', path: '/settings/data/account.zip', minRole: 'owner' },
    handle: requireRecentSignIn(sendAccount, '/settings/data'),
  },
  { method: 'GET', path: '/settings/data/invoices.zip', minRole: 'owner', handle: sendArchive },
  // Settings are for owners, but every role may export what its lists show.
  list('/customers.csv', 'reader', exportAllCustomers),
  { method: 'GET', path: '/invoices/archive', minRole: 'reader', handle: sendArchive },
];

function list(
  path: string,
  minRole: ConsoleRoute['minRole'],
  rows: (context: PageContext, sheet: SheetShape) => AsyncIterable<Uint8Array>,
): ConsoleRoute {
  const [, name = ''] = /(\w+)\.csv$/.exec(path) ?? [];
  return {
    ...{ method: 'GET', path, minRole },
    handle: async (context) => ({
      headers: createCsvHeaders(name),
      body: rows(context, getSheetShape(context)),
    }),
  };
}

function exportAllCustomers({ deps, account }: PageContext, sheet: SheetShape): AsyncIterable<Uint8Array> {
  return exportCustomers(deps, account.id, { search: undefined }, sheet);
}

async function sendAccount({ deps, account, now }: PageContext): Promise<PageReply> {
  const options = { now, renderPdf: createPdfRenderer(deps, now) };
  return {
    headers: createZipHeaders(`${account.id}.zip`),
    body: await exportAccount(deps, account.id, options),
  };
}

async function sendArchive({ deps, account, query }: PageContext): Promise<PageReply> {
  const { month = '' } = query;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Problem('not_found', 'There is no such month.');
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', `invoices-${month}.zip`),
  };
  return { headers, body: await archiveInvoices(deps, account.id, month) };
}
