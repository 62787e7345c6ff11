import { exportCustomers, exportInvoices, exportQuotes } from '../../../../actions/export/export-csv.ts';
import { archiveInvoices } from '../../../../actions/invoice/archive-invoices.ts';
import { Problem } from '../../../../domain/errors.ts';
import { createCsvHeaders } from '../../../api/csv.ts';
import { contentDisposition } from '../../../headers/content-disposition.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';

/** Downloads for the accountant: the same exports as in the API, as links. Readers may export what they may see. */
export const exportRoutes: ConsoleRoute[] = [
  list('quotes', ({ deps, account, now }) => exportQuotes(deps, account.id, {}, { sort: '-createdAt', now })),
  list('customers', ({ deps, account }) => exportCustomers(deps, account.id, { search: undefined })),
  list('invoices', ({ deps, account, now }) => exportInvoices(deps, account.id, {}, { now })),
  { method: 'GET', path: '/settings/data/invoices.zip', minRole: 'reader', handle: sendArchive },
];

function list(name: string, rows: (context: PageContext) => AsyncIterable<Uint8Array>): ConsoleRoute {
  return {
    method: 'GET',
    path: `/settings/data/${name}.csv`,
    minRole: 'reader',
    handle: async (context) => ({
      headers: createCsvHeaders(name),
      body: rows(context),
    }),
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
