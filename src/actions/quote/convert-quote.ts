import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { addDays, calendarDate } from '../../domain/calendar.ts';
import { changedAt } from '../../domain/clock.ts';
import type { Customer } from '../../domain/customer.ts';
import { failOn } from '../../domain/field-errors.ts';
import { DIGITS, newId } from '../../domain/ids.ts';
import type { ConvertWishes, Invoice } from '../../domain/invoice.ts';
import { asMoved } from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { stageNumberErrors } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { type InvoicePart, invoicedContent, partOf, stageDueDate } from '../../domain/schedule/invoicing.ts';
import type { Sql } from '../../store/database.ts';
import type { KeptResponse } from '../../store/tables/idempotency.ts';
import { insertInvoice } from '../../store/tables/invoices.ts';
import { nextEdition, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { nextNumber } from '../../store/tables/sequences.ts';
import { realTime } from '../account/account-time.ts';
import { currentParties, keepParties } from '../document/parties.ts';
import { recordEvent } from '../event/record-event.ts';
import { once, type Responding } from '../idempotency/once.ts';
import type { ChangeableQuote } from './change-quote.ts';

const DUE_DAYS = 30;

export interface Converted {
  invoice: Invoice;
  quote: Quote;
}

/** Creates one invoice for a stage, or for all that is left, however often the request is repeated. */
export function convertQuote<Response extends KeptResponse>(
  { db }: Pick<Deps, 'db'>,
  owner: { accountId: string; actor: Actor },
  wishes: ConvertWishes,
  { lock }: ChangeableQuote,
  { repeatable, respond, now }: Responding<Converted, Response>,
): Promise<Response> {
  return db.write(
    (tx) => once(tx, repeatable, async () => respond(await convert(tx, owner, await lock(tx), wishes, now))),
    { account: owner.accountId },
  );
}

/** Stores invoice, number, status and event in one transaction. */
async function convert(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  wishes: ConvertWishes,
  now: number,
): Promise<Converted> {
  // A concurrent request may have changed the schedule since the route checked it.
  failOn(stageNumberErrors(stored.quote, wishes.stage));
  const part = partOf(stored.quote, wishes.stage ?? null);
  const parties = await currentParties(tx, accountId, stored.quote.customerId);
  const { account, customer } = parties;
  const partiesSha256 = await keepParties(tx, accountId, parties);
  const id = newId('inv', realTime(tx, now));
  const invoice = invoiceOf(stored.quote, part, customer, {
    id,
    number: await nextNumber(tx, account, 'invoice', now),
    ...datesAndMethod(account, stored.quote, wishes, now),
    createdAt: new Date(now).toISOString(),
  });
  const quote = asInvoiced(stored.quote, invoice, part);
  // A quote that was sent keeps its frozen parties; one that was never sent gets those of the invoice.
  const own = stored.quote.sentAt === null ? partiesSha256 : stored.partiesSha256;
  const replaced = await replaceQuote(tx, accountId, stored, quote, nextEdition(stored, quote, own));
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
function asInvoiced(
  quote: Quote,
  { id, number, stage, total, createdAt }: Invoice,
  part: InvoicePart,
): Quote {
  return {
    ...(part.isLast ? { ...asMoved(quote, 'convert'), convertedAt: createdAt, invoiceId: id } : quote),
    updatedAt: changedAt(quote, Date.parse(createdAt)),
    invoices: [...quote.invoices, { id, number, stage, total }],
  };
}

function datesAndMethod(
  { timeZone }: Account,
  quote: Quote,
  wishes: ConvertWishes,
  now: number,
): Pick<Invoice, 'issueDate' | 'dueDate' | 'paymentMethod'> {
  const today = calendarDate(now, timeZone);
  const stage = quote.paymentSchedule?.[wishes.stage ?? -1];
  const dueDate = stage ? stageDueDate(stage, quote, { today, timeZone }) : addDays(today, DUE_DAYS);
  return {
    issueDate: today,
    dueDate: wishes.dueDate ?? dueDate,
    paymentMethod: wishes.paymentMethod ?? 'ONLINE_PAYMENT',
  };
}

function invoiceOf(
  quote: Quote,
  part: InvoicePart,
  customer: Customer,
  own: Pick<Invoice, 'id' | 'number' | 'issueDate' | 'dueDate' | 'paymentMethod' | 'createdAt'>,
): Invoice {
  const content = invoicedContent(quote, part, own.id.slice(-DIGITS));
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
