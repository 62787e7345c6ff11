import { customerIdError } from '../../domain/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import { checkCustomer } from '../../schemas/customer.ts';
import { nulErrors } from '../import/nul-errors.ts';

/** What the API would refuse in `PUT /customers/{id}` with these fields. */
export function customerErrors({ id, ...fields }: Record<string, unknown>): FieldError[] {
  const idError =
    typeof id === 'string' ? customerIdError(id) : id == null ? 'is required' : 'must be a string';
  return [
    ...(idError ? [{ path: '/id', message: idError }] : []),
    ...checkCustomer(fields),
    ...nulErrors(fields),
  ];
}
