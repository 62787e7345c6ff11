import type { Customer } from '../domain/customer.ts';
import type { FieldError } from '../domain/errors.ts';
import { without } from '../http/api/body.ts';
import { compileCheck } from './check.ts';
import { type PutCustomer, PutCustomer as PutCustomerSchema } from './schemas.ts';

export const checkCustomer = compileCheck(PutCustomerSchema);
export const CUSTOMER_READ_ONLY = ['id', 'createdAt', 'updatedAt'];

export function customerIdError(id: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/.test(id)
    ? undefined
    : 'must have 1 to 128 letters, digits or . _ : @ - and begin with a letter or digit';
}

/** A customer from outside (a file, say), checked by the rules of the API. */
export function readCustomerInput(
  value: Record<string, unknown>,
  now: number,
): { customer: Customer } | { errors: FieldError[] } {
  const id = String(value.id ?? '');
  const idError = customerIdError(id);
  const fields = without(value, CUSTOMER_READ_ONLY);
  const errors = [...(idError ? [{ path: '/id', message: idError }] : []), ...checkCustomer(fields)];
  return errors.length > 0
    ? { errors }
    : { customer: composeCustomer(id, fields as PutCustomer, undefined, now) };
}

export function composeCustomer(
  id: string,
  input: PutCustomer,
  before: Customer | undefined,
  now: number,
): Customer {
  const at = new Date(now).toISOString();
  return {
    id,
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    address: input.address ?? null,
    country: input.country ?? null,
    taxId: input.taxId ?? null,
    locale: input.locale ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}
