import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import type { Invoice, InvoiceStatus, RecurringNote } from '../../../domain/invoice/invoice.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { startOfHour } from '../../../domain/quote/statistics/outcome.ts';
import { type CurrencyTotal, computeTally } from '../../../domain/quote/statistics/tally.ts';
import type { Sql } from '../../../store/database.ts';
import { countByStatus } from '../../../store/lists/quote-counts.ts';
import { countQuiet, listOftenOpened, listQuiet } from '../../../store/lists/unanswered-quotes.ts';
import { findCustomers } from '../../../store/tables/customers.ts';
import { listInvoiceSums } from '../../../store/tables/invoice/invoice-sums.ts';
import { listHeldInvoices } from '../../../store/tables/invoice/invoices.ts';
import { listOverdue } from '../../../store/tables/invoice/overdue-invoices.ts';
import { listOpenProposals } from '../../../store/tables/proposals.ts';
import { countUnanswered, listUnanswered } from '../../../store/tables/quote/messages.ts';
import {
  findQuoteBrief,
  listByStatus,
  listEndingQuotes,
  type QuoteBrief,
} from '../../../store/tables/quote/quote-briefs.ts';
import { findQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { sumOpen } from '../../../store/tables/statistics/outcomes.ts';
import { listToInvoice } from '../../../store/tables/statistics/to-invoice-sums.ts';
import { type ProposedChanges, readOpenProposals } from '../../agreement/proposals/read-proposals.ts';
import { findLastInvoiceStatuses } from '../../invoices/last-invoices.ts';
import { markOverdueIfAny } from '../../invoices/mark-overdue.ts';
import { expireQuotes } from '../../quotes/expire-quotes.ts';
import { type BouncedMail, findBouncedMails } from './bounced-emails.ts';
import { type FailedMail, findFailedMails, type PartialList } from './failed-emails.ts';
import { findFailingMailbox, findSkippedMails } from './skipped-emails.ts';

/** To-do lists of the home page. */
export interface Todos {
  drafts: PartialList<QuoteBrief>;
  /** Open quotes that expire within a week. */
  expiring: PartialList<QuoteBrief> & { totals: CurrencyTotal[]; until: string };
  /** Open quotes to which nothing has happened for a week, the longest first. */
  quiet: PartialList<QuoteBrief>;
  /** Open quotes that the customer has opened often, and since then nothing has happened. */
  oftenOpened: PartialList<QuoteBrief>;
  /** Threads whose last message is from the customer, or by email from somebody else, and unread. */
  questions: PartialList<{ quote: QuoteBrief; message: Message }>;
  /** Changes that customers ask for, the latest first. */
  proposals: PartialList<{ quote: QuoteBrief } & ProposedChanges>;
  failedMails: PartialList<FailedMail>;
  bouncedMails: PartialList<BouncedMail>;
  /** Emails in the mailbox of the account that were not read. */
  skippedMails: Awaited<ReturnType<typeof findSkippedMails>>;
  failingMailbox: Awaited<ReturnType<typeof findFailingMailbox>>;
  /** Accepted quotes, with what they have left to invoice. */
  toInvoice: PartialList<QuoteBrief & { invoiceStatus: InvoiceStatus | undefined }> & {
    totals: CurrencyTotal[];
  };
  /** Later invoices of recurring items that stayed drafts or were not sent, and why. */
  held: PartialList<{ id: string; number: string; note: RecurringNote; customerName: string }>;
  /** Overdue invoices, the longest overdue first, with what is due. */
  overdue: PartialList<Invoice> & { totals: CurrencyTotal[] };
}

/** Longer lists are shown as "at least" this number. */
const MAX_COUNTED = 1000;

/** After all months: only what is open or overdue is read, of whichever month. */
const NO_MONTH = '~';

/** Reads counters and indexes only, so that the cost does not grow with the number of quotes. */
export async function findTodos(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
  { seesCosts = false, limit = 5 }: { seesCosts?: boolean; limit?: number } = {},
): Promise<Todos> {
  await Promise.all([expireQuotes(deps.db, now, accountId), markOverdueIfAny(deps.db, now, accountId)]);
  const { read } = deps.db;
  const [counts, drafts, expiring, unanswered, questions, mails, toInvoice, overdue, held, proposals] =
    await Promise.all([
      countByStatus(read, accountId),
      listByStatus(read, accountId, 'DRAFT', limit),
      findExpiring(read, accountId, now, limit),
      findUnanswered(read, accountId, now, limit),
      findQuestions(read, accountId, limit),
      findMailTodos(read, accountId, now, limit),
      findToInvoice(deps, accountId, limit),
      findOverdue(read, accountId, limit),
      findHeld(read, accountId, limit),
      findProposals(deps, accountId, seesCosts, limit),
    ]);
  return {
    ...mails,
    ...unanswered,
    ...{
      drafts: { count: counts.DRAFT, first: drafts },
      expiring,
      questions,
      toInvoice,
      overdue,
      held,
      proposals,
    },
  };
}

async function findHeld(sql: Sql, accountId: string, limit: number): Promise<Todos['held']> {
  const held = await listHeldInvoices(sql, accountId, MAX_COUNTED);
  const shown = held.slice(0, limit);
  const customers = await findCustomers(
    sql,
    accountId,
    shown.map(({ customerId }) => customerId),
  );
  const first = shown.map(({ customerId, ...invoice }) => {
    return { ...invoice, customerName: customers.get(customerId)?.name ?? '' };
  });
  return { count: held.length, isExact: held.length < MAX_COUNTED, first };
}

async function findMailTodos(
  sql: Sql,
  accountId: string,
  now: number,
  limit: number,
): Promise<Pick<Todos, 'failedMails' | 'bouncedMails' | 'skippedMails' | 'failingMailbox'>> {
  const range = { now, limit, counted: MAX_COUNTED };
  const [failedMails, bouncedMails, skippedMails, failingMailbox] = await Promise.all([
    findFailedMails(sql, accountId, range),
    findBouncedMails(sql, accountId, range),
    findSkippedMails(sql, accountId, range),
    findFailingMailbox(sql, accountId, now),
  ]);
  return { failedMails, bouncedMails, skippedMails, failingMailbox };
}

async function findToInvoice(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  limit: number,
): Promise<Todos['toInvoice']> {
  const { read } = deps.db;
  const [sums, quotes] = await Promise.all([
    listToInvoice(read, accountId),
    listByStatus(read, accountId, 'ACCEPTED', limit),
  ]);
  const statuses = await findLastInvoiceStatuses(deps, accountId, quotes);
  const first = quotes.map((quote) => ({ ...quote, invoiceStatus: statuses.get(quote.id) }));
  return { ...computeTally(sums), first };
}

async function findOverdue(sql: Sql, accountId: string, limit: number): Promise<Todos['overdue']> {
  const [sums, first] = await Promise.all([
    listInvoiceSums(sql, accountId, NO_MONTH),
    listOverdue(sql, accountId, limit),
  ]);
  return { ...computeTally(sums.filter(({ kind }) => kind === 'overdue')), first };
}

/** A quote without a sign from the customer for so long needs attention. */
const QUIET_MS = 7 * DAY_MS;

async function findUnanswered(
  sql: Sql,
  accountId: string,
  now: number,
  limit: number,
): Promise<Pick<Todos, 'quiet' | 'oftenOpened'>> {
  const since = now - QUIET_MS;
  const [first, count, opened] = await Promise.all([
    listQuiet(sql, accountId, since, limit),
    countQuiet(sql, accountId, since, MAX_COUNTED + 1),
    listOftenOpened(sql, accountId),
  ]);
  const briefs = await Promise.all(opened.slice(0, limit).map((id) => findQuoteBrief(sql, accountId, id)));
  return {
    quiet: { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED, first },
    oftenOpened: { count: opened.length, first: briefs.filter((brief) => brief !== undefined) },
  };
}

/** Extends the range to the end of the hour, because the counters of open quotes are hourly. */
async function findExpiring(
  sql: Sql,
  accountId: string,
  now: number,
  limit: number,
): Promise<Todos['expiring']> {
  const lastHour = startOfHour(now + 7 * DAY_MS);
  const until = startOfHour(lastHour + DAY_MS / 24) - 1;
  const [counts, first] = await Promise.all([
    sumOpen(sql, accountId, startOfHour(now), lastHour),
    listEndingQuotes(sql, accountId, until, limit),
  ]);
  return { ...computeTally(counts), first, until: new Date(until).toISOString() };
}

async function findProposals(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  seesCosts: boolean,
  limit: number,
): Promise<Todos['proposals']> {
  const open = await listOpenProposals(deps.db.read, accountId, MAX_COUNTED);
  const first = await Promise.all(
    open.slice(0, limit).map(async ({ quoteId, proposal }) => {
      const brief = await findQuoteBrief(deps.db.read, accountId, quoteId);
      const row = brief && (await findQuoteRow(deps.db.read, accountId, quoteId));
      if (!row) return undefined;
      const found = await readOpenProposals(deps, accountId, JSON.parse(row.doc) as Quote, seesCosts);
      const changes = found.find((each) => each.proposal.id === proposal.id);
      return changes && { quote: brief, ...changes };
    }),
  );
  const shown = first.filter((entry) => entry !== undefined);
  return { count: open.length, isExact: open.length < MAX_COUNTED, first: shown };
}

async function findQuestions(sql: Sql, accountId: string, limit: number): Promise<Todos['questions']> {
  const [count, awaiting] = await Promise.all([
    countUnanswered(sql, accountId, MAX_COUNTED),
    listUnanswered(sql, accountId, limit),
  ]);
  const first = await Promise.all(
    awaiting.map(async ({ quoteId, message }) => {
      const quote = await findQuoteBrief(sql, accountId, quoteId);
      return quote && { quote, message };
    }),
  );
  return { count, isExact: count < MAX_COUNTED, first: first.filter((entry) => entry !== undefined) };
}
