import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { FieldError } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { QuoteInput } from '../../domain/quote/compose-quote.ts';
import type { ItemInput } from '../../domain/quote/line/line-item.ts';
import { findQuoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import { dependsOnPlace, findCategoryPlaceErrors } from '../../domain/tax/category-places.ts';
import { completeTaxes } from '../../domain/tax/complete-taxes.ts';
import { requireAccount } from './require-account.ts';

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

/** Adds what the account decides about taxes, to check the rules before the transaction. `known` are the current items. */
export async function addAccountTaxes<Input extends Partial<QuoteInput>>(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  input: Input,
  known: readonly ItemInput[] | undefined,
): Promise<Input> {
  return completeTaxes(input, await requireAccount(db.read, accountId), known);
}

/** Finds categories that the country of the account does not have. It is read only if an item could have one. */
export async function findAccountCategoryErrors(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  items: readonly ItemInput[],
  known: readonly ItemInput[] | undefined,
): Promise<FieldError[]> {
  if (!items.some(({ taxCategory }) => taxCategory != null && dependsOnPlace(taxCategory))) return [];
  return findCategoryPlaceErrors(items, await requireAccount(db.read, accountId), known);
}
