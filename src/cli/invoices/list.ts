import { getAccountTime } from '../../actions/account/account-time.ts';
import { listInvoices } from '../../actions/invoices/invoices.ts';
import { INVOICE_STATUSES, type Invoice, type InvoiceStatus } from '../../domain/invoice/invoice.ts';
import { INVOICE_SORTS, type InvoiceSort } from '../../domain/invoice/invoice-filter.ts';
import { type Input, UsageError } from '../command.ts';
import { printPage } from '../terminal/list-page.ts';
import { parseWholeNumber } from '../terminal/whole-number.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { formatAmount } from './find.ts';

export async function run({ text, flag }: Input): Promise<void> {
  const limit = parseWholeNumber('limit', text('limit') ?? '100', 1000);
  const page = parseWholeNumber('page', text('page') ?? '1', 1e9);
  const filter = {
    search: text('search') || undefined,
    statuses: parseStatuses(text('status')),
    customerId: text('customer'),
    overdue: flag('overdue') || undefined,
    sort: parseSort(text('sort')),
  };
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const wanted = { ...filter, limit, offset: (page - 1) * limit };
    const now = await getAccountTime(db.read, account.id);
    const { docs, ...found } = await listInvoices({ db }, account.id, wanted, now);
    const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
    printPage(
      { data: invoices, page, limit, ...found },
      { heading: HEADING, toCells, title: `invoices of ${account.name}`, isJson: flag('json') },
    );
  });
}

const HEADING = ['NUMBER', 'STATUS', 'CUSTOMER', 'TITLE', 'TOTAL', 'DUE', 'ISSUED', 'DUE DATE'];

function toCells(invoice: Invoice): string[] {
  const { number, status, overdue, customer, title, total, amountDue, issueDate, dueDate } = invoice;
  const state = overdue ? `${status}, overdue` : status;
  const amounts = [formatAmount(total, invoice), formatAmount(amountDue, invoice)];
  return [number, state, customer.name, title, ...amounts, issueDate, dueDate ?? ''];
}

function parseStatuses(text: string | undefined): InvoiceStatus[] | undefined {
  if (text === undefined) return undefined;
  const words = text.toUpperCase().split(',');
  const unknown = words.find((word) => !INVOICE_STATUSES.some((status) => status === word));
  if (unknown === undefined) return INVOICE_STATUSES.filter((status) => words.includes(status));
  throw new UsageError(`--status must be one of ${INVOICE_STATUSES.join(', ')}, not "${unknown}"`);
}

function parseSort(text = '-createdAt'): InvoiceSort {
  const sort = INVOICE_SORTS.find((each) => each === text);
  if (sort) return sort;
  throw new UsageError(`--sort must be one of ${INVOICE_SORTS.join(', ')}, not "${text}"`);
}
