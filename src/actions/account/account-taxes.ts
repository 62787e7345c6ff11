import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { ItemInput } from '../../domain/line/line-item.ts';
import type { QuoteInput } from '../../domain/quote/compose-quote.ts';
import { findQuoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import { completeTaxes } from '../../domain/tax/complete-taxes.ts';
import { requireAccount } from './require-account.ts';

/** Adds what the account decides about taxes. The rules are checked again if that changes anything. */
export function completeInput<Input extends Omit<QuoteInput, 'customerId'>>(
  input: Input,
  account: Account,
): Input {
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
