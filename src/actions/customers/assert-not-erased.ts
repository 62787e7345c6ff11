import type { CustomerRecord } from '../../domain/customer/customer.ts';
import { Problem } from '../../domain/errors.ts';

/** Rejects new documents, emails and changes for a customer of which only retained documents are left. */
export function assertNotErased(customer: Pick<CustomerRecord, 'erasedAt'> | undefined): void {
  if (customer?.erasedAt === undefined) return;
  throw new Problem(
    'customer_erased',
    'This customer was erased. Its retained documents can be read, but nothing new can be made of it.',
  );
}
