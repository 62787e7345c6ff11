import { Problem } from '../errors.ts';
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

export const CUSTOMER_UNKNOWN = { path: '/customerId', message: 'names no customer of this account' };

export function customerUnknown(): Problem {
  return new Problem(
    'customer_unknown',
    'There is no customer with this customerId. Create it with PUT /api/v1/customers/{id} first.',
    { errors: [CUSTOMER_UNKNOWN] },
  );
}
