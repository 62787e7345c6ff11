import { customerIdError } from '../../domain/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import { nulErrors } from '../../domain/import/nul-errors.ts';
import { checkNewCatalogueItem } from '../catalogue/catalogue-item.ts';
import { checkCustomer } from '../customer.ts';

/** Lists the errors that `PUT /customers/{id}` would return for these fields. */
export function customerErrors({ id, ...fields }: Record<string, unknown>): FieldError[] {
  const idError =
    typeof id === 'string' ? customerIdError(id) : id == null ? 'is required' : 'must be a string';
  return [
    ...(idError ? [{ path: '/id', message: idError }] : []),
    ...checkCustomer(fields),
    ...nulErrors(fields),
  ];
}

/** Lists the errors that `POST /catalogue-items` would return for these fields. */
export function catalogueErrors(record: Record<string, unknown>): FieldError[] {
  return [...checkNewCatalogueItem(record), ...nulErrors(record)];
}
