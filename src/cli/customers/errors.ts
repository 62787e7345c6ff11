import { customerIdError } from '../../domain/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import { checkCustomer } from '../../schemas/customer.ts';

/** What the API would refuse in `PUT /customers/{id}` with these fields. */
export function customerErrors({ id, ...fields }: Record<string, unknown>): FieldError[] {
  const idError =
    typeof id === 'string' ? customerIdError(id) : id == null ? 'is required' : 'must be a string';
  const errors = [...(idError ? [{ path: '/id', message: idError }] : []), ...checkCustomer(fields)];
  for (const [field, value] of Object.entries(fields)) {
    // The API refuses it where it reads the text of the body, which a CSV file does not pass.
    if (typeof value === 'string' && value.includes('\0')) {
      errors.push({ path: `/${field}`, message: 'must not contain the character NUL' });
    }
  }
  return errors;
}
