import { type FieldError, Problem } from '../errors.ts';
import { hasSelectedItem } from './line/selection.ts';
import { isAccepted, isConverted, isDraft, isExpired, isOpen, type Quote } from './quote.ts';
import { countUnconfirmed } from './recurring/recurring-fields.ts';
import { findStageInvoice, isPartlyInvoiced } from './schedule/invoicing.ts';

export function quoteNotFound(): Problem {
  return new Problem('not_found', 'There is no quote with this id.');
}

export function assertNotConverted(quote: Pick<Quote, 'status' | 'invoiceId'>): void {
  if (!isConverted(quote)) return;
  throw new Problem(
    'quote_converted',
    'The quote has been converted to an invoice and can no longer be changed. See the invoice in invoiceId.',
    { extra: { invoiceId: quote.invoiceId } },
  );
}

/** Throws unless the quote has a series. */
export function assertRecurring({ series = [] }: Pick<Quote, 'series'>): void {
  if (series.length > 0) return;
  throw new Problem(
    'not_recurring',
    'The quote has no series of invoices: either no selected item recurs, or it has not been converted to an invoice yet.',
  );
}

/** Throws if the conversion would make many invoices of later periods at once, unless that is confirmed. */
export function assertPeriodsConfirmed(quote: Quote, today: string, isConfirmed: boolean): void {
  const count = isConfirmed ? 0 : countUnconfirmed(quote, today);
  if (count === 0) return;
  throw new Problem(
    'periods_unconfirmed',
    `Recurring items begin on ${quote.recurringFrom}, so the conversion would make ${count} more invoices at once, of periods in the past. Send "confirm": true if that is right, or change recurringFrom.`,
    {
      errors: [{ path: '/confirm', message: `must be true to make ${count} more invoices` }],
      extra: { laterInvoices: count },
    },
  );
}

export function seriesEnded(): Problem {
  return new Problem(
    'not_recurring',
    'The series has ended, and its end cannot change. Duplicate the quote to agree on more periods.',
  );
}

export function quoteNotSent(): Problem {
  return new Problem(
    'quote_not_sent',
    'The quote has never been sent, so the customer could not read a message. Send it first: POST /api/v1/quotes/{id}/send.',
  );
}

export function assertDraft(quote: Pick<Quote, 'status'>): void {
  if (isDraft(quote)) return;
  throw new Problem(
    'forbidden',
    `The status of this quote is ${quote.status}, and only a DRAFT can be changed this way. Change it in the console, or with the API: PATCH /api/v1/quotes/{id}.`,
    { extra: { quoteStatus: quote.status } },
  );
}

/** Throws unless nobody outside the account can have seen the quote, or is about to: `hasSend` if it is being sent. */
export function assertNeverSentDraft(quote: Pick<Quote, 'status' | 'sentAt'>, hasSend: boolean): void {
  if (isDraft(quote) && quote.sentAt === null && !hasSend) return;
  throw new Problem(
    'forbidden',
    `${isDraft(quote) ? '' : `The status of this quote is ${quote.status}. `}This key may only change drafts that were never sent. Use a key with the "write" scope, or change the quote in the console.`,
    { extra: { quoteStatus: quote.status } },
  );
}

/** Throws unless the customer can decide now; a reminder would make no sense otherwise. */
export function assertOpen(quote: Pick<Quote, 'status' | 'sentAt'>): void {
  if (isOpen(quote)) return;
  if (isDraft(quote)) {
    throw new Problem(
      'quote_not_sent',
      quote.sentAt === null
        ? 'The quote has never been sent, so there is nothing to remind the customer of. Send it first: POST /api/v1/quotes/{id}/send.'
        : 'The quote is a draft again, so there is nothing to remind the customer of. Send it again: POST /api/v1/quotes/{id}/send.',
    );
  }
  throw new Problem(
    'quote_not_open',
    isExpired(quote)
      ? 'The quote has expired. Set validUntil to a later time, or send the quote again.'
      : 'The customer has already decided, so there is nothing to remind them of.',
  );
}

export function linksRevoked(): Problem {
  return new Problem(
    'quote_not_sent',
    'The links of the quote were revoked, so the customer cannot open it. Send it again: POST /api/v1/quotes/{id}/send.',
  );
}

export function remindersStopped(): Problem {
  return new Problem(
    'reminders_stopped',
    'The customer asked for no more reminders of this quote, so none was sent. Write a message (POST /api/v1/quotes/{id}/messages), or send the quote again.',
  );
}

/** Throws if no item is selected, because there would be nothing to invoice. */
export function assertItemSelected({ items }: Pick<Quote, 'items'>): void {
  if (hasSelectedItem(items)) return;
  throw new Problem(
    'nothing_selected',
    'All items of the quote are optional and none is selected. Select at least one, in "items" or in "selection".',
  );
}

export function assertNotPartlyInvoiced(quote: Pick<Quote, 'status' | 'invoices'>): void {
  if (!isPartlyInvoiced(quote)) return;
  throw new Problem(
    'partly_invoiced',
    'Part of the quote has been invoiced, so what was agreed can no longer change. Convert what is left, or create another quote.',
  );
}

/** Throws if the stage cannot be invoiced. `stage` is not validated yet: the status of the quote is checked first. */
export function assertStageInvoiceable(quote: Quote, stage: unknown): void {
  if (stage == null) return;
  if (!isAccepted(quote)) {
    throw new Problem(
      'quote_not_accepted',
      'A stage can be invoiced only once the quote is accepted. Leave "stage" out to invoice the whole quote.',
    );
  }
  const index = Number(stage);
  const invoice = findStageInvoice(quote, index);
  if (!invoice && quote.paymentSchedule?.[index]?.amount !== 0) return;
  throw new Problem(
    'stage_invoiced',
    invoice
      ? 'This stage has already been invoiced. See the invoice in invoiceId.'
      : 'This stage amounts to 0, so there is nothing to invoice.',
    invoice && { extra: { invoiceId: invoice.id } },
  );
}

export function findStageNumberErrors(
  { paymentSchedule }: Quote,
  stage: number | null | undefined,
): FieldError[] {
  if (stage == null || paymentSchedule?.[stage]) return [];
  const message = paymentSchedule
    ? `must be ${paymentSchedule.length - 1} or less: the quote has ${paymentSchedule.length} stages, counted from 0`
    : 'may only be given for a quote with a paymentSchedule';
  return [{ path: '/stage', message }];
}

export const CUSTOMER_UNKNOWN = {
  path: '/customerId',
  message: 'does not match any customer of this account',
};

export function customerUnknown(): Problem {
  return new Problem(
    'customer_unknown',
    'There is no customer with this customerId. Create it with PUT /api/v1/customers/{id} first.',
    { errors: [CUSTOMER_UNKNOWN] },
  );
}

export function costsForbidden(place: string): Problem {
  return new Problem(
    'forbidden',
    `You may not set "cost" of ${place}: that needs the right "seesCosts", which an owner can give. Leave "cost" out, and costs that are known stay as they are.`,
  );
}

export function marginsForbidden(): Problem {
  return new Problem(
    'forbidden',
    'You may not sort by margin: that needs the right "seesCosts", which an owner can give. Use another order.',
  );
}
