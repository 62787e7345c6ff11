import { findCustomerIdError } from '../../domain/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import { findNulErrors } from '../../domain/import/nul-errors.ts';
import { checkNewCatalogueItem } from '../catalogue/catalogue-item.ts';
import { checkCustomer } from '../customer.ts';

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
