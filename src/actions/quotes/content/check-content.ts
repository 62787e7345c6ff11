import type { Deps } from '../../../app/deps.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { MAX_FIELD_ERRORS } from '../../../domain/field-errors.ts';
import {
  type CheckedContent,
  dependsOnAccount,
  findContentErrors,
} from '../../../domain/quote/content-errors.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import { CUSTOMER_UNKNOWN } from '../../../domain/quote/problems.ts';
import { requireAccount } from '../../account/require-account.ts';
import { isCustomer } from '../../customers/customers.ts';

/**
 * Adds the errors of rules and of an unknown customer to those of single fields. The account is read only if a rule depends on
 * it, because that would slow down every creation: the transaction reads it in any case.
 */
export async function checkContent(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  content: CheckedContent,
  errors: FieldError[],
): Promise<FieldError[]> {
  // The list of errors is cut off, so the valid fields are not known.
  if (errors.length > MAX_FIELD_ERRORS) return errors;
  const account = dependsOnAccount(content) ? await requireAccount(deps.db.read, accountId) : undefined;
  return addUnknownCustomer(deps, accountId, content, findContentErrors(content, errors, account));
}

/** Adds an unknown customer to other errors. If there are none, the transaction detects an unknown customer. */
export async function addUnknownCustomer(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  { value: { customerId } }: Pick<CheckedContent, 'value'>,
  errors: FieldError[],
): Promise<FieldError[]> {
  if (errors.length === 0 || errors.length > MAX_FIELD_ERRORS) return errors;
  if (typeof customerId !== 'string' || !createValidity(errors).isValid('/customerId')) return errors;
  return (await isCustomer(deps, accountId, customerId)) ? errors : [...errors, CUSTOMER_UNKNOWN];
}
