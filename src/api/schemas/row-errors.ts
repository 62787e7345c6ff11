import { findNulErrors } from '../../domain/account/import/nul-errors.ts';
import { findCustomerIdError } from '../../domain/customer/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import type { QuoteInput } from '../../domain/quote/compose-quote.ts';
import { findQuoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import { checkNewCatalogueItem } from './catalogue/catalogue-item.ts';
import { compileCheck } from './check.ts';
import { checkCustomer } from './customer.ts';
import { CreateQuote } from './quote.ts';

/** Lists the errors that `PUT /customers/{id}` would return for these fields. */
export function findCustomerErrors({ id, ...fields }: Record<string, unknown>): FieldError[] {
  const idError =
    typeof id === 'string' ? findCustomerIdError(id) : id == null ? 'is required' : 'must be a string';
  return [
    ...(idError ? [{ path: '/id', message: idError }] : []),
    ...checkCustomer(fields),
    ...findNulErrors(fields),
  ];
}

/** Lists the errors that `POST /catalogue-items` would return for these fields. */
export function findCatalogueErrors(record: Record<string, unknown>): FieldError[] {
  return [...checkNewCatalogueItem(record), ...findNulErrors(record)];
}

const checkNewQuote = compileCheck(CreateQuote);

/** Lists the errors that `POST /quotes` would return for this body. */
export function findNewQuoteErrors(body: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = checkNewQuote(body);
  return [...errors, ...findQuoteRuleErrors(body as unknown as QuoteInput, errors)];
}
