import type { CustomerRecord } from '../../domain/customer/customer.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import { findDebtor } from '../../store/tables/books/debtors.ts';

/** Throws if another customer has the number. */
export async function expectFreeDebtorNumber(
  tx: Sql,
  accountId: string,
  { id, debtorNumber }: CustomerRecord,
): Promise<void> {
  const other = debtorNumber === null ? undefined : await findDebtor(tx, accountId, debtorNumber);
  if (other === undefined || other === id) return;
  throw new Problem(
    'debtor_number_taken',
    'Another customer has this debtor number. See the customer in customerId.',
    {
      errors: [{ path: '/debtorNumber', message: 'is already the number of another customer' }],
      extra: { customerId: other },
    },
  );
}
