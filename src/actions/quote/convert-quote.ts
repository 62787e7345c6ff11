import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { addDays, calendarDate } from '../../domain/calendar.ts';
import type { Customer } from '../../domain/customer.ts';
import { newId } from '../../domain/ids.ts';
import type { ConvertWishes, Invoice } from '../../domain/invoice.ts';
import { priceLines } from '../../domain/line/compose-lines.ts';
import { isSelected, withoutOptions } from '../../domain/line/line-item.ts';
import { asMoved } from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { refuseNothingSelected } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { addEvent } from '../../store/tables/events.ts';
import { insertInvoice } from '../../store/tables/invoices.ts';
import { nextEdition, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { nextNumber } from '../../store/tables/sequences.ts';
import { currentParties, keepParties } from '../document/parties.ts';
import { type KeptResponse, once, type RepeatableRequest } from '../idempotency/once.ts';
import type { ChangeableQuote } from './change-quote.ts';

const DUE_DAYS = 30;

export interface Converted {
  invoice: Invoice;
  quote: Quote;
}

/** One invoice, or none, however often it is asked for. */
export function convertQuote<Response extends KeptResponse>(
  { db }: Pick<Deps, 'db'>,
  owner: { accountId: string; actor: Actor },
  wishes: ConvertWishes,
  { lock }: ChangeableQuote,
  {
    repeatable,
    respond,
    now,
  }: {
    repeatable: RepeatableRequest<Response> | undefined;
    respond: (converted: Converted) => Response;
    now: number;
  },
): Promise<Response> {
  return db.write(
    (tx) => once(tx, repeatable, async () => respond(await convert(tx, owner, await lock(tx), wishes, now))),
    { account: owner.accountId },
  );
}

/** Invoice, number, status and event in one transaction. */
async function convert(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  wishes: ConvertWishes,
  now: number,
): Promise<Converted> {
  refuseNothingSelected(stored.quote);
  const parties = await currentParties(tx, accountId, stored.quote.customerId);
  const { account, customer } = parties;
  const partiesSha256 = await keepParties(tx, accountId, parties);
  const id = newId('inv', now);
  const at = new Date(now).toISOString();
  const quote: Quote = {
    ...asMoved(stored.quote, 'convert'),
    convertedAt: at,
    updatedAt: at,
    invoiceId: id,
  };
  // What was sent keeps what it was sent with; what was not has no other.
  const own = stored.quote.sentAt === null ? partiesSha256 : stored.partiesSha256;
  await replaceQuote(tx, accountId, stored, quote, nextEdition(stored, quote, own));
  const invoice = invoiceOf(quote, customer, {
    id,
    number: await nextNumber(tx, account, 'invoice', now),
    ...datesAndMethod(account, wishes, now),
    createdAt: at,
  });
  await insertInvoice(tx, accountId, invoice, partiesSha256);
  await addEvent(
    tx,
    accountId,
    quote.id,
    { type: 'converted', actor, data: { invoiceId: id, invoiceNumber: invoice.number } },
    now,
  );
  return { invoice, quote };
}

function datesAndMethod(
  account: Account,
  wishes: ConvertWishes,
  now: number,
): Pick<Invoice, 'issueDate' | 'dueDate' | 'paymentMethod'> {
  const issueDate = calendarDate(now, account.timeZone);
  return {
    issueDate,
    dueDate: wishes.dueDate ?? addDays(issueDate, DUE_DAYS),
    paymentMethod: wishes.paymentMethod ?? 'ONLINE_PAYMENT',
  };
}

function invoiceOf(
  quote: Quote,
  customer: Customer,
  own: Pick<Invoice, 'id' | 'number' | 'issueDate' | 'dueDate' | 'paymentMethod' | 'createdAt'>,
): Invoice {
  const { items, sections } = priceLines(quote.items.filter(isSelected).map(withoutOptions), quote);
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
    items,
    discountType: quote.discountType,
    discountValue: quote.discountValue,
    currency: quote.currency,
    subtotal: quote.subtotal,
    discountAmount: quote.discountAmount,
    taxAmount: quote.taxAmount,
    total: quote.total,
    taxes: quote.taxes,
    sections,
    terms: quote.terms,
    createdAt: own.createdAt,
    reference: quote.reference,
    metadata: quote.metadata,
  };
}
