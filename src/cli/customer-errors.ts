import type { FieldError } from '../domain/errors.ts';
import { PutCustomer } from '../http/schemas.ts';
import { compileCheck } from '../http/validation.ts';

const check = compileCheck(PutCustomer);

/** What the API would refuse in `PUT /customers/{id}` with these fields. */
export function customerErrors({ id, ...fields }: Record<string, unknown>): FieldError[] {
  const errors = [...idErrors(id), ...check(fields)];
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.includes('\0')) {
      errors.push({ path: `/${field}`, message: 'must not contain the character NUL' });
    }
  }
  return errors;
}

function idErrors(id: unknown): FieldError[] {
  const message =
    id === undefined || id === null
      ? 'is required'
      : typeof id !== 'string'
        ? 'must be a string'
        : id === '' || [...id].length > 200 || /\p{Cc}/u.test(id)
          ? 'must have 1 to 200 characters on one line'
          : undefined;
  return message ? [{ path: '/id', message }] : [];
}
