import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { addDays, toCalendarDate } from '../../domain/calendar.ts';
import { computeUpdatedAt } from '../../domain/clock.ts';
import type { Customer } from '../../domain/customer.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { newId, RANDOM_DIGITS } from '../../domain/ids.ts';
import type { ConvertOptions, Invoice } from '../../domain/invoice/invoice.ts';
import { applyEvent } from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { findStageNumberErrors } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import {
  computeInvoiceContent,
  computeStageDueDate,
  getInvoicePart,
  type InvoicePart,
} from '../../domain/schedule/invoicing.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredResponse } from '../../store/tables/idempotency.ts';
import { insertInvoice } from '../../store/tables/invoice/invoices.ts';
import { computeEdition, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { reserveNumber } from '../../store/tables/sequences.ts';
import { toRealTime } from '../account/account-time.ts';
import { readCurrentParties, storeParties } from '../document/parties.ts';
import { recordEvent } from '../event/record-event.ts';
import { once, type ResponseOptions } from '../idempotency/once.ts';
import type { ChangeableQuote } from './change-quote.ts';

const DUE_DAYS = 30;

export interface Converted {
  invoice: Invoice;
  quote: Quote;
}

/** Creates one invoice for a stage, or for all that is left, however often the request is repeated. */
export function convertQuote<Response extends StoredResponse>(
  { db }: Pick<Deps, 'db'>,
  owner: { accountId: string; actor: Actor },
  options: ConvertOptions,
  { lock }: ChangeableQuote,
  { repeatable, respond, now }: ResponseOptions<Converted, Response>,
): Promise<Response> {
  return db.write(
    (tx) => once(tx, repeatable, async () => respond(await convert(tx, owner, await lock(tx), options, now))),
    { account: owner.accountId },
  );
}

/** Stores invoice, number, status and event in one transaction. */
async function convert(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  options: ConvertOptions,
  now: number,
): Promise<Converted> {
  // A concurrent request may have changed the schedule since the route checked it.
  assertNoErrors(findStageNumberErrors(stored.quote, options.stage));
  const part = getInvoicePart(stored.quote, options.stage ?? null);
  const parties = await readCurrentParties(tx, accountId, stored.quote.customerId);
  const { account, customer } = parties;
  const partiesSha256 = await storeParties(tx, accountId, parties);
  const id = newId('inv', toRealTime(tx, now));
  const invoice = buildInvoice(stored.quote, part, customer, {
    id,
    number: await reserveNumber(tx, account, 'invoice', now),
    ...chooseTerms(account, stored.quote, options, now),
    createdAt: new Date(now).toISOString(),
  });
  const quote = addInvoice(stored.quote, invoice, part);
  // A quote that was sent keeps its frozen parties; one that was never sent gets those of the invoice.
  const own = stored.quote.sentAt === null ? partiesSha256 : stored.partiesSha256;
  const replaced = await replaceQuote(tx, accountId, stored, quote, computeEdition(stored, quote, own));
  await insertInvoice(tx, accountId, invoice, { customerId: quote.customerId, partiesSha256 });
  const data = {
    invoiceId: id,
    invoiceNumber: invoice.number,
    ...(invoice.stage && { stage: invoice.stage.index }),
  };
  const event = { type: part.isLast ? 'converted' : 'invoiced', actor, data } as const;
  await recordEvent(tx, accountId, replaced, event, { at: now, now }, { invoice });
  return { invoice, quote };
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

function chooseTerms(
  { timeZone }: Account,
  quote: Quote,
  options: ConvertOptions,
  now: number,
): Pick<Invoice, 'issueDate' | 'dueDate' | 'paymentMethod'> {
  const today = toCalendarDate(now, timeZone);
  const stage = quote.paymentSchedule?.[options.stage ?? -1];
  const dueDate = stage ? computeStageDueDate(stage, quote, { today, timeZone }) : addDays(today, DUE_DAYS);
  return {
    issueDate: today,
    dueDate: options.dueDate ?? dueDate,
    paymentMethod: options.paymentMethod ?? 'ONLINE_PAYMENT',
  };
}

function buildInvoice(
  quote: Quote,
  part: InvoicePart,
  customer: Customer,
  own: Pick<Invoice, 'id' | 'number' | 'issueDate' | 'dueDate' | 'paymentMethod' | 'createdAt'>,
): Invoice {
  const content = computeInvoiceContent(quote, part, own.id.slice(-RANDOM_DIGITS));
  return {
    id: own.id,
    number: own.number,
    quoteId: quote.id,
    quoteNumber: quote.number,
    status: 'DRAFT',
    issueDate: own.issueDate,
    dueDate: own.dueDate,
    paymentMethod: own.paymentMethod,
    customerId: quote.customerId,
    customer,
    title: quote.title,
    description: quote.description,
    items: content.items,
    discountType: content.discountType,
    discountValue: content.discountValue,
    currency: quote.currency,
    subtotal: content.subtotal,
    discountAmount: content.discountAmount,
    taxAmount: content.taxAmount,
    total: content.total,
    taxes: content.taxes,
    sections: content.sections,
    terms: quote.terms,
    createdAt: own.createdAt,
    reference: quote.reference,
    metadata: quote.metadata,
    stage: part.stage,
    previousInvoices: quote.invoices,
  };
}
