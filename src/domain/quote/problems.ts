import { Problem } from '../errors.ts';
import { isAnythingSelected } from '../line/selection.ts';
import { isConverted, type Quote } from './quote.ts';

export function quoteNotFound(): Problem {
  return new Problem('not_found', 'There is no quote with this id.');
}

export function refuseConverted(quote: Pick<Quote, 'status' | 'invoiceId'>): void {
  if (!isConverted(quote)) return;
  throw new Problem(
    'quote_converted',
    'The quote has become an invoice and cannot be changed any more. See the invoice in invoiceId.',
    { extra: { invoiceId: quote.invoiceId } },
  );
}

export function quoteNotSent(): Problem {
  return new Problem(
    'quote_not_sent',
    'The quote has never been sent, so nobody could read a message. Send it first: POST /api/v1/quotes/{id}/send.',
  );
}

/** What nobody has chosen anything of cannot be invoiced. */
export function refuseNothingSelected({ items }: Pick<Quote, 'items'>): void {
  if (isAnythingSelected(items)) return;
  throw new Problem(
    'nothing_selected',
    'All lines of the quote are optional and none is selected. Select at least one with PATCH, in "items" or in "selection".',
  );
}

export const CUSTOMER_UNKNOWN = { path: '/customerId', message: 'names no customer of this account' };

export function customerUnknown(): Problem {
  return new Problem(
    'customer_unknown',
    'There is no customer with this customerId. Create it with PUT /api/v1/customers/{id} first.',
    { errors: [CUSTOMER_UNKNOWN] },
  );
}
