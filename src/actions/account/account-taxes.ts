import type { Account } from '../../domain/account/account.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { QuoteInput } from '../../domain/quote/compose-quote.ts';
import { findQuoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import { findCategoryPlaceErrors } from '../../domain/tax/category-places.ts';
import { completeTaxes } from '../../domain/tax/complete-taxes.ts';

/** Checks and adds what the account decides about taxes. The rules are checked again if that changes anything. */
export function completeInput<Input extends Omit<QuoteInput, 'customerId'>>(
  input: Input,
  account: Account,
): Input {
  assertNoErrors(findCategoryPlaceErrors(input.items, account));
  const completed = completeTaxes(input, account);
  if (completed !== input) assertNoErrors(findQuoteRuleErrors(completed));
  return completed;
}
