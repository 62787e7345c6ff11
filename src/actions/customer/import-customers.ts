import { type CustomerInput, composeCustomer, isSameCustomer } from '../../domain/customer.ts';
import type { Database, Sql } from '../../store/database.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { storeCustomer } from './customers.ts';

export type ImportOutcome = 'created' | 'updated' | 'unchanged';

/**
 * Puts many at once, and leaves those alone that say what is there; a dry run only tells what would be. What an input
 * does not say is emptied, or stays as it is where that is wished.
 */
export async function importCustomers(
  { db }: { db: Database },
  accountId: string,
  inputs: readonly (CustomerInput & { id: string })[],
  { dryRun, now, keepsUnsaid = false }: { dryRun: boolean; now: number; keepsUnsaid?: boolean },
): Promise<ImportOutcome[]> {
  const put = async (sql: Sql) => {
    const outcomes: ImportOutcome[] = [];
    for (const input of inputs) {
      const before = await findCustomer(sql, accountId, input.id);
      // A file of names and addresses says nothing of what programs keep with a customer.
      const metadata = input.metadata ?? before?.metadata ?? null;
      const said = keepsUnsaid ? { ...before, ...input, metadata } : { ...input, metadata };
      const customer = composeCustomer(input.id, said, before, now);
      const same = isSameCustomer(before, customer);
      const owner = { accountId, actor: { type: 'system' } } as const;
      if (!same && !dryRun) await storeCustomer(sql, owner, before, customer, now);
      outcomes.push(same ? 'unchanged' : before ? 'updated' : 'created');
    }
    return outcomes;
  };
  return dryRun ? put(db.read) : db.write(put);
}
