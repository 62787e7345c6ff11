import type { Account } from '../../../domain/account/account.ts';
import { addDays, DAY_MS, startOfDay, toCalendarDate } from '../../../domain/calendar.ts';
import { composeInvoice } from '../../../domain/invoice/compose-invoice.ts';
import { type Invoice, isDraftInvoice, type RecurringNote } from '../../../domain/invoice/invoice.ts';
import { computePeriod } from '../../../domain/quote/recurring/periods.ts';
import { WHOLE_QUOTE } from '../../../domain/quote/schedule/invoicing.ts';
import { addTaxParts } from '../../../domain/tax/tax-parts.ts';
import type { Sql } from '../../../store/database.ts';
import { isRestored } from '../../../store/tables/account/places.ts';
import { insertInvoice, setRecurringNote } from '../../../store/tables/invoice/invoices.ts';
import { listQuoteSeries, type StoredSeries } from '../../../store/tables/invoice/recurring-series.ts';
import { loadQuote, type StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { reserveNumber } from '../../../store/tables/sequences.ts';
import { newRealId } from '../../account/account-time.ts';
import { recordEvent } from '../../events/record-event.ts';
import { recordInvoiceEvents } from '../../events/record-invoice-event.ts';
import { readCurrentParties } from '../../sending/documents/parties.ts';
import { issueIfPossible } from '../issue-automatically.ts';
import { recordEnded, storeSeries } from './change-series.ts';
import { type PeriodDeps, queuePeriodInvoice } from './queue-period-invoice.ts';

const OWNER = { actor: { type: 'system' } } as const;

/** An invoice that is made later than this stays a draft: somebody should look at it first. */
const MAX_LATE_MS = 3 * DAY_MS;

/**
 * Makes the invoice of the next period of a series inside a transaction, if it is due. The lock of the quote decides who
 * makes it, and the database has one invoice per series and period. Returns the email that was queued, if any.
 */
export async function invoiceNextPeriod(
  tx: Sql,
  deps: PeriodDeps,
  accountId: string,
  { id, quoteId }: Pick<StoredSeries, 'id' | 'quoteId'>,
  now: number,
  mailedAt?: number,
): Promise<string | null> {
  const stored = await loadQuote(tx, accountId, quoteId);
  if (!stored) throw new Error('a series without a quote');
  const series = (await listQuoteSeries(tx, accountId, quoteId)).find((each) => each.id === id);
  if (!series || series.dueAt === null || series.dueAt > now) return null;
  const parties = await readCurrentParties(tx, accountId, stored.quote.customerId);
  const { account } = parties;
  const invoice = await createInvoice(tx, stored, series, parties, now);
  const invoiced = { ...series, invoiced: series.invoiced + 1 };
  const changed = await storeSeries(tx, accountId, stored, [invoiced], account, now);
  const data = { invoiceId: invoice.id, invoiceNumber: invoice.number, period: invoiced.invoiced };
  const event = { type: 'period_invoiced', ...OWNER, data } as const;
  await recordEvent(tx, accountId, changed, event, { at: now, now }, { invoice });
  await recordInvoiceEvents(tx, accountId, invoice, [{ type: 'created', ...OWNER, data: {} }], now);
  await recordEnded(tx, { accountId, ...OWNER }, stored.quote.series, changed, now);
  return complete(tx, deps, account, changed, invoice, { now, mailedAt });
}

async function createInvoice(
  tx: Sql,
  { quote }: StoredQuote,
  series: StoredSeries,
  parties: Awaited<ReturnType<typeof readCurrentParties>>,
  now: number,
): Promise<Invoice> {
  const { account, customer } = parties;
  const { id, interval, periods, first, paymentMethod, dueDays } = series;
  const period = series.invoiced + 1;
  const issueDate = toCalendarDate(now, account.timeZone);
  const reserved = await reserveNumber(tx, account, 'invoice', now);
  const composed = composeInvoice(
    quote,
    { ...WHOLE_QUOTE, label: quote.title },
    {},
    {
      ...{ account, customer, paymentMethod, number: reserved.number, issueDate },
      ...{ dueDate: addDays(issueDate, dueDays), previousInvoices: [] },
      id: newRealId(tx, 'inv', now),
      at: new Date(now).toISOString(),
    },
    { pair: { interval, periods }, series: { id, period, ...computePeriod(first, interval, period) } },
  );
  const invoice = addTaxParts(composed, parties);
  await insertInvoice(tx, account.id, invoice, {
    ...{ edition: 0, partiesSha256: null, hasCurrentParties: true, dueDays, overdueAt: null },
    ...{ isOverdueAnnounced: false, creditedGroups: [], series: { key: reserved.series, n: reserved.n } },
  });
  return invoice;
}

/** Issues and sends the invoice if the account wants that and nothing speaks against it, and notes what does. */
async function complete(
  tx: Sql,
  deps: PeriodDeps,
  account: Account,
  { quote }: StoredQuote,
  invoice: Invoice,
  times: { now: number; mailedAt: number | undefined },
): Promise<string | null> {
  if (account.recurringInvoices === 'draft') return null;
  const note = (text: RecurringNote) => setRecurringNote(tx, account.id, invoice.id, text);
  const due = startOfDay(invoice.series?.from ?? invoice.issueDate, account.timeZone);
  if (quote.acceptedAt === null) await note('not_accepted');
  else if (await isRestored(tx, account.id)) await note('restored');
  else if (times.now - due > MAX_LATE_MS) await note('late');
  else {
    const owner = { accountId: account.id, ...OWNER };
    const { invoice: issued } = await issueIfPossible(tx, owner, invoice.id, times.now);
    if (isDraftInvoice(issued)) await note('incomplete');
    else if (account.recurringInvoices === 'send') {
      const mailId = await queuePeriodInvoice(tx, deps, account, issued, times);
      if (mailId === null) await note('no_address');
      return mailId;
    }
  }
  return null;
}
