import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import { archiveSomeInvoices } from '../../../../actions/invoices/archive/archive-invoices.ts';
import { findChangeableInvoice } from '../../../../actions/invoices/change-invoice.ts';
import { readInvoice } from '../../../../actions/invoices/invoices.ts';
import { recordPayment } from '../../../../actions/invoices/payments.ts';
import type { Repeat } from '../../../../actions/repeat.ts';
import { remindOfInvoice } from '../../../../actions/sending/outbox/remind-of-invoice.ts';
import { isCalendarDate, toCalendarDate } from '../../../../domain/calendar.ts';
import { Problem } from '../../../../domain/errors.ts';
import { isId } from '../../../../domain/ids.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import type { Payment } from '../../../../domain/invoice/payment.ts';
import { assertOverdue, assertPayable, invoiceNotSent } from '../../../../domain/invoice/problems.ts';
import { contentDisposition } from '../../../../http/headers/content-disposition.ts';
import { formatMoney, formatQuantity } from '../../../../i18n/format.ts';
import type { StoredInvoice } from '../../../../store/tables/invoice/invoices.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { renderNotDelivered } from '../../not-delivered.ts';
import { describeProblem } from '../../quote/describe-problem.ts';
import { toViewer } from '../../quote/show.ts';
import { createFormToken, createRedirect, submitOnce } from '../../quote/steps/forms.ts';
import type { Words } from '../../quote-viewer.ts';
import { PICK_PREFIX } from '../invoice-table.ts';
import {
  BULK_ACTIONS,
  type BulkAction,
  buildInvoiceBulkPage,
  buildInvoiceOutcomesPage,
} from './bulk-pages.ts';
import { showInvoiceList } from './list-routes.ts';

/** The size of a page of the list. */
const MAX_INVOICES = 50;

export const invoiceBulkRoutes: ConsoleRoute[] = [
  { method: 'POST', path: '/invoices/several', minRole: 'member', handle: handleBulk },
];

interface Marked {
  id: string;
  /** The time of the last change that the list showed. */
  shown: string;
}

interface Found extends Marked {
  invoice: Invoice;
  version: number;
}

async function handleBulk(context: PageContext): Promise<PageReply> {
  const { form, t, locale } = context;
  const marked = readMarked(context);
  const back = sanitizeQuery(form.back);
  const action = [...BULK_ACTIONS, 'download' as const].find((one) => one === form.do);
  if (marked.length === 0 || marked.length > MAX_INVOICES || !action) {
    const tooMany = t.invoices.tooMany.replace('{n}', formatQuantity(MAX_INVOICES, locale));
    return showAgain(context, back, marked.length > MAX_INVOICES ? tooMany : t.invoices.noneMarked);
  }
  if (action === 'download') return download(context, marked);
  const found = await findAll(context, marked);
  if (found.length === 0) return showAgain(context, back, t.invoices.problems.not_found);
  const date = form.date ?? toToday(context);
  const isWrong = action === 'pay' && !(isCalendarDate(date) && date <= toToday(context));
  if (form.sure === '1' && !isWrong) return act(context, action, found, { back, date });
  return ask(context, action, found, {
    back,
    date,
    error: isWrong ? t.invoices.paymentDateWrong : undefined,
  });
}

function showAgain(context: PageContext, back: string, text: string): Promise<PageReply> {
  const query = Object.fromEntries(new URLSearchParams(back));
  return showInvoiceList({ ...context, query }, { tone: 'bad', text });
}

function readMarked({ form }: PageContext): Marked[] {
  return Object.entries(form)
    .filter(([name]) => name.startsWith(PICK_PREFIX))
    .map(([name, shown = '']) => ({ id: name.slice(PICK_PREFIX.length), shown }))
    .filter(({ id }) => isId('inv', id));
}

const MAX_QUERY = 2000;
const PARAMETERS = ['search', 'customer', 'status', 'age', 'from', 'to', 'sort', 'page'];

/** Keeps only the parameters that the list has. */
function sanitizeQuery(text = ''): string {
  const query = new URLSearchParams(text.slice(0, MAX_QUERY));
  return new URLSearchParams([...query].filter(([name]) => PARAMETERS.includes(name))).toString();
}

function toToday({ now, account }: PageContext): string {
  return toCalendarDate(now, account.timeZone);
}

/** Leaves out what was deleted in the meantime. */
async function findAll({ deps, account, now }: PageContext, marked: readonly Marked[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { id, shown } of marked) {
    try {
      const { doc, version } = await readInvoice(deps, account.id, id, now);
      found.push({ id, shown, version, invoice: JSON.parse(doc) as Invoice });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    }
  }
  return found;
}

/** Sends the PDFs as a zip file. */
async function download(context: PageContext, marked: readonly Marked[]): Promise<PageReply> {
  const { deps, account } = context;
  const invoices = (await findAll(context, marked)).map(({ invoice }) => invoice);
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', `invoices-${toToday(context)}.zip`),
  };
  return { headers, body: await archiveSomeInvoices(deps, account.id, invoices) };
}

interface Asked {
  back: string;
  date: string;
  error?: string | undefined;
}

/** Shows what will happen to each invoice and asks for confirmation. */
function ask(context: PageContext, action: BulkAction, found: readonly Found[], asked: Asked): PageReply {
  const invoices = found.map(({ id, shown, invoice }) => ({
    ...{ id, shown, invoice },
    problem: findProblem(context, action, invoice),
  }));
  const view = { ...toViewer(context), ...asked, action, invoices, once: createFormToken() };
  return { page: buildInvoiceBulkPage(view), status: asked.error === undefined ? 200 : 400 };
}

/** Returns the error that the action would have with the current status of the invoice. */
function findProblem(context: PageContext, action: BulkAction, invoice: Invoice): Words {
  try {
    REFUSALS[action](invoice);
    if (action === 'remind' && invoice.sentAt === null) throw invoiceNotSent();
    return undefined;
  } catch (error) {
    return describe(context, error);
  }
}

const REFUSALS: Record<BulkAction, (invoice: Invoice) => void> = {
  remind: assertOverdue,
  pay(invoice) {
    assertPayable(invoice);
    if (invoice.amountDue <= 0) throw new Problem('more_than_due', 'Nothing is due.');
  },
};

/** Processes the invoices one after the other. An error of one does not stop the others. */
async function act(
  context: PageContext,
  action: BulkAction,
  found: readonly Found[],
  asked: Asked,
): Promise<PageReply> {
  const outcomes = [];
  for (const one of found) {
    const outcome = await runAction(context, action, one, asked.date);
    // The result shows the invoice as it is now.
    const [now] = await findAll(context, [one]);
    outcomes.push({ invoice: now?.invoice ?? one.invoice, ...outcome });
  }
  return { page: buildInvoiceOutcomesPage({ ...toViewer(context), back: asked.back, action, outcomes }) };
}

async function runAction(
  context: PageContext,
  action: BulkAction,
  found: Found,
  date: string,
): Promise<{ isDone: boolean; text: Words }> {
  const { t, locale } = context;
  const { amountDue, currency } = found.invoice;
  try {
    if (action === 'remind') await remind(context, found);
    else await pay(context, found, date);
    const amount = formatMoney(amountDue, currency, locale);
    const reminded = context.capture ? renderNotDelivered(context) : t.quotes.doneRemind;
    const text = action === 'remind' ? reminded : t.invoices.donePay.replace('{amount}', amount);
    return { isDone: true, text };
  } catch (error) {
    return { isDone: false, text: describe(context, error) };
  }
}

function remind(context: PageContext, found: Found): Promise<unknown> {
  const { deps, caller, base, now } = context;
  const run = async ({ keep }: Repeat<StoredInvoice>) =>
    remindOfInvoice(deps, caller, await findSeen(context, found, REFUSALS.remind), now, keep);
  return submitOnce(context, () => createRedirect(base), run, found.id);
}

/** Records all that is due as received. */
function pay(context: PageContext, found: Found, date: string): Promise<unknown> {
  const { deps, caller, base, now } = context;
  const input = { amount: found.invoice.amountDue, date };
  const run = async ({ keep }: Repeat<Payment>) =>
    recordPayment(deps, caller, input, await findSeen(context, found, REFUSALS.pay), now, keep);
  return submitOnce(context, () => createRedirect(base), run, found.id);
}

/** Throws if the invoice has changed since the list was shown. */
function findSeen(
  { deps, account, now }: PageContext,
  { id, shown, version, invoice }: Found,
  assertAllowed: (invoice: Invoice) => void,
) {
  const expectVersion: ExpectVersion = (current) => {
    if (invoice.updatedAt === shown && current === version) return;
    throw new Problem('precondition_failed', 'The invoice was changed in the meantime.');
  };
  return findChangeableInvoice({
    ...{ deps, accountId: account.id, invoiceId: id, assertAllowed, expectVersion, now },
  });
}

function describe(context: PageContext, error: unknown): Words {
  const { problems } = context.t.invoices;
  const known: Record<string, string> = problems;
  const own = error instanceof Problem ? known[error.code] : undefined;
  return own ?? describeProblem(context, error);
}
