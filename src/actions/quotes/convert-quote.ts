import type { Deps } from '../../app/deps.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import { computeUpdatedAt } from '../../domain/clock.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { composeInvoice } from '../../domain/invoice/compose-invoice.ts';
import { chooseDueTerms } from '../../domain/invoice/due-date.ts';
import type { ConvertOptions, Invoice, PreviousInvoice } from '../../domain/invoice/invoice.ts';
import { findMetadataErrors } from '../../domain/metadata.ts';
import { applyEvent } from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { computeEdition } from '../../domain/quote/printed-quote.ts';
import { assertPeriodsConfirmed, findStageNumberErrors } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { composeSeries } from '../../domain/quote/recurring/series.ts';
import { getInvoicePart, type InvoicePart } from '../../domain/quote/schedule/invoicing.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { listQuoteInvoices } from '../../store/tables/invoice/find-invoices.ts';
import { insertInvoice } from '../../store/tables/invoice/invoices.ts';
import { replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { reserveNumber } from '../../store/tables/sequences.ts';
import { newRealId } from '../account/account-time.ts';
import { assertApprovedOrSent, assertConvertible } from '../agreement/approval/assert-approved.ts';
import type { VerdictCaller } from '../agreement/approval/judge-for-caller.ts';
import { recordEvent } from '../events/record-event.ts';
import { recordInvoiceEvents } from '../events/record-invoice-event.ts';
import { toPreviousInvoice } from '../invoices/issue-invoice.ts';
import { composeNewSeries, startSeries } from '../invoices/recurring/start-series.ts';
import { findDefaultMethod } from '../payments/default-method.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { readCurrentParties, storeParties } from '../sending/documents/parties.ts';
import type { ChangeableQuote } from './change-quote.ts';

export interface Converted {
  invoice: Invoice;
  quote: Quote;
}

/** Creates one invoice for a stage, or for all that is left, however often the request is repeated. */
export async function convertQuote(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publicUrl'>,
  owner: VerdictCaller,
  options: ConvertOptions,
  { quote, lock }: ChangeableQuote,
  now: number,
  keep: Keep<Converted> = keepNothing,
): Promise<Converted> {
  await assertConvertible(deps, owner, quote);
  return deps.db.write(
    async (tx) => {
      const locked = await lock(tx);
      await assertApprovedOrSent(tx, deps, owner.accountId, locked.quote);
      const { invoice, stored } = await convertStored(tx, owner, locked, options, now);
      return keep(tx, { invoice, quote: stored.quote });
    },
    { account: owner.accountId },
  );
}

/** Stores invoice, number, status and events of a locked quote in its transaction. */
export async function convertStored(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  options: ConvertOptions,
  now: number,
): Promise<{ invoice: Invoice; stored: StoredQuote }> {
  // A concurrent request may have changed the quote since the route checked it.
  assertNoErrors([
    ...findStageNumberErrors(stored.quote, options.stage),
    ...findMetadataErrors(stored.quote.metadata, options.metadata),
  ]);
  const { quote: before } = stored;
  const part = getInvoicePart(before, stored.split, options.stage ?? null);
  const parties = await readCurrentParties(tx, accountId, before.customerId);
  const { account, customer } = parties;
  const today = toCalendarDate(now, account.timeZone);
  assertPeriodsConfirmed(before, today, options.confirm === true);
  const stage = before.paymentSchedule?.[options.stage ?? -1];
  const { dueDate, dueDays } = chooseDueTerms(options.dueDate, stage, before, { ...account, today });
  const reserved = await reserveNumber(tx, account, 'invoice', now);
  const composed = composeInvoice(before, part, options, {
    paymentMethod: options.paymentMethod ?? (await findDefaultMethod(tx, account)),
    ...{ account, customer, dueDate, number: reserved.number, issueDate: today },
    id: newRealId(tx, 'inv', now),
    at: new Date(now).toISOString(),
    previousInvoices: await listPreviousInvoices(tx, accountId, before),
  });
  const invoice = addTaxParts(composed, parties);
  const begun = composeNewSeries(tx, before, invoice, now);
  const quote = {
    ...addInvoice(before, invoice, part),
    ...(begun.length > 0 && { series: begun.map(composeSeries) }),
  };
  // A quote that was sent keeps its frozen parties; one that was never sent gets those of its conversion.
  const own = before.sentAt === null ? await storeParties(tx, accountId, parties) : stored.partiesSha256;
  const replaced = await replaceQuote(tx, accountId, stored, quote, computeEdition(stored, quote, own));
  await insertInvoice(tx, accountId, invoice, {
    ...{
      edition: 0,
      partiesSha256: null,
      hasCurrentParties: true,
      dueDays,
      overdueAt: null,
      isOverdueAnnounced: false,
    },
    ...{ creditedGroups: [], series: { key: reserved.series, n: reserved.n } },
  });
  const data = {
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    ...(invoice.stage && { stage: invoice.stage.index }),
  };
  const event = { type: part.isLast ? 'converted' : 'invoiced', actor, data } as const;
  await recordEvent(tx, accountId, replaced, event, { at: now, now }, { invoice });
  await recordInvoiceEvents(tx, accountId, invoice, [{ type: 'created', actor, data: {} }], now);
  await startSeries(tx, { accountId, actor }, replaced, begun, account, now);
  return { invoice, stored: replaced };
}

async function listPreviousInvoices(tx: Sql, accountId: string, quote: Quote): Promise<PreviousInvoice[]> {
  if (quote.invoices.length === 0) return [];
  return (await listQuoteInvoices(tx, accountId, quote.id)).map(toPreviousInvoice);
}

/** Adds the invoice to the quote. The last invoice makes it `CONVERTED`, and its id is stored in `invoiceId`. */
function addInvoice(
  quote: Quote,
  { id, number, stage, total, createdAt }: Invoice,
  part: InvoicePart,
): Quote {
  return {
    ...(part.isLast ? { ...applyEvent(quote, 'convert'), convertedAt: createdAt, invoiceId: id } : quote),
    updatedAt: computeUpdatedAt(quote, Date.parse(createdAt)),
    invoices: [...quote.invoices, { id, number, stage, total }],
  };
}
