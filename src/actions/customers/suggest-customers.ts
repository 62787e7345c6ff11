import type { Deps } from '../../app/deps.ts';
import type { CustomerRecord } from '../../domain/customer/customer.ts';
import {
  listCustomersByPrefix,
  listQuotedCustomers,
} from '../../store/lists/by-text/customer-suggestions.ts';
import { readList } from '../../store/lists/read-list.ts';
import { rankByName } from '../rank-by-name.ts';

/** Quotes whose customers count as recent. */
const MAX_RECENT_QUOTES = 100;

/**
 * Customers for a text that somebody types: an exact name first, then names that begin with it; among them, and among
 * all others that contain it, those of the latest quotes first, then the newest.
 */
export async function suggestCustomers(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  text: string,
  limit: number,
): Promise<CustomerRecord[]> {
  const search = text.trim();
  const [quoted, named, newest] = await Promise.all([
    listQuotedCustomers(db.read, accountId, search, MAX_RECENT_QUOTES),
    search === '' ? [] : listCustomersByPrefix(db.read, accountId, search, limit),
    readList(db, 'customers', accountId, { search, sort: '-id', limit, offset: 0 }),
  ]);
  const rows = new Map([...quoted, ...named, ...newest.rows].map((row) => [row.id, row]));
  const customers = [...rows.values()].map(({ doc }) => JSON.parse(doc) as CustomerRecord);
  return rankByName(customers, search, ({ name }) => [name]).slice(0, limit);
}
