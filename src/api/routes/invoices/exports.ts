import { readAccount } from '../../../actions/account/change-account.ts';
import { exportBooks } from '../../../actions/books/export-books.ts';
import { exportJournal } from '../../../actions/books/read-books.ts';
import { type BookPeriod, getMonth } from '../../../domain/books/datev.ts';
import { Problem } from '../../../domain/errors.ts';
import { CSV_TYPE, createCsvHeaders } from '../../csv.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { QueryReader } from '../../query.ts';

const KINDS = ['journal', 'datev', 'xero'] as const;
type Kind = (typeof KINDS)[number];

const TYPES = { invoice: 'INVOICE', credit_note: 'CREDIT_NOTE' } as const;

export const exportRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/exports/:kind',
  scope: 'read',
  operation: {
    id: 'getExport',
    tag: 'Invoices',
    summary: 'Export a period for the accountant',
    description:
      'Invoices and credit notes by issue date, one row per tax rate and category. `journal`: a CSV file for programs, credits negative. `datev`: a batch of bookings for DATEV (EXTF 700, Windows-1252), in euros and within one fiscal year. `xero`: an import of invoices, or of credit notes, at most 500. For `datev` and `xero` the account has `accounting`; what it lacks is a 409 `export_incomplete`. Both are remembered: an `issueDate` in such a period then needs `confirm`. Persons with the role reader get 403.',
    query: {
      month: {
        type: 'string',
        pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
        description: 'Month of the issue date',
        examples: ['2026-11'],
      },
      from: { type: 'string', format: 'date', description: 'Instead of `month`: the first day, with `to`' },
      to: { type: 'string', format: 'date', description: 'The last day' },
      currency: {
        type: 'string',
        enum: ['EUR'],
        description: 'With `datev`: leave out documents in other currencies, which are a 409 otherwise',
      },
      type: {
        type: 'string',
        enum: Object.keys(TYPES),
        description: 'With `xero`: which documents; default: `invoice`',
      },
    },
    responses: { 200: { description: 'The file', contentType: CSV_TYPE } },
    problems: ['validation_failed', 'not_found', 'export_incomplete', 'list_too_slow'],
  },
  handle: get,
};

async function get(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, request, now } = call;
  const kind = KINDS.find((known) => known === params.kind);
  if (!kind) throw new Problem('not_found', `There is no such export. Exports are ${KINDS.join(', ')}.`);
  if (caller.role === 'reader')
    throw new Problem('forbidden', 'Only a member or an owner of the account can do this.');
  const { period, filter } = readExportQuery(call, kind);
  const headers = createExportHeaders(kind, period, filter.kind);
  if (request.method === 'HEAD') return { status: 200, headers };
  const { account } = await readAccount(deps, caller.accountId);
  if (kind === 'journal') return { status: 200, headers, stream: exportJournal(deps, account, period) };
  return { status: 200, headers, body: await exportBooks(deps, account, kind, period, filter, now) };
}

function readExportQuery({ query }: Call, kind: Kind) {
  const reader = new QueryReader(query);
  const period = readPeriod(reader);
  const currency = kind === 'datev' ? reader.oneOf('currency', ['EUR']) : undefined;
  const type = kind === 'xero' ? (reader.oneOf('type', ['invoice', 'credit_note']) ?? 'invoice') : undefined;
  reader.done();
  return { period, filter: { currency, kind: type && TYPES[type] } };
}

function readPeriod(reader: QueryReader): BookPeriod {
  if (!reader.has('from') && !reader.has('to')) return getMonth(reader.month('month'));
  const [from = '', to = ''] = [reader.date('from'), reader.date('to')];
  if (reader.has('month')) reader.fail('month', 'cannot be combined with from and to');
  for (const name of ['from', 'to'])
    if (!reader.has(name)) reader.fail(name, 'is missing: from and to come together');
  if (from > to && to !== '') reader.fail('to', 'must not be before from');
  return { from, to };
}

/** DATEV knows its files by the start of their name. */
export function createExportHeaders(
  kind: Kind,
  { from, to }: BookPeriod,
  type?: 'INVOICE' | 'CREDIT_NOTE',
): Record<string, string> {
  const isMonth = getMonth(from.slice(0, 7)).to === to && from.endsWith('-01');
  const period = isMonth ? from.slice(0, 7) : `${from}_${to}`;
  const xero = type === 'CREDIT_NOTE' ? 'xero-credit-notes' : 'xero-invoices';
  const name = { journal: 'journal', datev: 'EXTF_Buchungsstapel', xero }[kind];
  return createCsvHeaders(`${name}-${period}`, kind === 'datev' ? 'windows-1252' : 'utf-8');
}
